package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that start fenced after they may have lost writes: the controller does not lift them. */
@Matrix
class StartFencedLossTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Map<String, String> AUTO = Map.of("TUTTI_START_FENCED_UNFENCE", "AUTO");

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void aServerThatMayHaveLostWritesStaysFenced(ServerRelease release) {
    try (FenceBed bed = FenceBed.start(release, AUTO)) {
      SandboxServer source = bed.source();
      StartFencedBed.configure(bed, source);
      source.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 0");
      await()
          .atMost(PATIENCE)
          .until(() ->
              bed.controller()
                      .instance(source.address())
                      .at("/durability/flushLogAtCommit/value")
                      .asInt(-1)
                  == 0);
      // What was read in the last second before a start counts as after it.
      await().pollDelay(Duration.ofMillis(2500)).until(() -> true);
      source.killHard();
      source.start();
      await().atMost(PATIENCE).until(() -> bed.findings().contains("STARTED_FENCED"));
      await()
          .atMost(PATIENCE)
          .until(() ->
              bed.controller()
                  .get("/findings")
                  .body()
                  .toString()
                  .contains("commits of its last second were only in its memory"));
      assertThat(FenceBed.isShut(source)).isTrue();
      assertThat(bed.refusal()).isPresent();
    }
  }
}
