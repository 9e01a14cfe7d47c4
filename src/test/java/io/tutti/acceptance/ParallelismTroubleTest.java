package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Real servers whose appliers hang, or fail, while their settings are changed. */
@Matrix
class ParallelismTroubleTest {
  private static final Duration SEEN_MAX = Duration.ofSeconds(90);

  /** Planned, read again, about to run; what comes after it is a further attempt. */
  private static final int ABOUT_TO_RUN = 3;

  private static String workers(int count, String settle) {
    return "{\"settings\":{\"slave_parallel_workers\":\"%d\"},\"settle\":\"%s\"}"
        .formatted(count, settle);
  }

  /** Holds every table that the load writes, so that the applier waits in the middle. */
  private static Connection lockTables(SandboxServer replica) throws SQLException {
    String tables =
        replica
            .queryValue(
                "SELECT GROUP_CONCAT('`', table_schema, '`.`', table_name, '` WRITE')"
                    + " FROM information_schema.tables WHERE table_schema LIKE 'load%'")
            .orElseThrow();
    Connection connection = replica.connect();
    try (Statement statement = connection.createStatement()) {
      statement.execute("LOCK TABLES " + tables);
    }
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() ->
            replica.query("SHOW PROCESSLIST").toString().contains("Waiting for table metadata"));
    return connection;
  }

  private static void awaitEvent(ReplicaUnderLoad bed, String id, String text) {
    await()
        .atMost(SEEN_MAX)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> assertThat(bed.operation(id).toString()).contains(text));
  }

  @Test
  void aStopThatIsAnsweredLateIsWaitedFor() throws SQLException {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_8_0_15)) {
      String id;
      try (Connection lock = lockTables(bed.replica())) {
        id = bed.ask(workers(3, "PT1S")).text("/id");
        await()
            .atMost(SEEN_MAX)
            .until(() -> bed.operation(id).at("/lastEvent").asInt() > ABOUT_TO_RUN + 1);
        assertThat(bed.operation(id).at("/state").asString()).isEqualTo("RUNNING");
      }

      JsonNode ended = bed.atRest(id);

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      assertThat(bed.value("slave_parallel_workers")).isEqualTo("3");
      bed.assertAppliesTheSame();
    }
  }

  @Test
  void aStopThatIsNotAnsweredIsUndone() throws SQLException {
    try (ReplicaUnderLoad bed =
        ReplicaUnderLoad.start(
            ServerRelease.MYSQL_8_0_15, Map.of("TUTTI_OPERATIONS_SERVER_WAIT", "PT1S"))) {
      String id;
      try (Connection lock = lockTables(bed.replica())) {
        id = bed.ask(workers(3, "PT1S")).text("/id");
        awaitEvent(bed, id, "UNDOING");
        assertThat(bed.value("slave_parallel_workers")).isEqualTo("0");
      }

      JsonNode ended = bed.atRest(id);

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("UNDONE");
      assertThat(bed.value("slave_parallel_workers")).isEqualTo("0");
      bed.assertAppliesTheSame();
    }
  }

  @Test
  void anApplierThatHangsUnderTheNewSettingsGetsItsOldOnesBack() throws SQLException {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_8_0_15)) {
      String id = bed.ask(workers(3, "PT12S")).text("/id");
      await().atMost(SEEN_MAX).until(() -> bed.value("slave_parallel_workers").equals("3"));
      await().atMost(SEEN_MAX).until(bed::applierRuns);
      try (Connection lock = lockTables(bed.replica())) {
        awaitEvent(bed, id, "UNDOING");
        assertThat(bed.operation(id).toString()).contains("has applied nothing for");
      }

      JsonNode ended = bed.atRest(id);

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("UNDONE");
      assertThat(bed.value("slave_parallel_workers")).isEqualTo("0");
      bed.assertAppliesTheSame();
    }
  }

  private static boolean hasHole(String executed) {
    return executed.matches("(?s).*:\\d+(-\\d+)?:.*");
  }

  /**
   * A worker fails while others run past it. The settings are not changed back across that gap: the
   * operation is stuck until a person has repaired the row, and is then undone.
   */
  @Test
  void aGapOfAFailedWorkerIsNotCrossed() throws SQLException {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_5_7_22)) {
      bed.source().execute("CREATE DATABASE torn", "CREATE TABLE torn.t (id INT PRIMARY KEY)");
      await()
          .atMost(SEEN_MAX)
          .until(() -> bed.replica().queryValue("SHOW TABLES FROM torn").isPresent());
      String id = bed.ask(workers(4, "PT20S")).text("/id");
      await().atMost(SEEN_MAX).until(() -> bed.value("slave_parallel_workers").equals("4"));
      try (Connection row = bed.replica().connect()) {
        row.setAutoCommit(false);
        row.createStatement().execute("SET SESSION sql_log_bin=0");
        row.createStatement().execute("INSERT INTO torn.t VALUES (1)");
        bed.source().execute("INSERT INTO torn.t VALUES (1)");
        await().atMost(SEEN_MAX).until(() -> hasHole(bed.value("gtid_executed")));
        row.commit();
      }

      JsonNode stuck = bed.atRest(id);

      assertThat(stuck.at("/state").asString()).as("%s", stuck).isEqualTo("STUCK");
      assertThat(stuck.toString()).contains("1062");
      assertThat(bed.value("slave_parallel_workers")).as(bed.value("gtid_executed")).isEqualTo("4");
      assertThat(bed.applierRuns()).as("it would fail again, and run past it then").isFalse();
      assertThat(hasHole(bed.value("gtid_executed"))).isTrue();

      bed.replica()
          .execute(
              "SET SESSION sql_log_bin=0",
              "DELETE FROM torn.t WHERE id = 1",
              "START SLAVE SQL_THREAD");
      assertThat(bed.controller().post("/operations/" + id + ":retry", "").status()).isEqualTo(200);
      await()
          .atMost(SEEN_MAX)
          .until(() -> bed.operation(id).at("/state").asString().equals("UNDONE"));

      assertThat(bed.value("slave_parallel_workers")).isEqualTo("0");
      bed.assertAppliesTheSame();
    }
  }
}
