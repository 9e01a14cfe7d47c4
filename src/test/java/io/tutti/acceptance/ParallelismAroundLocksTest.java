package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Parallel settings are changed on a replica that is locked, or closed to writes, for a while. */
@Matrix
class ParallelismAroundLocksTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Planned, read again, about to run; what comes after it is a further attempt. */
  private static final int ABOUT_TO_RUN = 3;

  private static String threeWorkers(boolean persist) {
    return "{\"settings\":{\"slave_parallel_workers\":\"3\"},\"settle\":\"PT1S\",\"persist\":%b}"
        .formatted(persist);
  }

  /** As a backup tool holds it. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15"})
  void aGlobalReadLockIsWaitedFor(ServerRelease release) throws SQLException {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(release)) {
      String id;
      try (Connection lock = bed.replica().connect();
          Statement statement = lock.createStatement()) {
        statement.execute("FLUSH TABLES WITH READ LOCK");
        id = bed.ask(threeWorkers(false)).text("/id");
        await()
            .atMost(PATIENCE)
            .until(() -> bed.operation(id).at("/lastEvent").asInt() > ABOUT_TO_RUN);
        statement.execute("UNLOCK TABLES");
      }

      JsonNode ended = bed.atRest(id);

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      assertThat(bed.value("slave_parallel_workers")).isEqualTo("3");
      bed.assertAppliesTheSame();
    }
  }

  @Test
  void aValueIsKeptAndTakenBackOnAReplicaThatTakesNoWrites() {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_8_0_15)) {
      bed.replica()
          .execute(
              "SET SESSION sql_log_bin=0",
              "GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO 'watcher'@'%'",
              "SET GLOBAL super_read_only = 1");
      String before = bed.value("slave_parallel_workers");

      JsonNode applied = bed.done(bed.ask(threeWorkers(true)));

      assertThat(applied.at("/state").asString()).as("%s", applied).isEqualTo("SUCCEEDED");
      assertThat(persisted(bed)).isEqualTo("3");
      JsonNode undone = bed.done(bed.askUndo());
      assertThat(undone.at("/state").asString()).as("%s", undone).isEqualTo("SUCCEEDED");
      assertThat(persisted(bed)).isEmpty();
      assertThat(bed.value("slave_parallel_workers")).isEqualTo(before);
      assertThat(bed.value("super_read_only")).isEqualTo("1");
      bed.assertAppliesTheSame();
    }
  }

  private static String persisted(ReplicaUnderLoad bed) {
    return bed.replica()
        .queryValue(
            "SELECT VARIABLE_VALUE FROM performance_schema.persisted_variables"
                + " WHERE VARIABLE_NAME = 'slave_parallel_workers'")
        .orElse("");
  }
}
