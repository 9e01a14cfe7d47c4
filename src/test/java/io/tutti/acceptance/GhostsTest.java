package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/**
 * A source that lost the end of its binlog, as when its host goes down: it was killed, and its
 * newest binlog cut to what was on disk. Its replica has the rest.
 */
class GhostsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private static Path newestBinlog(SandboxServer server) {
    String base = server.queryValue("SELECT @@log_bin_basename").orElseThrow();
    var logs = server.query("SHOW BINARY LOGS");
    return Path.of(base).resolveSibling(logs.getLast().firstText("Log_name"));
  }

  private static void awaitRows(SandboxServer server, int count) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() ->
            server
                .queryValue("SELECT COUNT(*) FROM d.t")
                .equals(Optional.of(Integer.toString(count))));
  }

  private static void write(SandboxServer source, int from, int count) {
    for (int id = from; id < from + count; id++) {
      source.execute("INSERT INTO d.t VALUES (%d)".formatted(id));
    }
  }

  private static JsonNode replica(RunningController controller, SandboxServer source) {
    return crash(controller, source).at("/replicas/0");
  }

  private static JsonNode crash(RunningController controller, SandboxServer source) {
    String path =
        "/instances/%s/crash".formatted(RunningController.encoded(source.address().toString()));
    await().atMost(PATIENCE).until(() -> controller.get(path).status() == 200);
    return controller.get(path).body();
  }

  private static Path loseBinlog(Sandbox sandbox, RunningController controller, int lost)
      throws IOException {
    return loseBinlog(sandbox, controller, lost, () -> {});
  }

  /**
   * @param meanwhile what happens while the source is down
   */
  private static Path loseBinlog(
      Sandbox sandbox, RunningController controller, int lost, Runnable meanwhile)
      throws IOException {
    WatcherAccount.createOnAll(sandbox);
    SandboxServer source = sandbox.server(1);
    SandboxServer replica = sandbox.server(2);
    source.execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
    write(source, 1, 5);
    awaitRows(replica, 5);
    controller.awaitDiscovered(replica.address(), source.address());
    assertThat(replica(controller, source).at("/ghosts").asString()).isEqualTo("none");

    Path binlog = newestBinlog(source);
    long onDisk = Files.size(binlog);
    write(source, 100, lost);
    awaitRows(replica, 5 + lost);
    replica.stopReplication();
    source.killHard();
    try (FileChannel file = FileChannel.open(binlog, StandardOpenOption.WRITE)) {
      file.truncate(onDisk);
    }
    meanwhile.run();
    source.start();
    return binlog;
  }

  @ParameterizedTest(name = "{0}, by GTID: {1}, {2} lost")
  @Cases(
      value = "MARIADB_10_11_5, true, 3",
      thorough = {
        "MYSQL_5_6_14, true, 1",
        "MYSQL_5_7_22, true, 1000",
        "MYSQL_8_0_15, true, 3",
        "MARIADB_10_1_8, true, 3",
        "MYSQL_5_6_14, false, 3",
        "MYSQL_5_7_22, false, 1",
        "MARIADB_11_4_5, false, 3"
      })
  void whatTheSourceLostItsReplicaHas(ServerRelease release, boolean byGtid, int lost)
      throws IOException {
    SandboxBuilder builder = Sandbox.builder().release(release).topology("1>2");
    if (!byGtid) {
      builder.positionBased();
    }
    try (Sandbox sandbox = builder.start();
        RunningController controller = RunningController.start(Map.of())) {
      Path binlog = loseBinlog(sandbox, controller, lost);

      SandboxServer source = sandbox.server(1);
      JsonNode told = replica(controller, source);
      assertThat(crash(controller, source).at("/cost").asString()).isEqualTo("COMMITS");
      if (byGtid) {
        assertThat(told.at("/ghosts").asString()).as("%s", told).isEqualTo("named");
        assertThat(told.at("/gtids").asString()).matches(lastOf(release, lost));
      } else {
        assertThat(told.at("/ghosts").asString()).as("%s", told).isEqualTo("beyond");
        assertThat(told.at("/received").asString()).startsWith(binlog.getFileName().toString());
      }
      JsonNode kept = new IncidentBed(controller, source).settled(1);
      assertThat(kept.at("/replicas/0")).as("%s", kept).isEqualTo(told);
      assertThat(kept.at("/cost").asString()).isEqualTo("COMMITS");
      assertThat(controller.get("/findings").body().toString())
          .contains("GHOST_TRANSACTIONS")
          .doesNotContain("RESTARTED_WITH_POSSIBLE_LOSS");
      CommandResult shown = controller.tutti("crash", "show", source.address().toString());
      assertThat(shown.output())
          .contains(
              byGtid
                  ? "has transactions that this server lost"
                  : "received more than this server's binlog holds");
    }
  }

  /** It was polled when it had them; it may have got more, so it is asked again. */
  @Matrix
  @Test
  void whatAReplicaHadThatIsAwayItStillHas() throws IOException {
    try (Sandbox sandbox =
            Sandbox.builder().release(ServerRelease.MYSQL_5_7_22).topology("1>2").start();
        RunningController controller = RunningController.start(Map.of())) {
      SandboxServer replica = sandbox.server(2);
      loseBinlog(
          sandbox,
          controller,
          3,
          () -> {
            await()
                .atMost(PATIENCE)
                .until(() -> controller.instance(replica.address()).toString().contains(":1-10"));
            replica.killHard();
          });

      IncidentBed incidents = new IncidentBed(controller, sandbox.server(1));
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            JsonNode told = incidents.incidents().getFirst();
            assertThat(told.at("/replicas/0/gtids").asString()).as("%s", told).endsWith(":8-10");
            assertThat(told.at("/replicas/0/why").asString()).contains("it may have more");
            assertThat(told.at("/settled").asBoolean()).isFalse();
          });
      replica.start();
      JsonNode kept = incidents.settled(1);
      assertThat(kept.at("/replicas/0/gtids").asString()).as("%s", kept).endsWith(":8-10");
    }
  }

  /** Since 8.0.17 InnoDB keeps GTIDs, too: there the server knows what its binlog has lost. */
  @Matrix
  @Test
  void whatInnoDbKnowsIsNotLost() throws IOException {
    try (Sandbox sandbox =
            Sandbox.builder().release(ServerRelease.MYSQL_9_7).topology("1>2").start();
        RunningController controller = RunningController.start(Map.of())) {
      loseBinlog(sandbox, controller, 3);

      JsonNode told = replica(controller, sandbox.server(1));
      assertThat(told.at("/ghosts").asString()).as("%s", told).isEqualTo("none");
      assertThat(sandbox.server(1).queryValue("SELECT COUNT(*) FROM d.t")).contains("8");
      assertThat(sandbox.server(1).queryValue("SELECT @@gtid_purged").orElseThrow())
          .endsWith(":8-10");
    }
  }

  /** Seven transactions were on disk; MariaDB tells how far it got, and not from where. */
  private static String lastOf(ServerRelease release, int lost) {
    return release.name().startsWith("MARIADB")
        ? "\\d+-\\d+-" + (7 + lost)
        : "[0-9a-f-]{36}:" + (lost == 1 ? "8" : "8-" + (7 + lost));
  }
}
