package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A receiver that waits as relay_log_space_limit is reached says of itself that it runs. */
@Matrix
class RelayLogSpaceTest {
  private static final String FOUND = "RELAY_LOG_SPACE_USED_UP";

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void aBackupSessionSaysItsLimitAndWhenItIsReached(ServerRelease release) {
    try (Bed bed =
        Bed.of(release)
            .topology("1>2")
            .options(2, "relay_log_space_limit=400000", "max_relay_log_size=65536")
            .about(2)
            .start()) {
      bed.source().execute("CREATE DATABASE d", "CREATE TABLE d.b (i INT PRIMARY KEY, b LONGBLOB)");
      bed.awaitKnown();

      JsonNode plan =
          OperationCalls.planned(bed.ask("/backups", "{\"ttl\":\"PT5M\",\"dryRun\":true}"));
      assertThat(plan.at("/notes").toString())
          .contains("may take 400000 bytes (relay_log_space_limit)");
      bed.succeeded(bed.carryOut("/backups", "{\"ttl\":\"PT5M\"}"));
      for (int row = 0; row < 30; row++) {
        bed.source().execute("INSERT INTO d.b VALUES (" + row + ", REPEAT('x', 50000))");
      }

      await().untilAsserted(() -> assertThat(bed.findings()).contains(FOUND));
      String id = bed.controller().get(bed.path("/backups")).body().at("/items/0/id").asString();
      bed.succeeded(
          bed.atRest(OperationCalls.begun(bed.controller().delete(bed.path("/backups/" + id)))));
      await().untilAsserted(() -> assertThat(bed.findings()).doesNotContain(FOUND));
      Checksums.awaitEqual(bed.source(), bed.replica(), "d.b");
    }
  }
}
