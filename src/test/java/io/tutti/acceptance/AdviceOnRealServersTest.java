package io.tutti.acceptance;

import static io.tutti.spi.advice.AdviceCode.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.analysis.Evidence;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Advice on servers that are really set so; where the remedy is a statement, it is executed as
 * printed and the advice must be gone.
 */
class AdviceOnRealServersTest {
  private static final String KEYED = "id INT AUTO_INCREMENT PRIMARY KEY, v INT";
  private static final int ENOUGH_GROUPS = 80;

  private static Evidence evidence(Map<AdviceCode, Evidence> advice, AdviceCode code) {
    return Optional.ofNullable(advice.get(code))
        .orElseThrow(() -> new AssertionError(code + " is not in " + advice));
  }

  @ParameterizedTest
  @Releases(value = ServerRelease.MYSQL_5_7_22, thorough = ServerRelease.MYSQL_5_6_14)
  void workersBySchemaWithOneSchema(ServerRelease release) {
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1>2")
                .options("performance_schema=ON", "slave_parallel_workers=4"))) {
      assertThat(judged.advice(2)).doesNotContainKey(WORKERS_SHARE_ONE_SCHEMA);
      judged.write(1, "shop", KEYED, 3);
      judged.awaitRows(2, "shop", 3);
      assertThat(evidence(judged.advice(2), WORKERS_SHARE_ONE_SCHEMA).sentence())
          .contains("has 4 workers", "in one schema, shop:");
      judged.write(1, "stock", KEYED, 3);
      judged.awaitRows(2, "stock", 3);
      assertThat(judged.advice(2)).doesNotContainKey(WORKERS_SHARE_ONE_SCHEMA);
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(
      value = ServerRelease.class,
      names = {"MYSQL_5_6_14", "MYSQL_5_7_22", "MYSQL_8_0_15"})
  void workersByLogPositionWithRelayLogRecovery(ServerRelease release) {
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1>2,1>3")
                .positionBased()
                .options("slave_parallel_workers=4", "sync_binlog=0")
                .options(2, "relay_log_recovery=1", "relay_log_info_repository=FILE"))) {
      Map<AdviceCode, Evidence> trapped = judged.advice(2);
      Evidence trap = evidence(trapped, RELAY_LOG_RECOVERY_TRAP);
      assertThat(trap.sentence()).contains("4 workers", "relay_log_recovery=ON");
      assertThat(trap.sentence().contains("1872")).isEqualTo(release == ServerRelease.MYSQL_5_6_14);
      assertThat(trapped)
          .containsKeys(RELAY_LOG_INFO_IN_FILE, COMMITS_NOT_DURABLE)
          .doesNotContainKey(WORKERS_NOT_CRASH_SAFE);
      assertThat(judged.advice(3))
          .containsKey(WORKERS_NOT_CRASH_SAFE)
          .doesNotContainKeys(RELAY_LOG_RECOVERY_TRAP, RELAY_LOG_INFO_IN_FILE);

      judged.follow(
          2, evidence(trapped, RELAY_LOG_INFO_IN_FILE).remedies().list().getFirst().toString());
      judged.follow(
          2, evidence(trapped, COMMITS_NOT_DURABLE).remedies().list().getFirst().toString());
      String single = trap.remedies().list().getLast().toString().replace("or leave no gaps: ", "");
      judged.follow(2, single);
      assertThat(judged.advice(2))
          .doesNotContainKeys(RELAY_LOG_RECOVERY_TRAP, RELAY_LOG_INFO_IN_FILE, COMMITS_NOT_DURABLE);
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(
      value = ServerRelease.class,
      names = {"MYSQL_5_6_14", "MYSQL_5_7_22"})
  void receiversThatNoticeLateThatAHostIsGone(ServerRelease release) {
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .release(release)
                .topology("1>2")
                .options(2, "master_info_repository=FILE"))) {
      Evidence late = evidence(judged.advice(2), HOST_LOSS_NOTICED_LATE);
      assertThat(late.sentence())
          .contains("slave_net_timeout=" + (release == ServerRelease.MYSQL_5_6_14 ? "3600" : "60"));

      judged.follow(2, late.remedies().list().getFirst().toString());

      assertThat(judged.advice(2)).doesNotContainKey(HOST_LOSS_NOTICED_LATE);
    }
  }

  @Matrix
  @Test
  void anOrderThatCannotBePreservedIsRefusedByTheServer() {
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .fastTimeouts()
                .release(ServerRelease.MYSQL_5_7_22)
                .topology("1>2")
                .withoutReplicaUpdates(2)
                .options(
                    2,
                    "slave_parallel_type=LOGICAL_CLOCK",
                    "slave_preserve_commit_order=0",
                    "slave_transaction_retries=0"))) {
      judged
          .server(2)
          .execute(
              "STOP SLAVE SQL_THREAD",
              "SET GLOBAL slave_parallel_workers = 4",
              "SET GLOBAL slave_preserve_commit_order = 1");
      Evidence impossible = evidence(judged.advice(2), ORDER_CANNOT_BE_PRESERVED);
      assertThat(impossible.sentence()).contains("slave_preserve_commit_order=ON", "5.7.22");
      assertThatThrownBy(() -> judged.server(2).execute("START SLAVE SQL_THREAD"))
          .as("what the advice says is so")
          .isInstanceOf(RuntimeException.class);
      judged.follow(2, impossible.remedies().list().getFirst().toString());
      assertThat(judged.advice(2)).doesNotContainKey(ORDER_CANNOT_BE_PRESERVED);
    }
  }

  @Matrix
  @Test
  void anIntermediateSourceThatLosesParallelism() {
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .fastTimeouts()
                .release(ServerRelease.MYSQL_8_0_15)
                .topology("1>2,2>3")
                .options(
                    3,
                    "slave_parallel_type=LOGICAL_CLOCK",
                    "slave_parallel_workers=4",
                    "slave_preserve_commit_order=1",
                    "slave_transaction_retries=1"))) {
      Map<AdviceCode, Evidence> advice = judged.advice(3);
      Evidence lost = evidence(advice, PARALLELISM_LOST_UPSTREAM);
      assertThat(lost.sentence()).contains("binlog_transaction_dependency_tracking=COMMIT_ORDER");
      assertThat(evidence(advice, ORDER_PRESERVED_WITH_FEW_RETRIES).sentence())
          .contains("slave_transaction_retries=1.");
      judged.follow(2, lost.remedies().list().getFirst().toString().replaceFirst("on [^ ]+: ", ""));
      judged.follow(
          3,
          evidence(advice, ORDER_PRESERVED_WITH_FEW_RETRIES)
              .remedies()
              .list()
              .getFirst()
              .toString());
      assertThat(judged.advice(3))
          .doesNotContainKeys(PARALLELISM_LOST_UPSTREAM, ORDER_PRESERVED_WITH_FEW_RETRIES);
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(
      value = ServerRelease.class,
      names = {"MYSQL_8_0_15", "MYSQL_9_7"})
  void writeSetsThatHelpLittle(ServerRelease release) {
    boolean hasChoice = release == ServerRelease.MYSQL_8_0_15;
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1>2")
                .options(
                    1,
                    "loose_binlog_transaction_dependency_tracking=WRITESET",
                    "binlog_transaction_dependency_history_size=1"))) {
      judged.write(1, "shop", "v INT", 1);
      judged.advice(1);
      judged.write(1, "shop", "v INT", 400);
      Map<AdviceCode, Evidence> advice = judged.advice(1);
      assertThat(evidence(advice, WRITESETS_FALL_BACK).sentence())
          .contains("1 of the 1 tables", hasChoice ? "=WRITESET" : "always does");
      Evidence history = evidence(advice, WRITESET_HISTORY_TOO_SMALL);
      assertThat(history.sentence()).contains("history_size=1 hashes");
      judged.follow(1, history.remedies().list().getFirst().toString());
      if (hasChoice) {
        judged.server(1).execute("SET GLOBAL binlog_format = MIXED");
        assertThat(evidence(judged.advice(1), WRITESETS_NOT_USABLE).sentence())
            .contains("binlog_format=MIXED");
      }
    }
  }

  /** An account that may not look is informed nothing, and nothing is taken for well. */
  @Matrix
  @ParameterizedTest
  @EnumSource(
      value = ServerRelease.class,
      names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7"})
  void parentsOfForeignKeysAreSeenWhereTheAccountMayLook(ServerRelease release) {
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1>2")
                .options(
                    1,
                    "loose_transaction_write_set_extraction=XXHASH64",
                    "loose_binlog_transaction_dependency_tracking=WRITESET"))) {
      judged.write(1, "shop", "id INT PRIMARY KEY AUTO_INCREMENT, v INT", 1);
      judged
          .server(1)
          .execute(
              "CREATE TABLE shop.c (t INT PRIMARY KEY, FOREIGN KEY (t) REFERENCES shop.t (id))",
              "SET SESSION sql_log_bin=0",
              "REVOKE PROCESS ON *.* FROM 'watcher'@'%'");
      // 8.0.15 lets every account look.
      assertThat(judged.advice(1).containsKey(WRITESETS_FALL_BACK))
          .isEqualTo(release == ServerRelease.MYSQL_8_0_15);

      judged
          .server(1)
          .execute("SET SESSION sql_log_bin=0", "GRANT PROCESS ON *.* TO 'watcher'@'%'");

      assertThat(evidence(judged.advice(1), WRITESETS_FALL_BACK).sentence())
          .contains("0 of the 1 tables", "a foreign key refers to: 1.");
    }
  }

  @Matrix
  @Test
  void aSourceOlderThanLogicalTimes() {
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .fastTimeouts()
                .release(1, ServerRelease.MYSQL_5_6_14)
                .release(2, ServerRelease.MYSQL_5_7_22)
                .topology("1>2")
                .options(2, "slave_parallel_type=LOGICAL_CLOCK", "slave_parallel_workers=4"))) {
      Evidence unmarked = evidence(judged.advice(2), SOURCE_MARKS_NOTHING);
      assertThat(unmarked.sentence()).contains("mysql-5.6 (5.6.14)");
      judged.follow(2, unmarked.remedies().list().getFirst().toString());
      assertThat(judged.advice(2)).doesNotContainKey(SOURCE_MARKS_NOTHING);
    }
  }

  @ParameterizedTest
  @Releases(value = ServerRelease.MARIADB_10_11_5, thorough = ServerRelease.MARIADB_10_1_8)
  void aSingleWriterAboveAConservativeReplica(ServerRelease release) {
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1>2")
                .options(2, "slave_parallel_threads=4", "slave_parallel_mode=conservative"))) {
      assertThat(judged.notJudged(2).get(GROUP_COMMITS_TOO_SMALL.name()))
          .contains("were not read twice yet");
      judged.write(1, "shop", KEYED, ENOUGH_GROUPS);
      Evidence small = evidence(judged.advice(2), GROUP_COMMITS_TOO_SMALL);
      assertThat(small.sentence()).contains("has 4 workers", "a group has 1.0");
      judged.follow(2, small.remedies().list().getFirst().toString());
      judged.write(1, "shop", KEYED, ENOUGH_GROUPS);
      Map<AdviceCode, Evidence> optimistic = judged.advice(2);
      assertThat(optimistic).doesNotContainKey(GROUP_COMMITS_TOO_SMALL);
      assertThat(optimistic.containsKey(APPLIER_DEADLOCKS_WITH_STATUS))
          .isEqualTo(release == ServerRelease.MARIADB_10_1_8);
      assertThat(optimistic.containsKey(APPLIER_DEADLOCKS_WITH_UNTIL))
          .isEqualTo(release == ServerRelease.MARIADB_10_1_8);
    }
  }

  @Matrix
  @Test
  void anOptimisticReplicaBehindMinimalWithMyIsamTablesAndTwoDomains() {
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .fastTimeouts()
                .release(ServerRelease.MARIADB_10_11_5)
                .topology("1>2,2>3")
                .options(2, "slave_parallel_threads=2", "slave_parallel_mode=minimal")
                .options(
                    3,
                    "slave_parallel_threads=8",
                    "slave_parallel_mode=optimistic",
                    "slave_transaction_retries=0"))) {
      judged.write(1, "shop", KEYED, 1);
      judged.awaitRows(3, "shop", 1);
      judged.advice(3);
      judged
          .server(1)
          .execute(
              "ALTER TABLE shop.t ENGINE=MyISAM",
              "INSERT INTO shop.t (v) VALUES (1)",
              "SET SESSION gtid_domain_id = 7",
              "INSERT INTO shop.t (v) VALUES (2)");
      judged.awaitRows(3, "shop", 3);
      Map<AdviceCode, Evidence> advice = judged.advice(3);
      assertThat(advice)
          .containsKeys(
              OPTIMISM_BEHIND_MINIMAL,
              OPTIMISM_WITHOUT_TRANSACTIONS,
              ORDER_PRESERVED_WITH_FEW_RETRIES,
              WORKERS_STARVED_BY_DOMAIN);
      for (AdviceCode code :
          new AdviceCode[] {
            OPTIMISM_BEHIND_MINIMAL, ORDER_PRESERVED_WITH_FEW_RETRIES, WORKERS_STARVED_BY_DOMAIN
          }) {
        judged.follow(3, evidence(advice, code).remedies().list().getFirst().toString());
      }
      assertThat(judged.advice(3))
          .doesNotContainKeys(
              OPTIMISM_BEHIND_MINIMAL, ORDER_PRESERVED_WITH_FEW_RETRIES, WORKERS_STARVED_BY_DOMAIN);
    }
  }
}
