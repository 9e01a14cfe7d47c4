package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** What is refused before anything is said to a real server. */
@Matrix
class ParallelismRefusalsTest {
  private static final String WORKERS =
      "{\"settings\":{\"replica_parallel_workers\":\"3\"},\"settle\":\"PT0S\"%s}";

  /** Each privilege that operating wants is taken away, and is named. */
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {
        ServerRelease.MYSQL_8_0_15,
        ServerRelease.MYSQL_9_7,
        ServerRelease.MARIADB_10_1_8,
        ServerRelease.MARIADB_10_11_5
      })
  void aMissingPrivilegeIsNamedAndNothingIsChanged(ServerRelease release) {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(release)) {
      String before = bed.value(workers(release));
      for (String privilege : needed(release)) {
        onReplica(bed, "REVOKE " + privilege + " ON *.* FROM 'watcher'@'%'");

        for (String more : List.of("", ",\"dryRun\":true")) {
          Answer refused = bed.ask(WORKERS.formatted(more));
          assertThat(refused.text("/code"))
              .as("without %s: %s", privilege, refused.body())
              .isEqualTo("MISSING_PRIVILEGE");
          assertThat(refused.body().at("/remedies").toString())
              .contains("GRANT " + privilege + " ON *.* TO 'watcher'");
          assertThat(refused.text("/detail")).contains("Nothing was changed.");
        }
        assertThat(bed.value(workers(release))).isEqualTo(before);
        assertThat(bed.applierRuns()).isTrue();
        onReplica(bed, "GRANT " + privilege + " ON *.* TO 'watcher'@'%'");
      }
      assertThat(bed.controller().get("/operations").body().at("/items").size()).isZero();

      JsonNode applied = bed.done(bed.ask(WORKERS.formatted("")));

      assertThat(applied.at("/state").asString()).as("%s", applied).isEqualTo("SUCCEEDED");
      assertThat(bed.value(workers(release))).isEqualTo("3");
    }
  }

  private static void onReplica(ReplicaUnderLoad bed, String statement) {
    bed.replica().execute("SET SESSION sql_log_bin=0", statement);
  }

  private static String workers(ServerRelease release) {
    if (release == ServerRelease.MYSQL_9_7) {
      return "replica_parallel_workers";
    }
    return release.name().startsWith("MARIADB")
        ? "slave_parallel_threads"
        : "slave_parallel_workers";
  }

  /** What changing the number of workers wants. */
  private static List<String> needed(ServerRelease release) {
    return switch (release) {
      case MYSQL_8_0_15, MYSQL_9_7 -> List.of("REPLICATION_SLAVE_ADMIN", "SYSTEM_VARIABLES_ADMIN");
      case MARIADB_10_11_5, MARIADB_11_4_5 -> List.of("REPLICATION SLAVE ADMIN");
      case MYSQL_5_6_14, MYSQL_5_7_22, MARIADB_10_1_8, MARIADB_10_2_11 -> List.of("SUPER");
    };
  }

  /** Undoing what was persisted wants a privilege of its own, and an apply may be undone. */
  @Matrix
  @Test
  void aPersistedChangeWantsWhatItsUndoingWants() {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_8_0_15)) {
      onReplica(bed, "REVOKE PERSIST_RO_VARIABLES_ADMIN ON *.* FROM 'watcher'@'%'");
      assertThat(bed.ask(WORKERS.formatted(",\"persist\":true,\"dryRun\":true")).body().toString())
          .contains("GRANT PERSIST_RO_VARIABLES_ADMIN ON *.* TO 'watcher'");
      assertThat(bed.ask(WORKERS.formatted(",\"dryRun\":true")).status()).isEqualTo(200);
    }
  }

  /** 5.7 takes both values, and refuses to start the applier afterwards. */
  @Matrix
  @Test
  void valuesThatDoNotGoTogetherAreRefused() {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_5_7_22)) {
      Answer refused =
          bed.ask(
              "{\"settings\":{\"slave_preserve_commit_order\":\"ON\",\"slave_parallel_workers\":\"4\","
                  + "\"slave_parallel_type\":\"DATABASE\"}}");
      assertThat(refused.text("/code")).as("%s", refused.body()).isEqualTo("KNOB_CONFLICT");
      assertThat(refused.text("/detail")).contains("Nothing was changed.");
      assertThat(refused.body().at("/remedies").toString()).contains("LOGICAL_CLOCK");
      assertThat(bed.value("slave_preserve_commit_order")).isEqualTo("0");
      assertThat(bed.value("slave_parallel_workers")).isEqualTo("0");
      assertThat(bed.applierRuns()).isTrue();
    }
  }
}
