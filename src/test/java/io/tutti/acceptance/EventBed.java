package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Events of the scheduler on the servers of a bed: one inserts a row each second, one is off. */
record EventBed(Bed bed) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern GRANT =
      Pattern.compile("GRANT [A-Z_, ]+ ON \\S+ TO '[^']*'@'[^']*'");

  /** Its definer may write to a server that is shut, where only read_only keeps clients away. */
  private static final String TICK =
      "CREATE DEFINER = 'root'@'%' EVENT d.tick ON SCHEDULE EVERY 1 SECOND"
          + " ON COMPLETION PRESERVE DO INSERT INTO d.ticks (server) VALUES (@@server_id)";

  void create() {
    bed.source()
        .execute(
            "CREATE TABLE d.ticks (id BIGINT AUTO_INCREMENT PRIMARY KEY, server BIGINT)",
            "SET SESSION sql_mode = 'ANSI_QUOTES', collation_connection = 'utf8mb4_bin'",
            TICK,
            "CREATE DEFINER = 'root'@'%' EVENT d.idle ON SCHEDULE EVERY 1 SECOND DISABLE"
                + " DO INSERT INTO d.ticks (server) VALUES (0)");
  }

  /** How many rows the event has inserted, as that server has them, by where it ran. */
  static Map<String, Long> ticks(SandboxServer at) {
    Map<String, Long> counts = new TreeMap<>();
    at.query("SELECT server, COUNT(*) AS ticks FROM d.ticks GROUP BY server")
        .forEach(
            row -> counts.put(row.firstText("server"), Long.parseLong(row.firstText("ticks"))));
    return counts;
  }

  static String id(SandboxServer server) {
    return server.queryValue("SELECT @@server_id").orElseThrow();
  }

  /** Until the event has run that often more there, and all servers have that. */
  void awaitTicks(SandboxServer there, int more) {
    awaitTicks(there, more, bed.sandbox().servers());
  }

  /** The same, and those servers have that. */
  static void awaitTicks(SandboxServer there, int more, List<SandboxServer> servers) {
    long before = ticks(there).getOrDefault(id(there), 0L);
    for (SandboxServer each : servers) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(ticks(each).getOrDefault(id(there), 0L))
                  .isGreaterThanOrEqualTo(before + more));
    }
  }

  CommandResult switchover(SandboxServer old, String... more) {
    List<String> words = new ArrayList<>(List.of("switchover", bed.address(old).toString()));
    words.addAll(List.of(more));
    return bed.controller().tutti(words.toArray(String[]::new));
  }

  /** What a refused switchover says is missing, on each server. */
  void grant() {
    Matcher grants = GRANT.matcher(switchover(bed.source(), "--dry-run").toString());
    while (grants.find()) {
      bed.sandbox()
          .servers()
          .forEach(each -> each.execute("SET SESSION sql_log_bin = 0", grants.group()));
    }
  }

  static String scheduler(SandboxServer server) {
    return server.queryValue("SELECT @@global.event_scheduler").orElseThrow();
  }

  static List<String> enabled(SandboxServer server) {
    return server
        .query("SELECT EVENT_NAME AS name FROM information_schema.EVENTS WHERE STATUS = 'ENABLED'")
        .stream()
        .map(row -> row.firstText("name"))
        .toList();
  }

  /** Who defined it, and how it runs. */
  static Map<String, String> event(SandboxServer server) {
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
}
