package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Soak;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An application writes all the time, one harmless thing after the other happens to its cluster,
 * and nothing is failed over. The figures of docs/failover.md.
 */
@Soak
class FalseAlarmsTest {
  private static final Duration LASTS =
      Duration.ofMinutes(Integer.getInteger("tutti.test.minutes", 60));

  @OwnProcess
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MARIADB_10_11_5"})
  void nothingIsFailedOver(ServerRelease release) throws SQLException {
    try (Bed bed = AutomaticFailoverTest.start(release, Map.of("TUTTI_FAILOVER_POLICY", "AUTO"));
        ApplicationWrites writes = ApplicationWrites.start(bed.sandbox().servers())) {
      writes.awaitMore(bed.source(), 50);
      Map<Harmless, Integer> happened = new EnumMap<>(Harmless.class);
      long since = System.nanoTime();
      while (System.nanoTime() - since < LASTS.toNanos()) {
        for (Harmless each : Harmless.values()) {
          each.happenTo(bed);
          happened.merge(each, 1, Integer::sum);
          writes.awaitMore(bed.source(), 50);
          awaitReplicating(bed);
          AutomaticFailoverTest.assertNothingWasDone(bed);
        }
      }
      writes.stop();
      for (SandboxServer each : bed.sandbox().servers()) {
        if (each.node() != 1) {
          assertThat(writes.acknowledgedBy(each)).as("rows that %s took", each).isEmpty();
          Checksums.awaitEqual(bed.source(), each, "d.t");
        }
      }
      System.out.printf(
          "%s: %s in %d s, %d rows acknowledged, nothing was failed over%n",
          release,
          happened,
          Duration.ofNanos(System.nanoTime() - since).toSeconds(),
          writes.acknowledged().size());
    }
  }

  private static void awaitReplicating(Bed bed) {
    await()
        .atMost(Harmless.PATIENCE)
        .ignoreExceptions()
        .until(() ->
            bed.sandbox().servers().stream()
                .filter(each -> each.node() != 1)
                .map(ReplicaStatus::of)
                .map(each -> each.text("Slave_IO_Running", "Replica_IO_Running"))
                .allMatch("Yes"::equals));
  }
}
