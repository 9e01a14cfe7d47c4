package io.tutti.store.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.measure.DurationHistogram;
import io.tutti.measure.StoreMeasures;
import io.tutti.plan.Kinds;
import io.tutti.rollout.engine.RolloutReadings;
import io.tutti.rollout.engine.RolloutRuns;
import io.tutti.store.AuditLog;
import io.tutti.store.BootReports;
import io.tutti.store.FindingTimes;
import io.tutti.store.FleetStore;
import io.tutti.store.Journal;
import io.tutti.store.KnownServers;
import io.tutti.store.Labels;
import io.tutti.store.LoggedAudit;
import io.tutti.store.Tokens;
import io.tutti.store.TopologyLock;
import io.tutti.tuning.Tunings;
import io.tutti.world.KeptRecords;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The database of the controller: opened, brought to the current schema, and locked for others. */
public final class JdbcStore implements AutoCloseable {
  /** The saver, the audit, requests, the operations, which write by turns, and the schedules. */
  private static final int CONNECTIONS_MAX = 10;

  /** Who waits for the store longer learns that it is away. */
  private static final Duration CONNECT_TIME_MAX = Duration.ofSeconds(5);

  /** H2: "Database may be already in use". */
  private static final int H2_IN_USE = 90_020;

  private final HikariDataSource pool;
  private final StoreDialect dialect;
  private final TransactionTemplate transactions;
  private final JdbcTemplate template;
  private final JdbcClient client;
  private final DurationHistogram writes = new DurationHistogram();
  private final LongAdder failures = new LongAdder();
  private final Checkpoints checkpoints = new Checkpoints();

  private JdbcStore(HikariDataSource pool, StoreDialect dialect) {
    this.pool = pool;
    this.dialect = dialect;
    this.transactions = new TransactionTemplate(new DataSourceTransactionManager(pool));
    this.template = new JdbcTemplate(pool);
    this.client = JdbcClient.create(template);
  }

  /**
   * @throws OrchestratorException INVALID_CONFIGURATION when it cannot be opened, with the remedy
   */
  public static JdbcStore open(String url, String user, String password) {
    StoreDialect dialect = StoreDialect.require(url);
    HikariConfig config = new HikariConfig();
    config.setPoolName("store");
    config.setDriverClassName(dialect.driver());
    config.setJdbcUrl(StoreDialect.lasting(url));
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(CONNECTIONS_MAX);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(CONNECT_TIME_MAX.toMillis());
    if (dialect == StoreDialect.H2) {
      config.setExceptionOverrideClassName(ClosedDatabase.class.getName());
    }
    HikariDataSource pool = connect(config, url);
    try {
      migrate(pool, dialect);
      return new JdbcStore(pool, dialect);
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  private static HikariDataSource connect(HikariConfig config, String url) {
    try {
      return new HikariDataSource(config);
    } catch (PoolInitializationException e) {
      boolean inUse = e.getCause() instanceof SQLException sql && sql.getErrorCode() == H2_IN_USE;
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          "tutti.store.url",
          inUse
              ? "The store " + url + " is in use by another controller."
              : "The store " + url + " could not be opened: " + reason(e) + ".",
          inUse
              ? List.of(
                  "stop the other controller (controller.json in its data folder has its pid)",
                  "give this one a data folder of its own with TUTTI_HOME")
              : List.of("correct tutti.store.url, tutti.store.user and tutti.store.password"),
          e);
    }
  }

  private static String reason(Exception e) {
    return String.valueOf(e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
  }

  private static void migrate(HikariDataSource pool, StoreDialect dialect) {
    Flyway.configure(JdbcStore.class.getClassLoader())
        .dataSource(pool)
        .locations("classpath:io/tutti/store/jdbc/migration")
        .table("tutti_schema_history")
        .placeholders(dialect.placeholders())
        .load()
        .migrate();
  }

  public FleetStore fleet() {
    return new JdbcFleetStore(this);
  }

  /** What is audited is in the log, too. */
  public AuditLog audit() {
    return new LoggedAudit(new JdbcAuditLog(this));
  }

  public TopologyLock topologyLock() {
    return new JdbcTopologyLock(this);
  }

  /**
   * @param kinds of records that its plans are made of
   */
  public Journal journal(Kinds kinds) {
    return new JdbcJournal(this, new JdbcTopologyLock(this), new JdbcAuditLog(this), kinds);
  }

  public BootReports bootReports() {
    return new JdbcBootReports(this);
  }

  public KnownServers knownServers() {
    return new JdbcKnownServers(this);
  }

  /** Where the controller's own records are kept. */
  public KeptRecords.Stored records() {
    return new KeptRecords.Stored(
        new JdbcFences(this),
        new JdbcStartupObservations(this),
        new JdbcIncidents(this),
        new JdbcRebuildMarks(this),
        new JdbcBackupSessions(this),
        new JdbcKeptSettings(this),
        new JdbcSilences(this),
        new JdbcDowntimes(this),
        new JdbcFailoverHolds(this),
        new JdbcCandidacies(this),
        new JdbcRememberedClusters(this));
  }

  public Tunings tunings() {
    return new JdbcTunings(this);
  }

  public RolloutRuns rolloutRuns() {
    return new JdbcRolloutRuns(this);
  }

  /** What was read of servers in waves of rollouts. */
  public RolloutReadings rolloutReadings() {
    return new JdbcRolloutReadings(this);
  }

  /** Since when findings are there. */
  public FindingTimes findingTimes() {
    return new JdbcFindingTimes(this);
  }

  public Labels labels() {
    return new JdbcLabels(this);
  }

  public Tokens tokens() {
    return new JdbcTokens(this);
  }

  /** For Quartz, which brings its own statements. */
  public DataSource connections() {
    return pool;
  }

  /** Whether anything is to begin at a certain time. */
  public boolean hasSchedules() {
    return client.sql("SELECT COUNT(*) FROM QUARTZ_JOB_DETAILS").query(Long.class).single() > 0;
  }

  /** The class of Quartz that speaks with this database. */
  public String schedulerDelegate() {
    return dialect.schedulerDelegate();
  }

  /** Does nothing when the store answers, and throws otherwise. */
  public void ping() {
    var unused = client.sql("SELECT COUNT(*) FROM fence").query(Integer.class).single();
  }

  JdbcTemplate template() {
    return template;
  }

  JdbcClient client() {
    return client;
  }

  /** Runs work as one transaction that, once this returns, survives the end of the process. */
  <T> T durably(Supplier<T> work) {
    return measured(() -> {
      T result = committed(work);
      checkpoint();
      return result;
    });
  }

  /** The same, but it survives that only once {@link #sync} has returned. */
  <T> T committed(Supplier<T> work) {
    return transactions.execute(status -> work.get());
  }

  /** Returns when all that was committed before is durable. */
  void sync() {
    measured(() -> {
      checkpoint();
      return true;
    });
  }

  /** What others have committed over {@link #connections} outlives a kill from now on. */
  public void keepCommitted() {
    checkpoint();
  }

  private void checkpoint() {
    dialect
        .afterCommit()
        .ifPresent(statement -> checkpoints.awaitNext(() -> template.execute(statement)));
  }

  private <T> T measured(Supplier<T> write) {
    long begunNanos = System.nanoTime();
    boolean isWritten = false;
    try {
      T result = write.get();
      isWritten = true;
      return result;
    } finally {
      writes.record(Duration.ofNanos(System.nanoTime() - begunNanos));
      if (!isWritten) {
        failures.increment();
      }
    }
  }

  /** How its durable writes go, and how its connections are used. */
  public StoreMeasures measured() {
    HikariPoolMXBean connections = pool.getHikariPoolMXBean();
    return new StoreMeasures(
        writes.counted(),
        failures.sum(),
        connections.getActiveConnections(),
        connections.getIdleConnections(),
        connections.getThreadsAwaitingConnection());
  }

  @Override
  public void close() {
    pool.close();
  }
}
