package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A source is killed on which an event inserts a row each second: where it was asked for, the event
 * goes on at who takes the place, and only there.
 */
@OwnProcess
class FailoverCarryTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** The first reading of a session shows whether it may see events, the next one shows them. */
  private static final int READINGS = 3;

  /** The event runs, and the controller has read that. */
  private static Bed start(ServerRelease release, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms");
    Bed bed =
        Bed.of(release)
            .topology("1>2,1>3")
            .about(1)
            .durable()
            .options(1, "event_scheduler=ON", delay(release) + "=50")
            .mayAttach()
            .operationMax(Duration.ofMinutes(4))
            .settings(settings)
            .start();
    bed.createTable();
    EventBed events = new EventBed(bed);
    events.create();
    bed.awaitKnown();
    events.grant();
    events.awaitTicks(bed.source(), 2);
    bed.controller().killHardAndStartAgain();
    awaitRead(bed);
    return bed;
  }

  /** A parallel setting of sources. */
  private static String delay(ServerRelease release) {
    return release == ServerRelease.MARIADB_10_11_5
        ? "binlog_commit_wait_usec"
        : "binlog_group_commit_sync_delay";
  }

  private static void awaitRead(Bed bed) {
    for (SandboxServer each : bed.sandbox().servers()) {
      Set<String> readings = new HashSet<>();
      String before = observedAt(bed, each);
      await()
          .atMost(PATIENCE)
          .until(() -> {
            readings.add(observedAt(bed, each));
            readings.remove(before);
            return readings.size() >= READINGS;
          });
    }
  }

  private static String observedAt(Bed bed, SandboxServer server) {
    return bed.controller().get(bed.path(server, "")).body().path("observedAt").asText();
  }

  private static CommandResult failover(Bed bed, String... more) {
    return bed.controller().tutti(words(bed, more));
  }

  private static String[] words(Bed bed, String... more) {
    List<String> words = new ArrayList<>(List.of("failover", bed.source().address().toString()));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  /** What it would do, once the source is known to be dead. */
  private static String awaitPlanned(Bed bed, String... more) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          CommandResult shown = failover(bed, words("--dry-run", more));
          assertThat(shown.exitCode()).as("%s", shown).isZero();
          assertThat(shown.output()).contains("is dead:");
        });
    return failover(bed, words("--dry-run", more)).output();
  }

  private static String[] words(String first, String... more) {
    List<String> words = new ArrayList<>(List.of(first));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private static List<SandboxServer> replicas(Bed bed) {
    return List.of(bed.server(2), bed.server(3));
  }

  private static SandboxServer awaitOpened(Bed bed) {
    await().atMost(PATIENCE).until(() -> replicas(bed).stream().anyMatch(ResolveBed::takesWrites));
    return replicas(bed).stream().filter(ResolveBed::takesWrites).findFirst().orElseThrow();
  }

  private static void assertNoneRanOnReplicas(Bed bed, String old) {
    for (SandboxServer each : replicas(bed)) {
      assertThat(EventBed.enabled(each)).isEmpty();
      assertThat(EventBed.ticks(each)).containsOnlyKeys(old);
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void settingsAndEventsGoOver(ServerRelease release) {
    try (Bed bed = start(release, Map.of())) {
      Map<String, String> event = EventBed.event(bed.source());
      String old = EventBed.id(bed.source());
      bed.source().killHard();
      assertThat(awaitPlanned(bed, "--leave", "events"))
          .contains("will run nowhere, as asked for: d.tick.");
      String planned = awaitPlanned(bed, "--carry", "settings");
      assertThat(planned)
          .contains("EVENT `d`.`tick` ENABLE", "Stay disabled", "d.idle", delay(release) + " = 50")
          .doesNotContain("`d`.`idle`");
      assertNoneRanOnReplicas(bed, old);

      CommandResult done = failover(bed, "--carry", "settings", "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();
      assertThat(done.output()).doesNotContain("left out", "Not all of them");
      SandboxServer next = awaitOpened(bed);
      assertGoesOnAt(bed, next, old);
      assertThat(EventBed.event(next)).isEqualTo(event);
      assertThat(next.queryValue("SELECT @@global." + delay(release))).contains("50");
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void eventsGoOverByItself(ServerRelease release) {
    try (Bed bed = start(release, Map.of("TUTTI_FAILOVER_POLICY", "AUTO"))) {
      String old = EventBed.id(bed.source());
      bed.source().killHard();
      assertGoesOnAt(bed, awaitOpened(bed), old);
    }
  }

  /** What it has inserted there comes after all that it inserted on the old source. */
  private static void assertGoesOnAt(Bed bed, SandboxServer next, String old) {
    EventBed.awaitTicks(next, 3, replicas(bed));
    String id = EventBed.id(next);
    for (SandboxServer each : replicas(bed)) {
      assertThat(EventBed.ticks(each)).containsOnlyKeys(old, id);
      assertThat(EventBed.enabled(each))
          .as("%s", each.address())
          .isEqualTo(each.node() == next.node() ? List.of("tick") : List.of());
    }
    assertThat(
            next.queryValue(
                "SELECT (SELECT MIN(id) FROM d.ticks WHERE server = %s)".formatted(id)
                    + " > (SELECT MAX(id) FROM d.ticks WHERE server = %s)".formatted(old)))
        .contains("1");
    assertThat(EventBed.scheduler(next)).isEqualTo("ON");
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void whoLeavesThemHasThemRunNowhere(ServerRelease release) {
    try (Bed bed = start(release, Map.of())) {
      String old = EventBed.id(bed.source());
      bed.source().killHard();
      awaitPlanned(bed, "--leave", "events");
      CommandResult done = failover(bed, "--leave", "events", "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();
      SandboxServer next = awaitOpened(bed);
      String since = next.queryValue("SELECT NOW()").orElseThrow();
      await()
          .until(() ->
              next.queryValue("SELECT NOW() > '%s' + INTERVAL 2 SECOND".formatted(since))
                  .filter("1"::equals)
                  .isPresent());
      for (SandboxServer each : replicas(bed)) {
        assertThat(EventBed.enabled(each)).isEmpty();
        assertThat(EventBed.ticks(each)).containsOnlyKeys(old);
      }
    }
  }
}
