package io.tutti.acceptance;

import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_11_5;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_6_14;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_7_22;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_8_0_15;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_9_7;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * An event of an all-mighty definer inserts a row each second on a source that gives its place
 * away: by default it goes on at the new one, and never again on the old one, also after its
 * restart.
 */
class EventsOfRolesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static Bed start(ServerRelease release) {
    Bed bed =
        Bed.of(release)
            .topology("1>2")
            .about(1)
            .options(1, "event_scheduler=ON")
            .options(2, "event_scheduler=ON")
            .mayAttach()
            .settings(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms"))
            .start();
    bed.createTable();
    new EventBed(bed).create();
    bed.awaitKnown();
    new EventBed(bed).awaitTicks(bed.source(), 2);
    return bed;
  }

  @ParameterizedTest
  @Releases(
      value = MARIADB_10_11_5,
      thorough = {MYSQL_5_6_14, MYSQL_5_7_22, MYSQL_8_0_15, MYSQL_9_7})
  void byDefaultItGoesOnAtTheNewSourceAndOnlyThere(ServerRelease release) {
    try (Bed bed = start(release)) {
      SandboxServer old = bed.server(1);
      SandboxServer next = bed.server(2);

      CommandResult done = new EventBed(bed).switchover(old, "--yes");

      assertThat(done.exitCode()).as("%s", done).isZero();
      assertThat(EventBed.enabled(next)).containsExactly("tick");
      assertThat(EventBed.enabled(old)).isEmpty();
      assertThat(EventBed.scheduler(old)).isEqualTo("ON");
      assertRunsOnlyAt(bed, next, old);
      old.killHard();
      old.start();
      assertRunsOnlyAt(bed, next, old);
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases(
      value = MARIADB_10_11_5,
      thorough = {MYSQL_5_6_14, MYSQL_8_0_15})
  void whoLeavesItHasItRunNowhere(ServerRelease release) {
    try (Bed bed = start(release)) {
      SandboxServer old = bed.server(1);
      SandboxServer next = bed.server(2);

      CommandResult done = new EventBed(bed).switchover(old, "--leave", "events", "--yes");

      assertThat(done.exitCode()).as("%s", done).isZero();
      old.killHard();
      old.start();
      assertThat(EventBed.scheduler(old)).isEqualTo("ON");
      assertThat(EventBed.enabled(old)).isEmpty();
      assertThat(EventBed.enabled(next)).isEmpty();
      bed.awaitKnown();
      Checksums.awaitEqual(next, old, "d.ticks");
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases(
      value = MARIADB_10_11_5,
      thorough = {MYSQL_5_7_22, MYSQL_8_0_15})
  @OwnProcess
  void whoMayNotSeeEventsIsShownTheGrant(ServerRelease release) {
    try (Bed bed = start(release)) {
      bed.sandbox()
          .servers()
          .forEach(each ->
              each.execute(
                  "SET SESSION sql_log_bin = 0", "REVOKE EVENT ON *.* FROM 'watcher'@'%'"));
      bed.controller().killHardAndStartAgain();
      bed.awaitKnown();

      CommandResult refused = new EventBed(bed).switchover(bed.source(), "--yes");

      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      assertThat(refused.toString())
          .contains("GRANT EVENT ON *.* TO 'watcher'@'%'", "--leave events", "Nothing was changed");
      assertThat(ResolveBed.takesWrites(bed.source())).isTrue();
      assertThat(EventBed.enabled(bed.source())).containsExactly("tick");

      CommandResult planned =
          new EventBed(bed).switchover(bed.source(), "--leave", "events", "--dry-run");

      assertThat(planned.exitCode()).as("%s", planned).isZero();
      assertThat(planned.output()).contains("are left as they are");
    }
  }

  private static void assertRunsOnlyAt(Bed bed, SandboxServer next, SandboxServer old) {
    String there = EventBed.id(next);
    long ran = EventBed.ticks(next).getOrDefault(there, 0L);
    String before = EventBed.ticks(old).getOrDefault(EventBed.id(old), 0L).toString();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(EventBed.ticks(old).getOrDefault(there, 0L))
                .isGreaterThanOrEqualTo(ran + 3));
    assertThat(EventBed.ticks(old)).containsEntry(EventBed.id(old), Long.valueOf(before));
    assertThat(EventBed.enabled(old)).isEmpty();
    bed.awaitKnown();
    assertThat(bed.findings()).doesNotContain("ERRANT_TRANSACTIONS", "APPLIER_FAILED");
  }
}
