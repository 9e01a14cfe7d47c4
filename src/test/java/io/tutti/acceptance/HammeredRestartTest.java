package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.StartFencedBed.Hammer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A client writes all the time while a server is restarted that has no fence at its start. */
@Matrix
class HammeredRestartTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** So many refusals after the fence is up show that nothing comes through it. */
  private static final int REFUSALS = 50;

  /**
   * From the first reading of the new process on, on a machine that has nothing else to do. How
   * long it takes is measured elsewhere (docs/fence.md); this is for what waits for a person.
   */
  private static final Duration RAISED_AFTER_MAX = Duration.ofSeconds(15);

  @ParameterizedTest
  @Releases(value = ServerRelease.MYSQL_5_7_22, thorough = ServerRelease.MARIADB_10_11_5)
  void takesWritesOnlyUntilItIsKnownToHaveLostSome(ServerRelease release) {
    try (FenceBed bed = FenceBed.start(release, Map.of("TUTTI_FENCE_AUTOMATIC", "LOSSY"))) {
      IncidentBed incidents = new IncidentBed(bed.controller(), bed.source());
      incidents.seeWith(1, 0);
      bed.source().killHard();
      try (Hammer hammer = new Hammer(bed)) {
        bed.source().start();
        await().atMost(PATIENCE).until(() -> !bed.raisedByItself().isEmpty());
        JsonNode raised = bed.raisedByItself().getFirst();
        assertNothingIsTakenFromNowOn(bed, hammer);

        Instant noticed = Instant.parse(incidents.settled(1).at("/noticedAt").asString());
        Instant fencedAt = Instant.parse(raised.at("/changedAt").asString());
        System.err.printf(
            "%s took %d writes; fenced %d ms after it was read first, at %.1f%n",
            release,
            hammer.accepted(),
            Duration.between(noticed, fencedAt).toMillis(),
            hammer.slowness());
        assertThat(hammer.accepted()).as("it was open until then").isPositive();
        assertThat(hammer.lastAccepted()).isBefore(fencedAt);
        assertThat(Duration.between(noticed, fencedAt).toMillis())
            .isLessThan((long) (RAISED_AFTER_MAX.toMillis() * hammer.slowness()));
      }
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void takesNoneFromTheFirstContactOnWhenItWasFencedBefore(ServerRelease release) {
    try (FenceBed bed = FenceBed.start(release, Map.of())) {
      bed.succeeded(bed.carryOut(":fence", "{}"));
      IncidentBed incidents = new IncidentBed(bed.controller(), bed.source());
      incidents.awaitAnotherSecond();
      bed.source().killHard();
      try (Hammer hammer = new Hammer(bed)) {
        bed.source().start();
        await().atMost(PATIENCE).until(() -> raisedAgain(bed).isPresent());
        Instant raised = raisedAgain(bed).orElseThrow();
        assertNothingIsTakenFromNowOn(bed, hammer);

        Instant noticed = Instant.parse(incidents.settled(1).at("/noticedAt").asString());
        System.err.printf("%s, fenced before, took %d writes%n", release, hammer.accepted());
        assertThat(hammer.lastAccepted()).isBefore(raised);
        assertThat(raised).as("before it was read first").isBefore(noticed);
      }
    }
  }

  private static void assertNothingIsTakenFromNowOn(FenceBed bed, Hammer hammer) {
    long rows = bed.rows(bed.source());
    int refused = hammer.refused();
    await().atMost(PATIENCE).until(() -> hammer.refused() >= refused + REFUSALS);
    assertThat(bed.rows(bed.source())).isEqualTo(rows);
  }

  private static Optional<Instant> raisedAgain(FenceBed bed) {
    return bed.controller()
        .get("/audit")
        .body()
        .at("/items")
        .valueStream()
        .filter(each -> each.at("/action").asString().equals("fence.raised"))
        .filter(each -> each.at("/actor").asString().equals("policy:fence"))
        .map(each -> Instant.parse(each.at("/at").asString()))
        .findFirst();
  }
}
