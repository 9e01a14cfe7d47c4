package io.tutti.plugins.sql;

import io.tutti.model.Observed;
import io.tutti.spi.Capability;
import io.tutti.spi.CloneControl;
import io.tutti.spi.Deadline;
import io.tutti.spi.FenceControl;
import io.tutti.spi.IdleConnection;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.LogReader;
import io.tutti.spi.NamedLock;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ServerBanner;
import io.tutti.spi.StatusReader;
import io.tutti.spi.Target;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The way to one server over JDBC, for every flavor: what differs is in the {@link Dialect}. */
public final class SqlInstanceClient implements InstanceClient {
  /** Variables of which existence or value shows a flavor, of either family. */
  private static final Set<String> IDENTIFYING =
      Set.of(
          "version",
          "version_comment",
          "innodb_version",
          "server_uuid",
          "server_id",
          "server_uid",
          "hostname",
          "port",
          "gtid_mode",
          "gtid_executed",
          "super_read_only",
          "gtid_domain_id",
          "gtid_slave_pos",
          "aria_pagecache_buffer_size",
          "slave_parallel_threads",
          "wsrep_on",
          "version_suffix",
          "performance_schema",
          "basedir");

  /** Asks for no more than these: on MariaDB 10.1 others hang while STOP SLAVE does. */
  private static final Question IDENTIFYING_VARIABLES =
      SharedQuestions.variables("identifying-variables", IDENTIFYING);

  private static final Question BANNER =
      Question.plain("banner", "SELECT @@version AS version, @@version_comment AS comment", "");

  private final Target target;
  private final SqlDriver driver;
  private final SessionHolder sessions;
  private final QueryBatch queryBatch;
  private final StatusReader statusReader;
  private final ReplicationControl replicationControl;
  private final LogReader logReader;
  private final FenceControl fenceControl;
  private final Optional<CloneControl> cloneControl;
  private final SqlClaims claims;

  public SqlInstanceClient(Target target, SqlDriver automaticDriver, Dialect dialect) {
    this.target = target;
    this.driver = SqlDriver.choose(target, automaticDriver);
    this.sessions = new SessionHolder(target, driver);
    this.claims = new SqlClaims(sessions);
    this.queryBatch = new QueryBatch(sessions, System::nanoTime);
    this.statusReader =
        new SqlStatusReader(target, dialect, sessions, queryBatch, Clock.systemUTC());
    this.replicationControl = new SqlReplicationControl(dialect, sessions, target);
    this.logReader = new SqlLogReader(dialect, sessions);
    this.cloneControl =
        dialect.capabilities().contains(Capability.CLONE)
            ? Optional.of(new SqlCloneControl(dialect, sessions, target))
            : Optional.empty();
    this.fenceControl = new SqlFenceControl(dialect, sessions, target, driver);
  }

  @Override
  public ServerBanner readBanner(Deadline deadline) {
    Answers answers = queryBatch.ask(List.of(BANNER, IDENTIFYING_VARIABLES), deadline);
    Observed<Rows> variables = answers.rows(IDENTIFYING_VARIABLES.key());
    if (!(variables instanceof Observed.Known<Rows>(Rows rows))) {
      throw queryBatch.failure(IDENTIFYING_VARIABLES, variables);
    }
    Map<String, String> identifying =
        new TreeMap<>(LearnedVariables.of(rows, IDENTIFYING).values());
    identifying.keySet().retainAll(IDENTIFYING);
    Observed<Row> announced = answers.row(BANNER.key(), "no row");
    return new ServerBanner(
        announced(announced, "version").orElse(identifying.getOrDefault("version", "")),
        announced(announced, "comment").orElse(identifying.getOrDefault("version_comment", "")),
        identifying);
  }

  private static Optional<String> announced(Observed<Row> row, String column) {
    return row.asOptional().flatMap(answer -> answer.text(column));
  }

  @Override
  public StatusReader statusReader() {
    return statusReader;
  }

  @Override
  public ReplicationControl replicationControl() {
    return replicationControl;
  }

  @Override
  public LogReader logReader() {
    return logReader;
  }

  @Override
  public FenceControl fenceControl() {
    return fenceControl;
  }

  @Override
  public Optional<CloneControl> cloneControl() {
    return cloneControl;
  }

  @Override
  public Observed<NamedLock> claimBeside(String name, Duration idleMax, Deadline deadline) {
    return claims.beside(name, idleMax, deadline);
  }

  @Override
  public Observed<NamedLock> claimAlone(String name, Duration idleMax, Deadline deadline) {
    return claims.alone(name, idleMax, deadline);
  }

  @Override
  public void giveBack(String name, Deadline deadline) {
    claims.giveBack(name, deadline);
  }

  @Override
  public long generation() {
    return sessions.generation();
  }

  @Override
  public boolean stillAnswers(Deadline deadline) {
    return sessions.stillAnswers(deadline);
  }

  @Override
  public Optional<IdleConnection> openIdle(Deadline deadline) {
    return Optional.of(SqlIdleConnection.open(target, driver, deadline));
  }

  @Override
  public void cutOff(Deadline deadline) {
    sessions.cutOff(deadline);
  }

  @Override
  public void close() {
    sessions.close();
  }
}
