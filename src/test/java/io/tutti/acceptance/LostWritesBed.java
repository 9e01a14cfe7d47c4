package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** A source that loses the end of its binlog, and what is told of that. */
final class LostWritesBed {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  static JsonNode report(RunningController controller, SandboxServer source) {
    String path =
        "/instances/%s/crash/report"
            .formatted(RunningController.encoded(source.address().toString()));
    await().atMost(PATIENCE).until(() -> controller.get(path).status() == 200);
    return controller.get(path).body().at("/replicas/0");
  }

  private static String checksum(SandboxServer server) {
    return server.query("CHECKSUM TABLE d.t").getFirst().firstText("Checksum");
  }

  private static void awaitEqual(SandboxServer source, SandboxServer replica) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> checksum(replica).equals(checksum(source)));
  }

  private static Path newestBinlog(SandboxServer server) {
    String base = server.queryValue("SELECT @@log_bin_basename").orElseThrow();
    return Path.of(base)
        .resolveSibling(server.query("SHOW BINARY LOGS").getLast().firstText("Log_name"));
  }

  /** Rows 1 to 5 are kept, and what is said then is lost by the source. */
  static void lose(Sandbox sandbox, RunningController controller, List<String> lost)
      throws IOException {
    WatcherAccount.createOnAll(sandbox);
    SandboxServer source = sandbox.server(1);
    SandboxServer replica = sandbox.server(2);
    source.execute(
        "CREATE DATABASE d",
        "CREATE TABLE d.t (id INT PRIMARY KEY, v VARCHAR(20))",
        "INSERT INTO d.t VALUES (1, 'kept'), (2, 'kept'), (3, 'kept')");
    awaitEqual(source, replica);
    controller.awaitDiscovered(replica.address(), source.address());

    Path binlog = newestBinlog(source);
    long onDisk = Files.size(binlog);
    source.execute(lost.toArray(String[]::new));
    awaitEqual(source, replica);
    replica.stopReplication();
    source.killHard();
    try (FileChannel file = FileChannel.open(binlog, StandardOpenOption.WRITE)) {
      file.truncate(onDisk);
    }
    source.start();
  }

  static List<String> writes(int count) {
    List<String> writes = new ArrayList<>();
    if (count > 2) {
      writes.add("UPDATE d.t SET v = 'it''s lost' WHERE id = 2");
      writes.add("DELETE FROM d.t WHERE id = 3");
    }
    IntStream.range(writes.size(), count)
        .forEach(i -> writes.add("INSERT INTO d.t VALUES (%d, 'lost')".formatted(100 + i)));
    return writes;
  }

  static SandboxBuilder builder(ServerRelease release, boolean byGtid) {
    SandboxBuilder builder = Sandbox.builder().release(release).topology("1>2");
    if (!byGtid) {
      builder.positionBased();
    }
    return builder;
  }

  private LostWritesBed() {}

  static void assertToldAndReplayable(ServerRelease release, boolean byGtid, int lost)
      throws IOException {
    try (Sandbox sandbox = builder(release, byGtid).start();
        RunningController controller = RunningController.start(Map.of())) {
      lose(sandbox, controller, writes(lost));
      SandboxServer source = sandbox.server(1);

      JsonNode told = report(controller, source);
      assertThat(told.at("/transactions")).as("%s", told).hasSize(lost);
      assertThat(told.at("/more").asInt()).isZero();
      if (lost > 2) {
        JsonNode update = told.at("/transactions/0/changes/0");
        assertThat(update.at("/kind").asString()).isEqualTo("UPDATE");
        assertThat(update.at("/before/1/literal").asString()).isEqualTo("'kept'");
        assertThat(update.at("/after/1/literal").asString()).isEqualTo("'it''s lost'");
      }
      CommandResult shown = controller.tutti("crash", "report", source.address().toString());
      assertThat(shown.output())
          .contains(
              lost == 0
                  ? "has no transaction that this server lacks"
                  : "has %d that".formatted(lost));
      replay(controller, source, sandbox.server(2));
    }
  }

  /** The rows of what is in no binlog may be there or not: they are taken away first. */
  private static void replay(
      RunningController controller, SandboxServer source, SandboxServer replica) {
    source.execute(
        "SET SESSION sql_log_bin=0",
        "DELETE FROM d.t",
        "INSERT INTO d.t VALUES (1, 'kept'), (2, 'kept'), (3, 'kept')");
    CommandResult sql = controller.tutti("crash", "report", source.address().toString(), "--sql");
    assertThat(sql.exitCode()).as("%s", sql.errors()).isZero();
    String text =
        sql.output()
            .lines()
            .filter(line -> !line.startsWith("--"))
            .collect(Collectors.joining("\n"));
    source.execute(
        Arrays.stream(text.split(";\n"))
            .map(String::strip)
            .map(statement ->
                statement.endsWith(";")
                    ? statement.substring(0, statement.length() - 1)
                    : statement)
            .filter(statement -> !statement.isEmpty())
            .toArray(String[]::new));
    assertThat(checksum(source)).isEqualTo(checksum(replica));
  }
}
