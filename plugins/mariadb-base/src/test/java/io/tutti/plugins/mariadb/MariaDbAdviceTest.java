package io.tutti.plugins.mariadb;

import static io.tutti.plugins.sql.fixtures.AdviceCase.judge;
import static io.tutti.spi.advice.AdviceCode.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.CounterInterval;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ServerVersion;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every rule of MariaDB with a server where it hits and one where it nearly does. */
class MariaDbAdviceTest extends AdviceContract {
  private static final List<AdviceRule> RULES = MariaDbAdvice.rules();

  MariaDbAdviceTest() {
    super(RULES, cases(), MadeUpServer.of("b:1", "mariadb-10", "10.2.11").replicatesFrom("a:1"));
  }

  private static MadeUpServer source(String release) {
    return MadeUpServer.of("a:1", "mariadb-10", release).with("log_bin", "ON");
  }

  /** Eight workers in that mode. */
  private static MadeUpServer replica(String release, String mode) {
    return MadeUpServer.of("b:1", "mariadb-10", release)
        .replicatesFrom("a:1")
        .by(Positioning.REPLICA_POS)
        .with("log_bin", "ON")
        .with("log_slave_updates", "ON")
        .with("slave_parallel_threads", 8)
        .with("slave_domain_parallel_threads", 0)
        .with("slave_parallel_max_queued", 131_072)
        .with("slave_transaction_retries", 10)
        .with("slave_parallel_mode", mode);
  }

  private static CounterInterval commits(long transactions, long groups) {
    return MadeUpServer.grown(
        60, Map.of("Binlog_commits", transactions, "Binlog_group_commits", groups));
  }

  private static Situation writingMyIsam(MadeUpServer server, long blocks) {
    return server
        .channel()
        .withInterval(Observed.known(MadeUpServer.grown(60, Map.of("Key_write_requests", blocks))));
  }

  private static MadeUpServer intermediate(String mode) {
    return source("10.2.11")
        .replicatesFrom("z:1")
        .with("slave_parallel_threads", 4)
        .with("slave_parallel_mode", mode);
  }

  private static Map<AdviceCode, AdviceCase> cases() {
    Map<AdviceCode, AdviceCase> cases = new EnumMap<>(AdviceCode.class);
    poolCases(cases);
    optimisticCases(cases);
    durabilityCases(cases);
    return cases;
  }

  private static void poolCases(Map<AdviceCode, AdviceCase> cases) {
    MadeUpServer conservative = replica("10.2.11", "conservative");
    cases.put(
        GROUP_COMMITS_TOO_SMALL,
        AdviceCase.of(
            conservative.below(source("10.2.11"), commits(1_100, 1_000)),
            conservative.below(source("10.2.11"), commits(3_000, 1_000)),
            "1.10 transactions",
            "binlog_commit_wait_count = 8",
            "SET GLOBAL slave_parallel_mode = 'optimistic'"));
    cases.put(
        WORKERS_WITHOUT_WORK,
        AdviceCase.of(
            conservative.below(source("10.2.11"), commits(1_500, 1_000)),
            conservative.below(source("10.2.11"), commits(2_000, 1_000)),
            "1.50 transactions",
            "slave_parallel_threads = 3"));
    cases.put(
        WORKER_QUEUES_FULL,
        AdviceCase.of(
            conservative.coordinatorSays("Waiting for room in worker thread event queue").channel(),
            replica("10.2.11", "conservative")
                .coordinatorSays("Waiting for work from SQL thread")
                .channel(),
            "slave_parallel_max_queued=131072",
            "slave_parallel_max_queued = 1048576"));
    MadeUpServer domains =
        replica("10.2.11", "conservative").received(MariaDbGtidSet.parse("0-1-5,2-1-9"));
    cases.put(
        WORKERS_STARVED_BY_DOMAIN,
        AdviceCase.of(
            domains.channel(),
            replica("10.2.11", "conservative")
                .received(MariaDbGtidSet.parse("0-1-5,2-1-9"))
                .with("slave_domain_parallel_threads", 4)
                .channel(),
            "2 domains",
            "slave_domain_parallel_threads=0",
            "slave_domain_parallel_threads = 4"));
  }

  private static void optimisticCases(Map<AdviceCode, AdviceCase> cases) {
    MadeUpServer optimistic = replica("10.2.11", "optimistic");
    cases.put(
        OPTIMISM_NOT_SUPPORTED_BY_SOURCE,
        AdviceCase.of(
            optimistic.below(source("10.0.38")),
            optimistic.below(source("10.1.8")),
            "mariadb-10 (10.0.38)",
            "upgrade the source"));
    cases.put(
        OPTIMISM_BEHIND_MINIMAL,
        AdviceCase.of(
            optimistic.below(intermediate("minimal")),
            optimistic.below(intermediate("conservative")),
            "minimal",
            "slave_parallel_mode = 'aggressive'"));
    cases.put(
        OPTIMISM_WITHOUT_TRANSACTIONS,
        AdviceCase.of(
            writingMyIsam(optimistic, 12), writingMyIsam(optimistic, 0), "12 index blocks"));
    cases.put(
        ORDER_PRESERVED_WITH_FEW_RETRIES,
        AdviceCase.of(
            replica("10.2.11", "aggressive").with("slave_transaction_retries", 0).channel(),
            optimistic.channel(),
            "slave_transaction_retries=0",
            "slave_transaction_retries = 10"));
    cases.put(
        APPLIER_DEADLOCKS_WITH_STATUS,
        AdviceCase.of(
            optimistic.channel(),
            replica("10.4.3", "optimistic").channel(),
            "MDEV-15135",
            "10.2.11",
            "'conservative'"));
    cases.put(
        APPLIER_DEADLOCKS_WITH_UNTIL,
        AdviceCase.of(
            optimistic.channel(), replica("10.2.33", "optimistic").channel(), "MDEV-15152"));
  }

  private static void durabilityCases(Map<AdviceCode, AdviceCase> cases) {
    cases.put(
        COMMITS_NOT_DURABLE,
        AdviceCase.of(
            replica("10.2.11", "conservative")
                .with("sync_binlog", 1)
                .with("innodb_flush_log_at_trx_commit", 0)
                .alone(),
            replica("10.2.11", "conservative")
                .with("sync_binlog", 1)
                .with("innodb_flush_log_at_trx_commit", 1)
                .alone(),
            "A crash of the server process alone",
            "SET GLOBAL innodb_flush_log_at_trx_commit = 1"));
  }

  @Override
  protected Map<AdviceCode, Double> missedAt() {
    return Map.of(
        GROUP_COMMITS_TOO_SMALL, 1.1,
        WORKERS_WITHOUT_WORK, 9.0,
        OPTIMISM_WITHOUT_TRANSACTIONS, 12.0);
  }

  @Test
  void tooFewGroupCommitsAreNotJudged() {
    Situation quiet = replica("10.2.11", "conservative").below(source("10.2.11"), commits(20, 20));
    assertThat(judge(RULES, GROUP_COMMITS_TOO_SMALL, quiet).toString())
        .contains("only 20 group commits of the source were seen");
  }

  @Test
  void tenZeroAppliesConservativelyWithoutAMode() {
    MadeUpServer old =
        MadeUpServer.of("b:1", "mariadb-10", "10.0.38")
            .replicatesFrom("a:1")
            .with("slave_parallel_threads", 4);
    Situation situation = old.below(source("10.0.38"), commits(1_000, 1_000));
    assertThat(judge(RULES, GROUP_COMMITS_TOO_SMALL, situation).map(Advice::remedies).asOptional())
        .hasValueSatisfying(remedies ->
            assertThat(remedies).singleElement().asString().contains("binlog_commit_wait_count"));
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.45, true",
    "10.1.46, false",
    "10.2.32, true",
    "10.3.24, false",
    "10.4.13, true",
    "10.4.14, false",
    "10.5.1, false",
    "11.4.5, false"
  })
  void holdsTheReleasesBeforeTheFixForAffectedByMdev15152(String release, boolean affected) {
    assertThat(OptimisticAdvice.lacksUntilFix(ServerVersion.parse(release))).isEqualTo(affected);
  }

  @Test
  void theseSetSomething() {
    assertThat(setting())
        .contains(
            AdviceCode.GROUP_COMMITS_TOO_SMALL,
            AdviceCode.WORKERS_WITHOUT_WORK,
            AdviceCode.WORKER_QUEUES_FULL,
            AdviceCode.WORKERS_STARVED_BY_DOMAIN,
            AdviceCode.OPTIMISM_BEHIND_MINIMAL,
            AdviceCode.ORDER_PRESERVED_WITH_FEW_RETRIES);
  }
}
