package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/** A source that lost commits is fenced without being asked for, once. */
class AutomaticFenceTest {
  private static final Duration SEEN_MAX = Duration.ofSeconds(30);

  @ParameterizedTest
  @Releases(value = ServerRelease.MYSQL_5_7_22, thorough = ServerRelease.MARIADB_10_11_5)
  void aSourceThatLostCommitsIsFencedUntilAPersonLiftsIt(ServerRelease release) {
    try (FenceBed bed =
        FenceBed.start(
            release,
            Map.of("TUTTI_FENCE_AUTOMATIC", "LOSSY", "TUTTI_DISCOVERY_POLL_INTERVAL", "300ms"))) {
      IncidentBed incidents = new IncidentBed(bed.controller(), bed.source());
      incidents.awaitAnotherSecond();
      bed.source().restart();
      IncidentBed.assertJudged(incidents.settled(1), "STOPPED", "NONE");

      incidents.killWith(0, 0);
      bed.awaitShut();
      String incident = incidents.settled(2).at("/id").asString();
      await().atMost(SEEN_MAX).until(() -> bed.findings().contains("FENCED"));
      assertThat(bed.fence().toString()).contains(incident);
      assertThat(bed.refusal()).isPresent();
      assertThat(bed.controller().get("/audit").body().toString()).contains("policy:crash");

      bed.awaitNothingUnderWay();
      bed.succeeded(bed.carryOut(":unfence", "{\"force\":true,\"why\":\"compared by hand\"}"));
      assertThat(bed.refusal()).isEmpty();
      await()
          .during(Duration.ofSeconds(3))
          .atMost(SEEN_MAX)
          .until(() -> FenceBed.isOpen(bed.source()));
    }
  }
}
