package io.tutti.plugins.mysql;

import static io.tutti.plugins.sql.fixtures.AdviceCase.judge;
import static io.tutti.spi.advice.AdviceCode.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.plugins.sql.fixtures.AdviceCase;
import io.tutti.plugins.sql.fixtures.AdviceContract;
import io.tutti.plugins.sql.fixtures.MadeUpServer;
import io.tutti.spi.advice.Advice;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.advice.Situation;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every rule of MySQL with a server where it hits and one where it nearly does. */
class MySqlAdviceTest extends AdviceContract {
  private static final List<AdviceRule> RULES = MySqlAdvice.rules();

  MySqlAdviceTest() {
    super(RULES, cases(), MadeUpServer.of("b:1", "mysql-8.0", "8.0.15").replicatesFrom("a:1"));
  }

  private static MadeUpServer source(String flavor, String release) {
    return MadeUpServer.of("a:1", flavor, release).with("log_bin", "ON");
  }

  private static MadeUpServer replica(String flavor, String release) {
    return MadeUpServer.of("b:1", flavor, release)
        .replicatesFrom("a:1")
        .with("log_bin", "ON")
        .with("log_slave_updates", "ON")
        .with("gtid_mode", "ON");
  }

  /** 5.7.22, four workers by LOGICAL_CLOCK. */
  private static MadeUpServer clocked() {
    return replica("mysql-5.7", "5.7.22")
        .with("slave_parallel_workers", 4)
        .with("slave_parallel_type", "LOGICAL_CLOCK")
        .with("slave_preserve_commit_order", "OFF")
        .with("slave_transaction_retries", 10)
        .with("slave_checkpoint_group", 512)
        .with("slave_pending_jobs_size_max", 16_777_216)
        .keepingOrder(false);
  }

  /** 5.6.14, four workers by schema. */
  private static MadeUpServer bySchema() {
    return replica("mysql-5.6", "5.6.14").with("slave_parallel_workers", 4);
  }

  /** 8.0.15 with replicas, tracking so. */
  private static MadeUpServer tracking(String mode) {
    return source("mysql-8.0", "8.0.15")
        .with("binlog_format", "ROW")
        .with("transaction_write_set_extraction", "XXHASH64")
        .with("binlog_transaction_dependency_history_size", 25_000)
        .with("binlog_transaction_dependency_tracking", mode);
  }

  private static Map<String, Long> rows(long count) {
    return Map.of(
        "Innodb_rows_inserted", count, "Innodb_rows_updated", 0L, "Innodb_rows_deleted", 0L);
  }

  private static Map<String, Long> writes(long statements, long connections) {
    return Map.of(
        "Com_insert",
        statements,
        "Com_update",
        0L,
        "Com_delete",
        0L,
        "Com_replace",
        0L,
        "Connections",
        connections);
  }

  private static Situation grown(MadeUpServer server, long seconds, Map<String, Long> growth) {
    return server.withReplicas().withInterval(Observed.known(MadeUpServer.grown(seconds, growth)));
  }

  private static Situation busy(MadeUpServer server, long seconds, long rows) {
    return server.channel().withInterval(Observed.known(MadeUpServer.grown(seconds, rows(rows))));
  }

  private static Map<AdviceCode, AdviceCase> cases() {
    Map<AdviceCode, AdviceCase> cases = new EnumMap<>(AdviceCode.class);
    orderCases(cases);
    crashCases(cases);
    durabilityCases(cases);
    schemeCases(cases);
    roomCases(cases);
    writeSetCases(cases);
    return cases;
  }

  private static void orderCases(Map<AdviceCode, AdviceCase> cases) {
    MadeUpServer unlogged =
        clocked()
            .with("log_slave_updates", "OFF")
            .with("slave_preserve_commit_order", "ON")
            .keepingOrder(true);
    cases.put(
        ORDER_CANNOT_BE_PRESERVED,
        AdviceCase.of(
            unlogged.channel(),
            replica("mysql-8.0", "8.0.19")
                .with("log_slave_updates", "OFF")
                .with("slave_parallel_workers", 4)
                .with("slave_parallel_type", "LOGICAL_CLOCK")
                .keepingOrder(true)
                .channel(),
            "slave_preserve_commit_order",
            "log_slave_updates=false",
            "5.7.22"));
    cases.put(
        ORDER_PRESERVED_WITH_FEW_RETRIES,
        AdviceCase.of(
            clocked().keepingOrder(true).with("slave_transaction_retries", 9).channel(),
            clocked().keepingOrder(true).channel(),
            "slave_transaction_retries=9",
            "SET GLOBAL slave_transaction_retries = 10",
            "Bug#89247"));
  }

  private static void crashCases(Map<AdviceCode, AdviceCase> cases) {
    MadeUpServer positioned =
        bySchema().by(Positioning.LOG_POSITION).with("relay_log_recovery", "ON");
    cases.put(
        RELAY_LOG_RECOVERY_TRAP,
        AdviceCase.of(
            positioned.channel(),
            bySchema().with("relay_log_recovery", "ON").channel(),
            "1872",
            "relay_log_recovery=ON",
            "slave_parallel_workers = 0"));
    cases.put(
        WORKERS_NOT_CRASH_SAFE,
        AdviceCase.of(
            clocked().by(Positioning.LOG_POSITION).with("sync_relay_log", 10_000).channel(),
            clocked().by(Positioning.LOG_POSITION).keepingOrder(true).channel(),
            "4 workers",
            "sync_relay_log=10000",
            "slave_preserve_commit_order = ON"));
    cases.put(
        RELAY_LOG_INFO_IN_FILE,
        AdviceCase.of(
            clocked().with("relay_log_info_repository", "FILE").alone(),
            source("mysql-5.7", "5.7.22").with("relay_log_info_repository", "FILE").alone(),
            "relay_log_info_repository=FILE",
            "SET GLOBAL relay_log_info_repository = 'TABLE'"));
    cases.put(
        HOST_LOSS_NOTICED_LATE,
        AdviceCase.of(
            waiting(60).with("master_info_repository", "FILE").channel(),
            waiting(4).with("master_info_repository", "FILE").channel(),
            "slave_net_timeout=60",
            "SET GLOBAL master_info_repository = 'TABLE'"));
  }

  private static MadeUpServer waiting(int seconds) {
    return clocked().with("slave_net_timeout", seconds);
  }

  private static void durabilityCases(Map<AdviceCode, AdviceCase> cases) {
    cases.put(
        COMMITS_NOT_DURABLE,
        AdviceCase.of(
            source("mysql-5.7", "5.7.22")
                .with("sync_binlog", 0)
                .with("innodb_flush_log_at_trx_commit", 1)
                .withReplicas(),
            MadeUpServer.of("a:1", "mysql-5.7", "5.7.22")
                .with("log_bin", "OFF")
                .with("sync_binlog", 0)
                .with("innodb_flush_log_at_trx_commit", 1)
                .withReplicas(),
            "sync_binlog=0",
            "SET GLOBAL sync_binlog = 1"));
  }

  private static void schemeCases(Map<AdviceCode, AdviceCase> cases) {
    cases.put(
        WORKERS_SHARE_ONE_SCHEMA,
        AdviceCase.of(
            bySchema().writesTables(3, 0, "shop").channel(),
            bySchema().writesTables(3, 0, "shop", "stock").channel(),
            "4 workers",
            "shop",
            "slave_parallel_workers = 0"));
    cases.put(
        SOURCE_MARKS_NOTHING,
        AdviceCase.of(
            clocked().below(source("mysql-5.6", "5.6.14")),
            clocked().below(source("mysql-5.7", "5.7.22")),
            "mysql-5.6 (5.6.14)",
            "SET GLOBAL slave_parallel_type = 'DATABASE'"));
    MadeUpServer intermediate =
        tracking("COMMIT_ORDER").replicatesFrom("z:1").with("log_slave_updates", "ON");
    cases.put(
        PARALLELISM_LOST_UPSTREAM,
        AdviceCase.of(
            clocked().below(intermediate),
            clocked()
                .below(tracking("WRITESET").replicatesFrom("z:1").with("log_slave_updates", "ON")),
            "binlog_transaction_dependency_tracking=COMMIT_ORDER",
            "on a:1: SET PERSIST binlog_transaction_dependency_tracking = 'WRITESET'"));
  }

  private static void roomCases(Map<AdviceCode, AdviceCase> cases) {
    cases.put(
        WORKER_QUEUES_FULL,
        AdviceCase.of(
            clocked().coordinatorSays("Waiting for Slave Workers to free pending events").channel(),
            clocked()
                .coordinatorSays("Waiting for slave workers to process their queues")
                .channel(),
            "slave_pending_jobs_size_max=16777216",
            "slave_pending_jobs_size_max = 67108864"));
    cases.put(
        CHECKPOINT_GROUP_FULL,
        AdviceCase.of(
            clocked().worker("", "u:1", 1).worker("u:509", "", 508).channel(),
            clocked().worker("u:1", "", 1).worker("u:509", "", 508).channel(),
            "508",
            "slave_checkpoint_group=512",
            "slave_checkpoint_group = 4096"));
    cases.put(
        WORKERS_WITHOUT_WORK,
        AdviceCase.of(
            busy(workers(2, 14), 60, 5_000),
            busy(workers(9, 7), 60, 5_000),
            "Of the 16 workers",
            "only 2",
            "slave_parallel_workers = 4"));
  }

  private static MadeUpServer workers(int used, int unused) {
    MadeUpServer server = clocked().with("slave_parallel_workers", used + unused);
    for (int i = 0; i < used + unused; i++) {
      server.worker(i < used ? "u:" + (i + 1) : "", "", 0);
    }
    return server;
  }

  private static void writeSetCases(Map<AdviceCode, AdviceCase> cases) {
    cases.put(
        WRITESETS_NOT_USABLE,
        AdviceCase.of(
            tracking("WRITESET").with("binlog_format", "MIXED").withReplicas(),
            tracking("COMMIT_ORDER").with("binlog_format", "MIXED").withReplicas(),
            "binlog_format=MIXED",
            "SET PERSIST binlog_format = 'ROW'"));
    cases.put(
        WRITESETS_WRONG,
        AdviceCase.of(
            source("mysql-8.0", "8.0.3")
                .with("binlog_transaction_dependency_tracking", "WRITESET")
                .withReplicas(),
            source("mysql-8.0", "8.0.4")
                .with("binlog_transaction_dependency_tracking", "WRITESET")
                .withReplicas(),
            "Bug#86078",
            "COMMIT_ORDER"));
    cases.put(
        WRITESETS_FALL_BACK,
        AdviceCase.of(
            tracking("WRITESET").writesTables(7, 2, "shop").withReplicas(),
            tracking("WRITESET").writesTables(7, 0, "shop").withReplicas(),
            "2 of the 7 tables"));
    cases.put(
        WRITESET_HISTORY_TOO_SMALL,
        AdviceCase.of(
            grown(tracking("WRITESET"), 60, rows(60 * 50_000)),
            grown(tracking("WRITESET"), 60, rows(60 * 25_000)),
            "50000 rows each second",
            "binlog_transaction_dependency_history_size=25000",
            "binlog_transaction_dependency_history_size = 500000"));
    cases.put(
        WRITESET_SESSIONS_RECYCLED,
        AdviceCase.of(
            grown(tracking("WRITESET_SESSION"), 60, writes(20_200, 2)),
            grown(tracking("WRITESET_SESSION"), 60, writes(20_200, 202)),
            "20200 statements",
            "binlog_transaction_dependency_tracking = 'WRITESET'"));
  }

  @Override
  protected Map<AdviceCode, Double> missedAt() {
    return Map.of(
        ORDER_PRESERVED_WITH_FEW_RETRIES, 9.0,
        CHECKPOINT_GROUP_FULL, 100.0,
        WORKERS_WITHOUT_WORK, 17.0,
        WRITESETS_FALL_BACK, 3.0,
        WRITESET_HISTORY_TOO_SMALL, 2.0,
        WRITESET_SESSIONS_RECYCLED, 10_100.0);
  }

  @Test
  void whatIsNotKnownIsNotJudgedAndSaysWhy() {
    assertThat(judge(RULES, WORKERS_SHARE_ONE_SCHEMA, bySchema().channel()))
        .isEqualTo(Observed.unknown("not part of this test"));
    assertThat(judge(RULES, PARALLELISM_LOST_UPSTREAM, clocked().channel()).isUnknown()).isTrue();
  }

  @Test
  void aRemedyIsSpelledAsTheServerSpellsIt() {
    Situation current =
        replica("mysql-8.4", "9.7.4")
            .with("replica_parallel_workers", 4)
            .with("slave_parallel_workers", 4)
            .with("replica_transaction_retries", 0)
            .with("slave_transaction_retries", 0)
            .keepingOrder(true)
            .channel();
    assertThat(
            judge(RULES, ORDER_PRESERVED_WITH_FEW_RETRIES, current)
                .map(Advice::remedies)
                .asOptional())
        .contains(List.of("SET PERSIST replica_transaction_retries = 10"));
  }

  @Test
  void moreRetriesAreAskedForWhereTheSettingsSaySo() {
    Situation ten =
        clocked()
            .keepingOrder(true)
            .channel()
            .withThresholds(Map.of(ORDER_PRESERVED_WITH_FEW_RETRIES, 20.0));
    assertThat(
            judge(RULES, ORDER_PRESERVED_WITH_FEW_RETRIES, ten).map(Advice::remedies).asOptional())
        .contains(List.of("SET GLOBAL slave_transaction_retries = 20 (and in the option file)"));
  }

  @Test
  void a97SourceTracksWriteSetsWithoutAVariable() {
    Situation current =
        source("mysql-8.4", "9.7.4")
            .with("binlog_transaction_dependency_history_size", 1_000)
            .withReplicas()
            .withInterval(Observed.known(MadeUpServer.grown(10, rows(20_000))));
    assertThat(judge(RULES, WRITESET_HISTORY_TOO_SMALL, current).isKnown()).isTrue();
  }

  /** What nobody may look at is not taken for well, unless another fact settles it. */
  @Test
  void parentsOfForeignKeysFallBackToo() {
    assertThat(fallBack(0, Observed.known(3L)).asOptional().orElseThrow().sentence())
        .contains("a foreign key refers to: 3");
    assertThat(fallBack(0, Observed.known(0L))).isInstanceOf(Observed.Absent.class);
    assertThat(fallBack(0, Observed.unknown("GRANT PROCESS")))
        .isEqualTo(Observed.unknown("GRANT PROCESS"));
    assertThat(fallBack(1, Observed.unknown("GRANT PROCESS")).isKnown()).isTrue();
  }

  private static Observed<Advice> fallBack(long withoutKey, Observed<Long> parents) {
    var situation =
        tracking("WRITESET").writesTables(7, withoutKey, parents, "shop").withReplicas();
    return WriteSetAdvice.rules().stream()
        .filter(rule -> rule.code() == WRITESETS_FALL_BACK)
        .findFirst()
        .orElseThrow()
        .judges()
        .apply(situation);
  }

  @Test
  void theseSetSomething() {
    assertThat(setting())
        .contains(
            AdviceCode.ORDER_CANNOT_BE_PRESERVED,
            AdviceCode.ORDER_PRESERVED_WITH_FEW_RETRIES,
            AdviceCode.WORKER_QUEUES_FULL,
            AdviceCode.CHECKPOINT_GROUP_FULL,
            AdviceCode.WORKERS_WITHOUT_WORK,
            AdviceCode.WRITESET_HISTORY_TOO_SMALL,
            AdviceCode.WRITESET_SESSIONS_RECYCLED,
            AdviceCode.SOURCE_MARKS_NOTHING);
  }
}
