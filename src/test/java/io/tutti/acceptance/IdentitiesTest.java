package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Servers that somebody rebuilt by hand, or that came back as another one, or as a second one. */
@Matrix
class IdentitiesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Map<String, String> POLLED_OFTEN =
      Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms");

  private static String findings(RunningController controller) {
    return controller.get("/findings").body().toString();
  }

  private static Path identity(SandboxServer server) {
    return server.dataDirectory().resolve("auto.cnf");
  }

  /** It starts from nothing and fetches all again: its source lost nothing by that. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MARIADB_10_11_5"})
  void aReplicaThatWasRebuiltByHandIsNoSignOfALoss(ServerRelease release) {
    try (Sandbox sandbox =
            Sandbox.builder().fastTimeouts().release(release).topology("1>2").start();
        RunningController controller = RunningController.start(POLLED_OFTEN)) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer source = sandbox.server(1);
      SandboxServer replica = sandbox.server(2);
      source.execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
      source.execute(inserts(1, 20));
      controller.awaitDiscovered(replica.address(), source.address());
      awaitRows(replica, 20);

      replica.stopReplication();
      replica.execute("DROP DATABASE d", "RESET MASTER", "RESET SLAVE");
      if (release == ServerRelease.MARIADB_10_11_5) {
        replica.execute("SET GLOBAL gtid_slave_pos = ''");
      }
      replica.startReplication();
      source.execute(inserts(21, 40));
      awaitRows(replica, 40);

      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(findings(controller))
                  .doesNotContain(
                      "TRANSACTIONS_LOST_ON_SOURCE",
                      "RESTARTED_WITH_POSSIBLE_LOSS",
                      "RECEIVER_STOPPED"));
      assertThat(controller.get("/incidents").body().at("/items")).isEmpty();
    }
  }

  private static String[] inserts(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj("INSERT INTO d.t VALUES (%d)"::formatted)
        .toArray(String[]::new);
  }

  private static void awaitRows(SandboxServer replica, int count) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() ->
            replica
                .queryValue("SELECT COUNT(*) FROM d.t")
                .filter(Integer.toString(count)::equals)
                .isPresent());
  }

  /** A fence is of the address: who comes back there under another name is fenced, too. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15"})
  void anotherServerAtAFencedAddressIsFencedAgain(ServerRelease release) throws IOException {
    try (FenceBed bed = FenceBed.start(release, POLLED_OFTEN)) {
      bed.succeeded(bed.carryOut(":fence", "{}"));
      SandboxServer server = bed.source();
      String before = server.queryValue("SELECT @@server_uuid").orElseThrow();

      server.stop();
      Files.delete(identity(server));
      server.start();

      bed.awaitShut();
      String now = server.queryValue("SELECT @@server_uuid").orElseThrow();
      assertThat(now).isNotEqualTo(before);
      assertThat(bed.refusal()).isPresent();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(
                      bed.controller()
                          .tutti("findings", server.address().toString(), "--code", "FENCED")
                          .output())
                  .contains("Another server was fenced than the one", before, now));
    }
  }

  /** A data directory was copied with its name. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_6_14", "MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7"})
  void aNameThatTwoHaveIsFoundAndNoStormOfIncidents(ServerRelease release) throws IOException {
    try (Sandbox sandbox =
            Sandbox.builder().fastTimeouts().release(release).topology("1>2,1>3").start();
        RunningController controller = RunningController.start(POLLED_OFTEN)) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer one = sandbox.server(2);
      SandboxServer other = sandbox.server(3);
      other.stop();
      Files.copy(identity(one), identity(other), StandardCopyOption.REPLACE_EXISTING);
      other.start();
      controller.awaitDiscovered(one.address(), sandbox.server(1).address());
      controller.awaitDiscovered(other.address(), sandbox.server(1).address());

      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(sharing(controller))
                  .contains(one.address().toString(), other.address().toString()));
      assertThat(controller.get("/incidents").body().at("/items")).isEmpty();
    }
  }

  private static List<String> sharing(RunningController controller) {
    return controller
        .get("/findings")
        .body()
        .at("/items")
        .valueStream()
        .filter(finding -> finding.at("/code").asString().equals("SERVER_UUID_SHARED"))
        .map((JsonNode finding) -> finding.at("/subject").asString())
        .toList();
  }
}
