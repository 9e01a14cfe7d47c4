package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.StartFencedBed.Hammer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/** Servers that start fenced, were shut down in order, and are lifted by the controller. */
class StartFencedLiftTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Map<String, String> AUTO = Map.of("TUTTI_START_FENCED_UNFENCE", "AUTO");

  /** How often it is restarted; more when it is measured. */
  private static final int RESTARTS = Integer.getInteger("tutti.test.restarts", 3);

  /** From the moment that the server answers, on a machine that has nothing else to do. */
  private static final long FENCED_MILLIS_MAX = 2000;

  /** How long it kept its clients waiting, and how slow the machine was then. */
  private record Wait(long millis, double slowness) {
    static Wait of(Hammer hammer) {
      return new Wait(hammer.acceptedAfterMillis(), hammer.slowness());
    }

    boolean isShort() {
      return millis <= FENCED_MILLIS_MAX * slowness;
    }

    @Override
    public String toString() {
      return "%d ms at %.1f".formatted(millis, slowness);
    }
  }

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MARIADB_10_11_5,
      thorough = {ServerRelease.MYSQL_5_7_22, ServerRelease.MYSQL_8_0_15})
  void cleanRestartsCostLittle(ServerRelease release) {
    try (FenceBed bed = FenceBed.start(release, AUTO)) {
      SandboxServer source = bed.source();
      StartFencedBed.configure(bed, source);
      StartFencedBed.configure(bed, bed.replica());
      List<Wait> waits = new ArrayList<>();
      for (int i = 0; i < RESTARTS; i++) {
        source.stop();
        try (Hammer hammer = new Hammer(bed)) {
          source.start();
          awaitAccepted(bed, hammer);
          waits.add(Wait.of(hammer));
          assertThat(waits.getLast().isShort()).as(() -> waits.getLast() + reported(bed)).isTrue();
        }
        assertThat(FenceBed.isOpen(source)).isTrue();
        await().atMost(PATIENCE).until(() -> !bed.findings().contains("STARTED_FENCED"));
      }
      System.err.println(release + " was fenced after its starts for " + waits);

      bed.replica().restart();
      bed.awaitReceives();
      await().atMost(PATIENCE).until(() -> bed.replica().replication().getFirst().isRunning());
      assertThat(bed.replica().queryValue("SELECT @@global.read_only")).contains("1");
      bed.awaitReplicated();
    }
  }

  private static void awaitAccepted(FenceBed bed, Hammer hammer) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(hammer.accepted()).as(() -> reported(bed)).isPositive());
  }

  /** What the controller knows of it, where a lift takes long. */
  private static String reported(FenceBed bed) {
    StringBuilder reported = new StringBuilder();
    for (String path : List.of("/findings", "/incidents", "/decisions", "/operations?limit=3")) {
      reported.append('\n').append(path).append(": ").append(bed.controller().get(path).body());
    }
    String log = bed.controller().log();
    return reported
        .append('\n')
        .append(log.substring(Math.max(0, log.length() - 4_000)))
        .toString();
  }

  /**
   * What was lifted may end before the lift has looked at the whole: that one never sees the end
   * that it waits for. Held up here by stopping the controller as soon as a write was admitted.
   */
  @Matrix
  @OwnProcess
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MARIADB_10_11_5,
      thorough = {ServerRelease.MYSQL_5_7_22, ServerRelease.MYSQL_8_0_15})
  void aServerThatEndsAgainDuringItsLiftIsLiftedSoonTheNextTime(ServerRelease release) {
    try (FenceBed bed = FenceBed.start(release, AUTO)) {
      SandboxServer source = bed.source();
      StartFencedBed.configure(bed, source);
      List<Wait> waits = new ArrayList<>();
      for (int i = 0; i < RESTARTS; i++) {
        source.stop();
        try (Hammer hammer = new Hammer(bed)) {
          source.start();
          await()
              .atMost(PATIENCE)
              .pollInterval(Duration.ofMillis(1))
              .until(() -> hammer.accepted() > 0);
          bed.controller().freeze();
        }
        source.stop();
        try (Hammer hammer = new Hammer(bed)) {
          source.start();
          await().atMost(PATIENCE).until(() -> hammer.refused() > 0);
          bed.controller().thaw();
          long thawedNanos = System.nanoTime();
          await()
              .atMost(PATIENCE)
              .untilAsserted(() ->
                  assertThat(hammer.accepted())
                      .as("%s", bed.controller().get("/findings").body())
                      .isPositive());
          waits.add(new Wait((System.nanoTime() - thawedNanos) / 1_000_000, hammer.slowness()));
        }
        await().atMost(PATIENCE).until(() -> !bed.findings().contains("STARTED_FENCED"));
        bed.awaitNothingUnderWay();
      }
      System.err.println(release + " was fenced after its lift was cut off for " + waits);
      assertThat(waits).allMatch(Wait::isShort);
    }
  }
}
