package io.tutti.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ProcessSight;
import io.tutti.model.ReplicaHint;
import io.tutti.model.ReplicaHint.Evidence;
import io.tutti.model.ServerIdentity;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.model.WorkerCheckpoint;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Capability;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.Detection;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.ServerBanner;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What a flavor plugin promises, on real servers and with the least privileges. A capability that
 * is not declared is tried as well: it must be absent. Each test leaves replication running.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class FlavorContract {
  private static final Duration DEADLINE = Duration.ofSeconds(8);
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final HeartbeatTable HEARTBEAT = new HeartbeatTable("heartbeats", "beat", "ts");

  private final ServerRelease release;
  private final FlavorProvider provider;
  private final ReleaseFacts facts;
  private ContractServers servers;
  private InstanceClient sourceClient;
  private InstanceClient replicaClient;
  private int nextRow;

  @SuppressWarnings("NullAway.Init") // set before the first test
  protected FlavorContract(ServerRelease release, FlavorProvider provider, ReleaseFacts facts) {
    this.release = release;
    this.provider = provider;
    this.facts = facts;
  }

  @BeforeAll
  void startServers() {
    servers = ContractServers.start(release, provider, facts.replicaOptions());
    sourceClient = servers.watch(servers.source());
    replicaClient = servers.watch(servers.replica());
    for (String schema : List.of("a", "b", "heartbeats")) {
      servers.source().execute("CREATE DATABASE " + schema);
    }
    servers
        .source()
        .execute(
            "CREATE TABLE a.t (id INT PRIMARY KEY, v INT) ENGINE=InnoDB",
            "CREATE TABLE b.t (id INT PRIMARY KEY, v INT) ENGINE=InnoDB",
            "CREATE TABLE heartbeats.beat (id INT PRIMARY KEY, ts VARCHAR(26)) ENGINE=InnoDB",
            "INSERT INTO a.t VALUES (0, 0)");
    awaitCaughtUp();
  }

  @AfterAll
  void stopServers() {
    sourceClient.close();
    replicaClient.close();
    servers.close();
  }

  protected final ContractServers servers() {
    return servers;
  }

  protected final InstanceState readSource() {
    return sourceClient.statusReader().read(List.of(), Deadline.after(DEADLINE));
  }

  protected final InstanceState readReplica(HeartbeatTable... heartbeats) {
    return replicaClient.statusReader().read(List.of(heartbeats), Deadline.after(DEADLINE));
  }

  /** The channel from the first source. */
  protected final Channel channel(InstanceState state) {
    return known(state.channels()).stream()
        .filter(channel -> channel.source().port() == servers.source().port())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no channel from the source in " + state.channels()));
  }

  protected static <T> T known(Observed<T> fact) {
    if (fact instanceof Observed.Known<T>(T value)) {
      return value;
    }
    throw new AssertionError("expected a known fact, but it is " + fact);
  }

  private boolean can(Capability capability) {
    return provider.capabilities().contains(capability);
  }

  private void awaitCaughtUp() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(() ->
            assertThat(facts.executed(servers.replica()).contains(facts.executed(servers.source())))
                .isTrue());
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(() -> {
          Channel channel = channel(readReplica());
          assertThat(channel.isReplicating()).isTrue();
          assertThat(channel.applier().executed()).isEqualTo(channel.receiver().read());
        });
  }

  private void insert(String schema) {
    servers.source().execute("INSERT INTO " + schema + ".t VALUES (" + ++nextRow + ", 0)");
  }

  /** Runs with row 0 of schema a locked on the replica, so that its worker waits. */
  private void whileSchemaAIsLocked(Runnable body) throws SQLException {
    try (Connection blocker = servers.replica().connect();
        Statement statement = blocker.createStatement()) {
      blocker.setAutoCommit(false);
      statement.execute("UPDATE a.t SET v = v + 1 WHERE id = 0");
      try {
        body.run();
      } finally {
        blocker.rollback();
      }
    }
    awaitCaughtUp();
  }

  @Nested
  class ServersAreRecognised {
    @Test
    void claimsItsServerAndSaysByWhat() {
      ServerBanner banner = sourceClient.readBanner(Deadline.after(DEADLINE));

      assertThat(provider.detect(banner))
          .isInstanceOfSatisfying(
              Detection.Claimed.class,
              claimed -> {
                assertThat(claimed.version().text())
                    .isEqualTo(servers.source().queryValue("SELECT @@version").orElseThrow());
                assertThat(claimed.evidence()).contains(banner.version());
              });
    }

    @Test
    void noOtherPluginClaimsIt() {
      ServerBanner banner = sourceClient.readBanner(Deadline.after(DEADLINE));

      for (FlavorProvider other : ServiceLoader.load(FlavorProvider.class)) {
        if (!other.id().equals(provider.id())) {
          assertThat(other.detect(banner))
              .as(other.id())
              .isInstanceOfSatisfying(
                  Detection.Declined.class,
                  declined -> assertThat(declined.reason()).contains("this plugin takes"));
        }
      }
    }

    @Test
    void seesThroughAProxyThatAnnouncesAnotherVersion() {
      ServerBanner banner = sourceClient.readBanner(Deadline.after(DEADLINE));
      ServerBanner disguised = new ServerBanner("5.1.30-proxy", "proxy", banner.variables());

      assertThat(provider.detect(disguised))
          .isInstanceOfSatisfying(
              Detection.Claimed.class,
              claimed -> {
                assertThat(claimed.version().toString()).startsWith(release.version());
                assertThat(claimed.evidence()).contains("5.1.30-proxy");
              });
    }
  }

  @Nested
  class Identity {
    @Test
    void isWhatTheServerSays() {
      ServerIdentity identity = readReplica().identity();
      Row truth =
          ContractServers.row(
              servers.replica(), "SELECT @@server_id AS id, @@hostname AS host, @@port AS port");

      assertThat(known(identity.serverId()).toString()).isEqualTo(truth.find("id").orElseThrow());
      assertThat(known(identity.hostname())).isEqualTo(truth.find("host").orElseThrow());
      assertThat(known(identity.port())).isEqualTo(servers.replica().port());
      assertThat(known(identity.reportedAs()).port()).isEqualTo(servers.replica().port());
    }

    @Test
    void tellsTwoServersApartAndKnowsOneAgain() {
      ServerIdentity source = readSource().identity();

      assertThat(source.isSameServerAs(readReplica().identity())).isFalse();
      assertThat(source.isSameServerAs(readSource().identity())).isTrue();
    }

    /** By these a process is told from another one that began in the same second. */
    @Test
    void tellsWhichProcessAnswersAndNothingSetsThatBack() {
      ProcessSight before = known(readSource().startedAt()).seen().orElseThrow();
      servers.source().execute("FLUSH STATUS");
      ProcessSight after = known(readSource().startedAt()).seen().orElseThrow();

      assertThat(after.session()).isEqualTo(before.session());
      assertThat(known(before.connections())).isPositive();
      assertThat(known(after.connections())).isGreaterThan(known(before.connections()));
      assertThat(after.writing()).isEqualTo(readSource().binlog().position());
    }

    @Test
    void hasAUuidOnlyInTheUuidFamily() {
      Observed<String> uuid = readSource().identity().serverUuid();

      if (can(Capability.UUID_GTID)) {
        assertThat(known(uuid))
            .isEqualTo(servers.source().queryValue("SELECT @@server_uuid").orElseThrow());
      } else {
        assertThat(uuid).isInstanceOf(Observed.Absent.class);
      }
    }
  }

  @Nested
  class Settings {
    @Test
    void areAsTheServerPrintsThem() {
      Map<String, String> printed = new HashMap<>();
      for (Row row : servers.replica().query("SHOW GLOBAL VARIABLES")) {
        printed.put(
            row.find("Variable_name").orElseThrow().toLowerCase(java.util.Locale.ROOT),
            row.find("Value").orElse(""));
      }

      Map<String, String> read = new HashMap<>(readReplica().settings().values());
      // What a named connection has of its own is spelled as in an option file: east.variable.
      read.keySet().removeIf(name -> name.contains("."));

      assertThat(read).hasSizeGreaterThan(40);
      assertThat(printed).containsAllEntriesOf(read);
    }

    @Test
    void followAChange() {
      servers.replica().execute("SET GLOBAL read_only = 0");
      assertThat(readReplica().writeProtection().readOnly().is(false)).isTrue();
      servers.replica().execute("SET GLOBAL read_only = 1");
      assertThat(readReplica().writeProtection().readOnly().is(true)).isTrue();
      assertThat(readSource().writeProtection().readOnly().is(false)).isTrue();
    }

    @Test
    void tellWriteProtectionThatTheFlavorHas() {
      InstanceState state = readReplica();

      assertThat(state.writeProtection().superReadOnly().isKnown())
          .isEqualTo(can(Capability.SUPER_READ_ONLY));
      assertThat(state.writeProtection().offlineMode().isKnown())
          .isEqualTo(can(Capability.OFFLINE_MODE));
      assertThat(state.writeProtection().superReadOnly().isUnknown()).isFalse();
    }

    @Test
    void tellDurabilityAndParallelism() {
      InstanceState state = readReplica();

      assertThat(known(state.durability().syncBinlog()).toString())
          .isEqualTo(servers.replica().queryValue("SELECT @@sync_binlog").orElseThrow());
      assertThat(state.durability().flushLogAtCommit().is(1L)).isTrue();
      assertThat(known(state.parallel().workers())).isEqualTo(facts.workers());
    }
  }

  @Nested
  class Binlogs {
    @Test
    void endWhereTheServerSays() {
      insert("a");
      Row truth = ContractServers.row(servers.source(), facts.showBinlogPosition());

      assertThat(known(readSource().binlog().position()))
          .hasToString(
              truth.find("File").orElseThrow() + ":" + truth.find("Position").orElseThrow());
      assertThat(readSource().binlog().enabled().is(true)).isTrue();
      assertThat(readSource().binlog().format().is("ROW")).isTrue();
    }

    @Test
    void nameTheExecutedGtids() {
      insert("b");
      assertThat(known(readSource().gtid().executed())).isEqualTo(facts.executed(servers.source()));
      awaitCaughtUp();
      assertThat(known(readReplica().gtid().executed()))
          .isEqualTo(facts.executed(servers.replica()));
    }
  }

  @Nested
  class Channels {
    @Test
    void areNoneOnASource() {
      assertThat(known(readSource().channels())).isEmpty();
    }

    @Test
    void areOneForEachSource() {
      int sources = can(Capability.MULTI_SOURCE) ? 2 : 1;
      List<Channel> channels = known(readReplica().channels());

      assertThat(channels).hasSize(sources);
      assertThat(channels.stream().map(Channel::name).distinct()).hasSize(sources);
    }

    @Test
    void tellSourceAndPositionAsTheServerDoes() {
      insert("a");
      awaitCaughtUp();
      Channel channel = channel(readReplica());
      Row truth = statusRow();

      assertThat(channel.source().port()).isEqualTo(servers.source().port());
      assertThat(known(channel.sourceServerId())).isEqualTo(servers.source().port());
      assertThat(known(channel.receiver().read()).position())
          .isEqualTo(number(truth, "Read_Master_Log_Pos", "Read_Source_Log_Pos"));
      assertThat(known(channel.applier().executed()).position())
          .isEqualTo(number(truth, "Exec_Master_Log_Pos", "Exec_Source_Log_Pos"));
      assertThat(known(channel.receiver().retrieved()).isEmpty()).isFalse();
      assertThat(channel.positioning()).isNotEqualTo(Positioning.LOG_POSITION);
      assertThat(channel.receiver().heartbeatPeriod().is(Duration.ofSeconds(1))).isTrue();
      assertThat(channel.receiver().connectRetry().is(Duration.ofSeconds(1))).isTrue();
      assertThat(known(channel.applier().relayLogBytes())).isPositive();
      assertThat(channel.receiver().stateText()).isNotEmpty();
      assertThat(known(channel.applier().stateText())).isNotEmpty();
    }

    @Test
    void areStoppedWhenTheServerStoppedThem() {
      servers.replica().stopReplication();
      try {
        Channel channel = channel(readReplica());

        assertThat(channel.receiver().state()).isEqualTo(ThreadState.STOPPED);
        assertThat(channel.applier().state()).isEqualTo(ThreadState.STOPPED);
        assertThat(channel.lag().isUnknown()).as("%s", channel.lag()).isTrue();
      } finally {
        servers.replica().startReplication();
      }
      awaitCaughtUp();
    }

    @Test
    void tellABrokenApplierByItsNumber() {
      int row = nextRow + 1;
      servers
          .replica()
          .execute("SET SESSION sql_log_bin=0", "INSERT INTO b.t VALUES (" + row + ", 9)");
      Instant before = Instant.now().minusSeconds(5);
      insert("b");
      try {
        await()
            .atMost(PATIENCE)
            .until(() -> channel(readReplica()).applier().state() == ThreadState.STOPPED);
        Channel channel = channel(readReplica());

        assertThat(channel.applier().lastError()).get().extracting("number").isIn(1062, 1756);
        channel
            .applier()
            .lastError()
            .get()
            .at()
            .ifPresent(at -> assertThat(at).isBetween(before, Instant.now().plusSeconds(5)));
        assertThat(channel.receiver().state()).isEqualTo(ThreadState.RUNNING);
        afterDuplicateKey(channel);
      } finally {
        servers.replica().execute("SET SESSION sql_log_bin=0", "DELETE FROM b.t WHERE id = " + row);
        facts.restartApplier(servers.replica());
      }
      awaitCaughtUp();
    }

    private Row statusRow() {
      return servers.replica().query(facts.showReplicaStatus()).stream()
          .filter(row -> number(row, "Master_Port", "Source_Port") == servers.source().port())
          .findFirst()
          .orElseThrow();
    }

    private static long number(Row row, String oldName, String newName) {
      return Long.parseLong(row.find(oldName).or(() -> row.find(newName)).orElseThrow());
    }
  }

  /** What the flavor tells beside the applier's own error; the worker that met it, for instance. */
  protected void afterDuplicateKey(Channel channel) {}

  @Nested
  class Workers {
    @Test
    void areAsManyAsConfigured() {
      insert("a");
      awaitCaughtUp();
      List<Worker> workers = known(channel(readReplica()).applier().workers());

      if (can(Capability.WORKER_STATE)) {
        assertThat(workers).hasSize(facts.workers());
        assertThat(workers).allMatch(worker -> worker.state() == ThreadState.RUNNING);
        assertThat(workers)
            .allSatisfy(worker -> assertThat(known(worker.stateText())).isNotEmpty());
      } else {
        assertThat(workers).allMatch(worker -> !worker.stateText().isKnown());
      }
    }

    @Test
    void showAGapInTheirCheckpoints() throws SQLException {
      whileSchemaAIsLocked(() -> {
        servers.source().execute("UPDATE a.t SET v = v + 1 WHERE id = 0");
        for (int i = 0; i < 5; i++) {
          insert("b");
        }
        if (can(Capability.WORKER_CHECKPOINTS)) {
          await().atMost(PATIENCE).until(() -> isAnyWorkerAhead(channel(readReplica())));
        } else {
          assertThat(known(channel(readReplica()).applier().workers()))
              .allMatch(worker -> worker.checkpoint() instanceof Observed.Absent);
        }
      });
    }

    private boolean isAnyWorkerAhead(Channel channel) {
      BinlogPosition lowWater = known(channel.applier().executed());
      return known(channel.applier().workers()).stream()
          .map(worker -> known(worker.checkpoint()))
          .anyMatch(checkpoint -> isAhead(checkpoint, lowWater));
    }

    private static boolean isAhead(WorkerCheckpoint checkpoint, BinlogPosition lowWater) {
      return checkpoint.groupBitmapHex().chars().anyMatch(digit -> digit != '0')
          && checkpoint
              .source()
              .asOptional()
              .filter(source -> source.relationTo(lowWater) == BinlogPosition.Relation.AFTER)
              .isPresent();
    }
  }

  @Nested
  class LagIsTold {
    @Test
    void zeroWhenAllIsApplied() {
      insert("a");
      awaitCaughtUp();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            Lag lag = known(channel(readReplica()).lag());
            assertThat(lag.amount()).isZero();
            assertThat(lag.source())
                .isEqualTo(
                    can(Capability.COMMIT_TIMESTAMPS)
                        ? LagSource.COMMIT_TIMESTAMPS
                        : LagSource.SECONDS_BEHIND);
          });
    }

    @Test
    void isNotZeroWhileATransactionIsBlocked() throws SQLException {
      whileSchemaAIsLocked(() -> {
        servers.source().execute("UPDATE a.t SET v = v + 1 WHERE id = 0");
        await().atMost(PATIENCE).until(() -> isBehind(channel(readReplica()).lag()));
      });
    }

    /** Seconds_Behind_Master may not know how much; commit timestamps do. */
    private boolean isBehind(Observed<Lag> lag) {
      return can(Capability.COMMIT_TIMESTAMPS)
          ? known(lag).amount().toMillis() >= 1000
          : lag.map(told -> told.amount().toMillis() >= 1000).asOptional().orElse(true);
    }

    @Test
    void comesFromTheHeartbeatTableEvenWhenStopped() {
      Instant begun = Instant.now();
      String written = LocalDateTime.now(ZoneOffset.UTC).minusSeconds(7).toString();
      servers
          .source()
          .execute("REPLACE INTO heartbeats.beat VALUES (1, '" + written.substring(0, 23) + "')");
      awaitCaughtUp();
      servers.replica().stopReplication();
      try {
        Lag lag = known(channel(readReplica(HEARTBEAT)).lag());

        assertThat(lag.source()).isEqualTo(LagSource.HEARTBEAT);
        assertThat(lag.amount())
            .isBetween(
                Duration.ofSeconds(7),
                Duration.ofSeconds(8).plus(Duration.between(begun, Instant.now())));
      } finally {
        servers.replica().startReplication();
      }
      awaitCaughtUp();
    }
  }

  @Nested
  class Surroundings {
    @Test
    void showTheReplicas() {
      List<ReplicaHint> hints = known(readSource().replicas());

      assertThat(hints)
          .anySatisfy(hint -> {
            assertThat(hint.evidence()).isEqualTo(Evidence.REGISTERED);
            assertThat(hint.port()).contains(servers.replica().port());
            assertThat(hint.serverId()).contains((long) servers.replica().port());
          });
      assertThat(hints).anyMatch(hint -> hint.evidence() == Evidence.CONNECTED);
    }

    @Test
    void showCountersThatGrow() {
      long before = known(known(readSource().counters()).count("Questions"));

      assertThat(known(known(readSource().counters()).count("Questions"))).isGreaterThan(before);
      assertThat(known(readSource().uptime())).isPositive();
    }

    @Test
    void showSemiSyncWhereItIsLoaded() {
      InstanceState source = readSource();
      InstanceState replica = readReplica();

      if (release.has(ServerFeature.SEMI_SYNC)) {
        assertThat(source.semiSync().sourceEnabled().is(true)).isTrue();
        assertThat(source.semiSync().connectedReplicas().is(1L)).isTrue();
        assertThat(source.semiSync().timeout().is(Duration.ofMillis(200))).isTrue();
        assertThat(replica.semiSync().replicaEnabled().is(true)).isTrue();
        assertThat(replica.semiSync().replicaActive().is(true)).isTrue();
      } else {
        assertThat(source.semiSync().sourceEnabled()).isInstanceOf(Observed.Absent.class);
        assertThat(replica.semiSync().replicaActive()).isInstanceOf(Observed.Absent.class);
      }
    }
  }

  @Nested
  class Drivers {
    @Test
    void tellTheSame() {
      // A test before this one may have let a statement hang; it is left out for some seconds.
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> readReplica().stalledStatements().isEmpty());
      InstanceState automatic = readReplica();
      for (String driver : facts.drivers()) {
        try (InstanceClient client =
            servers.watch(servers.replica(), ContractServers.WATCHER, driver)) {
          InstanceState state = client.statusReader().read(List.of(), Deadline.after(DEADLINE));

          assertThat(state.settings()).as(driver).isEqualTo(automatic.settings());
          assertThat(state.gtid()).as(driver).isEqualTo(automatic.gtid());
          assertThat(channel(state).receiver()).as(driver).isEqualTo(channel(automatic).receiver());
          assertThat(state.stalledStatements()).isEmpty();
        }
      }
    }
  }

  @Nested
  class Trouble {
    @Test
    void wrongPasswordIsDeniedAndNotPrinted() {
      Credentials wrong = new Credentials(ContractServers.WATCHER.user(), "no-Such-Secret-9");

      assertRefusal(
              servers.watch(servers.source(), wrong, Target.AUTOMATIC), ErrorCode.ACCESS_DENIED)
          .hasMessageNotContaining("no-Such-Secret-9");
    }

    @Test
    void missingPrivilegeNamesTheGrant() {
      try (InstanceClient client =
          servers.watch(servers.replica(), ContractServers.NOBODY, Target.AUTOMATIC)) {
        InstanceState state = client.statusReader().read(List.of(), Deadline.after(DEADLINE));

        assertThat(state.channels())
            .isInstanceOfSatisfying(
                Observed.Unknown.class,
                unknown ->
                    assertThat(unknown.why())
                        .contains("GRANT ")
                        .contains(" ON *.* TO")
                        .contains(ContractServers.NOBODY.user()));
        assertThat(state.identity().serverId().isKnown()).isTrue();
        assertThat(state.stalledStatements()).isEmpty();
      }
    }

    @Test
    void nobodyListensIsRefused() {
      Target nowhere =
          new Target(
              new io.tutti.model.InstanceAddress("127.0.0.1", 1),
              ContractServers.WATCHER,
              TlsMode.DISABLED,
              Target.AUTOMATIC,
              ContractServers.STATEMENT_TIMEOUT);

      assertRefusal(provider.open(nowhere), ErrorCode.CONNECTION_REFUSED);
    }

    @Test
    void frozenServerIsAnErrorWithinTheDeadline() {
      readReplica();
      servers.replica().freeze();
      try {
        Instant start = Instant.now();
        assertThatThrownBy(() -> readReplica())
            .isInstanceOfSatisfying(
                OrchestratorException.class,
                e ->
                    assertThat(e.code())
                        .isIn(ErrorCode.NO_GREETING, ErrorCode.STATEMENT_TIMED_OUT));
        assertThat(Duration.between(start, Instant.now())).isLessThan(DEADLINE.multipliedBy(2));
      } finally {
        servers.replica().thaw();
      }
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> readReplica().stalledStatements().isEmpty());
    }

    @Test
    void hangingStatementCostsOnlyItsOwnFacts() throws SQLException {
      servers.source().execute("REPLACE INTO heartbeats.beat VALUES (2, '2026-11-20T00:00:00')");
      awaitCaughtUp();
      readReplica(HEARTBEAT);
      try (Connection locker = servers.replica().connect();
          Statement statement = locker.createStatement()) {
        statement.execute("LOCK TABLES heartbeats.beat WRITE");

        InstanceState first = readReplica(HEARTBEAT);
        assertThat(first.stalledStatements())
            .singleElement()
            .asString()
            .contains("heartbeats.beat");
        assertThat(channel(first).isReplicating()).isTrue();
        assertThat(known(channel(first).applier().executed()).position()).isPositive();

        Instant start = Instant.now();
        readReplica(HEARTBEAT);
        assertThat(Duration.between(start, Instant.now()))
            .as("the hanging statement is left out")
            .isLessThan(ContractServers.STATEMENT_TIMEOUT);
        assertThat(threadsOfWatcher()).isEqualTo(1);
        statement.execute("UNLOCK TABLES");
      }
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(300))
          .until(() -> readReplica(HEARTBEAT).stalledStatements().isEmpty());
    }

    private long threadsOfWatcher() {
      return servers.replica().query("SHOW PROCESSLIST").stream()
          .filter(
              row -> row.find("User").filter(ContractServers.WATCHER.user()::equals).isPresent())
          .count();
    }

    private org.assertj.core.api.AbstractThrowableAssert<?, ?> assertRefusal(
        InstanceClient client, ErrorCode code) {
      try (client) {
        return assertThatThrownBy(() -> client.readBanner(Deadline.after(DEADLINE)))
            .isInstanceOfSatisfying(
                OrchestratorException.class,
                e -> {
                  assertThat(e.code()).isEqualTo(code);
                  assertThat(e.remedies()).isNotEmpty();
                });
      }
    }
  }
}
