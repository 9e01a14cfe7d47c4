package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A source gives its place to a replica with its parallel settings and its events, and takes it
 * back: an event that inserts a row each second goes on at the source and only there.
 */
@OwnProcess
class SwitchoverCarryTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern GRANT =
      Pattern.compile("GRANT [A-Z_, ]+ ON \\S+ TO '[^']*'@'[^']*'");

  /** Its definer may write to a server that is shut, where only read_only keeps clients away. */
  private static final String TICK =
      "CREATE DEFINER = 'root'@'%' EVENT d.tick ON SCHEDULE EVERY 1 SECOND"
          + " ON COMPLETION PRESERVE DO INSERT INTO d.ticks (server) VALUES (@@server_id)";

  @TempDir private Path folder;

  /** What a release has of both roles: of the source, and of the replica that takes its place. */
  private record Tuned(Map<String, String> source, Map<String, String> replica) {
    static Tuned of(ServerRelease release) {
      return switch (release) {
        case MARIADB_10_11_5 ->
            new Tuned(
                Map.of("binlog_commit_wait_count", "3", "binlog_commit_wait_usec", "200"),
                Map.of("slave_parallel_threads", "4", "slave_parallel_mode", "aggressive"));
        case MYSQL_9_7 ->
            new Tuned(
                Map.of("binlog_group_commit_sync_delay", "50"),
                Map.of("replica_parallel_workers", "6", "replica_checkpoint_group", "1024"));
        default ->
            new Tuned(
                Map.of(
                    "binlog_group_commit_sync_delay",
                    "50",
                    "transaction_write_set_extraction",
                    "XXHASH64",
                    "binlog_transaction_dependency_tracking",
                    "WRITESET"),
                Map.of(
                    "slave_parallel_workers",
                    "4",
                    "slave_parallel_type",
                    "LOGICAL_CLOCK",
                    "slave_preserve_commit_order",
                    "1"));
      };
    }

    private static List<String> options(Map<String, String> values) {
      return values.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList();
    }
  }

  private static Bed start(ServerRelease release) {
    Tuned tuned = Tuned.of(release);
    List<String> ofSource = new ArrayList<>(Tuned.options(tuned.source()));
    ofSource.add("event_scheduler=ON");
    Bed bed =
        Bed.of(release)
            .topology("1>2,1>3")
            .about(1)
            .options(1, ofSource)
            .options(2, Tuned.options(tuned.replica()))
            .mayAttach()
            .operationMax(Duration.ofMinutes(4))
            .settings(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms"))
            .start();
    bed.createTable();
    bed.source()
        .execute(
            "CREATE TABLE d.ticks (id BIGINT AUTO_INCREMENT PRIMARY KEY, server BIGINT)",
            "SET SESSION sql_mode = 'ANSI_QUOTES', collation_connection = 'utf8mb4_bin'",
            TICK,
            "CREATE DEFINER = 'root'@'%' EVENT d.idle ON SCHEDULE EVERY 1 SECOND DISABLE"
                + " DO INSERT INTO d.ticks (server) VALUES (0)");
    bed.awaitKnown();
    awaitTicks(bed, bed.source(), 2);
    return bed;
  }

  /** How many rows the event has inserted, as that server has them, by where it ran. */
  private static Map<String, Long> ticks(SandboxServer at) {
    Map<String, Long> counts = new TreeMap<>();
    at.query("SELECT server, COUNT(*) AS ticks FROM d.ticks GROUP BY server")
        .forEach(
            row -> counts.put(row.firstText("server"), Long.parseLong(row.firstText("ticks"))));
    return counts;
  }

  private static String id(SandboxServer server) {
    return server.queryValue("SELECT @@server_id").orElseThrow();
  }

  /** Until the event has run that often more there, and all servers have that. */
  private static void awaitTicks(Bed bed, SandboxServer there, int more) {
    long before = ticks(there).getOrDefault(id(there), 0L);
    for (SandboxServer each : bed.sandbox().servers()) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(ticks(each).getOrDefault(id(there), 0L))
                  .isGreaterThanOrEqualTo(before + more));
    }
  }

  private static CommandResult switchover(Bed bed, SandboxServer old, String... more) {
    List<String> words = new ArrayList<>(List.of("switchover", old.address().toString()));
    words.addAll(List.of(more));
    return bed.controller().tutti(words.toArray(String[]::new));
  }

  /** What a refusal says is missing, on each server. */
  private static void grant(Bed bed, CommandResult refused) {
    Matcher grants = GRANT.matcher(refused.toString());
    while (grants.find()) {
      bed.sandbox()
          .servers()
          .forEach(each -> each.execute("SET SESSION sql_log_bin = 0", grants.group()));
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void settingsAndEventsGoThereAndBack(ServerRelease release) {
    try (Bed bed = start(release)) {
      SandboxServer old = bed.source();
      SandboxServer next = bed.server(2);
      grantWhatIsMissing(bed);
      Map<String, String> kept = event(old);
      carry(bed, old, next);
      assertThat(event(next)).isEqualTo(kept);
      assertHasExchanged(release, old, next);
      carry(bed, next, old);
      assertThat(event(old)).isEqualTo(kept);
      assertHasExchanged(release, next, old);
    }
  }

  /** Without a privilege it is refused beforehand, and what would run nowhere is named. */
  private static void grantWhatIsMissing(Bed bed) {
    CommandResult refused = switchover(bed, bed.source(), "--carry", "events", "--dry-run");
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
    assertThat(refused.toString()).contains("GRANT EVENT ON *.*", "Nothing was changed.");
    grant(bed, refused);
    CommandResult unasked = switchover(bed, bed.source(), "--dry-run");
    assertThat(unasked.exitCode()).as("%s", unasked).isZero();
    assertThat(unasked.output()).contains("will run nowhere: d.tick", "--carry events");
  }

  private static void carry(Bed bed, SandboxServer old, SandboxServer next) {
    String[] asked = {"--to", next.address().toString(), "--carry", "settings,events"};
    CommandResult dry = switchover(bed, old, with(asked, "--dry-run"));
    assertThat(dry.exitCode()).as("%s", dry).isZero();
    assertThat(dry.output()).contains("EVENT `d`.`tick` ENABLE").doesNotContain("`d`.`idle`");
    CommandResult done = switchover(bed, old, with(asked, "--yes"));
    assertThat(done.exitCode()).as("%s", done).isZero();
    assertThat(done.output()).doesNotContain("left out", "stays off", "Not all of them");

    long ofOld = ticks(next).getOrDefault(id(old), 0L);
    awaitTicks(bed, next, 3);
    for (SandboxServer each : bed.sandbox().servers()) {
      assertThat(ticks(each)).containsEntry(id(old), ofOld).doesNotContainKey("0");
      assertThat(enabled(each))
          .as("%s", each.address())
          .isEqualTo(each.node() == next.node() ? List.of("tick") : List.of());
    }
    assertThat(scheduler(old)).isEqualTo("ON");
    assertThat(scheduler(next)).isEqualTo("ON");
    assertThat(bed.controller().tutti("findings").output()).doesNotContain("ERRANT");
  }

  private static String[] with(String[] words, String last) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add(last);
    return all.toArray(String[]::new);
  }

  private static String scheduler(SandboxServer server) {
    return server.queryValue("SELECT @@global.event_scheduler").orElseThrow();
  }

  private static List<String> enabled(SandboxServer server) {
    return server
        .query("SELECT EVENT_NAME AS name FROM information_schema.EVENTS WHERE STATUS = 'ENABLED'")
        .stream()
        .map(row -> row.firstText("name"))
        .toList();
  }

  /** Who defined it, and how it runs. */
  private static Map<String, String> event(SandboxServer server) {
    Map<String, String> found = new TreeMap<>();
    List.of("DEFINER", "SQL_MODE", "TIME_ZONE", "STARTS", "COLLATION_CONNECTION", "ON_COMPLETION")
        .forEach(column ->
            found.put(
                column,
                server
                    .queryValue(
                        "SELECT %s FROM information_schema.EVENTS WHERE EVENT_NAME = 'tick'"
                            .formatted(column))
                    .orElseThrow()));
    return found;
  }

  /** The one that was the source applies as the other did, and that marks as the one did. */
  private static void assertHasExchanged(
      ServerRelease release, SandboxServer old, SandboxServer next) {
    Tuned tuned = Tuned.of(release);
    tuned.replica().forEach((name, value) -> assertThat(setting(old, name)).isEqualTo(value));
    tuned.source().forEach((name, value) -> assertThat(setting(next, name)).isEqualTo(value));
    tuned
        .source()
        .forEach((name, value) -> {
          if (!name.equals("transaction_write_set_extraction")) {
            assertThat(setting(old, name)).as(name).isNotEqualTo(value);
          }
        });
  }

  private static String setting(SandboxServer server, String name) {
    return server.queryValue("SELECT @@global." + name).orElseThrow();
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void nothingGoesOverWhereAHookSaysNo(ServerRelease release) throws IOException {
    try (Bed bed = start(release)) {
      sayNo(bed.controller());
      bed.awaitKnown();
      SandboxServer old = bed.source();
      SandboxServer next = bed.server(2);
      grant(bed, switchover(bed, old, "--carry", "events", "--dry-run"));
      CommandResult refused =
          switchover(
              bed,
              old,
              "--to",
              next.address().toString(),
              "--carry",
              "settings",
              "--carry",
              "events",
              "--yes");
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      awaitTicks(bed, old, 2);
      assertThat(ticks(next)).doesNotContainKey(id(next));
      assertThat(enabled(next)).isEmpty();
      Tuned tuned = Tuned.of(release);
      tuned.replica().forEach((name, value) -> assertThat(setting(next, name)).isEqualTo(value));
      tuned.source().forEach((name, value) -> assertThat(setting(old, name)).isEqualTo(value));
      assertThat(old.queryValue("SELECT @@global.read_only")).contains("0");
    }
  }

  private void sayNo(RunningController controller) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    Path program = Files.writeString(folder.resolve("hook"), "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        controller.home().resolve("tutti.yaml"),
        """
        tutti:
          hooks:
            no:
              kind: command
              events: ["before-switchover"]
              command: ["%s"]
              policy: MAY_ABORT
        """
            .formatted(program));
    controller.killHardAndStartAgain();
  }
}
