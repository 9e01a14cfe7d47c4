package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxServer;
import java.time.Duration;
import java.util.List;

/** Whether two servers have the same rows. */
final class Checksums {
  private Checksums() {}

  /** Of each of these tables; empty text for one that is not there. */
  static List<String> of(SandboxServer server, String... tables) {
    return server.query("CHECKSUM TABLE " + String.join(", ", tables)).stream()
        .map(row -> row.firstText("Checksum"))
        .toList();
  }

  /** Until a replica has what its source has in these tables. */
  static void awaitEqual(SandboxServer source, SandboxServer replica, String... tables) {
    awaitEqual(Duration.ofSeconds(60), source, replica, tables);
  }

  static void awaitEqual(
      Duration longest, SandboxServer source, SandboxServer replica, String... tables) {
    await()
        .atMost(longest)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .untilAsserted(() ->
            assertThat(of(replica, tables))
                .as("%s", replica.replication())
                .isEqualTo(of(source, tables)));
  }
}
