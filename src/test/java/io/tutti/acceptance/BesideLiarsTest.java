package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.LyingServer.Lie;
import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.ServerAddress;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** Who answers rightly is watched as if those who lie, or are slow, were not there. */
class BesideLiarsTest {
  private static final ServerRelease RELEASE = ServerRelease.MARIADB_10_11_5;
  private static final String GREETING = "5.5.5-10.11.5-MariaDB";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** So many contacts with the slow server, of which each takes the whole contact timeout. */
  private static final int ROUNDS = 3;

  /** Of a lie: the bound of an answer, and what the buffers of two sockets hold. */
  private static final long BYTES_MAX = 12 << 20;

  private static final Map<String, String> SETTINGS =
      Map.of(
          "TUTTI_OPTS",
          "-Xmx192m -XX:+ExitOnOutOfMemoryError",
          "TUTTI_DISCOVERY_POLL_INTERVAL",
          "500ms");

  @Matrix
  @Test
  void othersAreAskedAsBefore() {
    try (Sandbox sandbox =
            Sandbox.builder().fastTimeouts().release(RELEASE).topology("1>2,1>3").start();
        LyingServer liar = LyingServer.sending(Lie.ROWS_WITHOUT_END, GREETING);
        LyingServer slow = LyingServer.byteByByte(GREETING, true);
        RunningController controller = RunningController.start(SETTINGS)) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer source = sandbox.server(1);
      SandboxServer replica = sandbox.server(2);
      SandboxServer frozen = sandbox.server(3);
      controller.awaitDiscovered(replica.address(), source.address());
      controller.awaitDiscovered(frozen.address());
      try (Forger one = Forger.register(source, port(liar.address()));
          Forger other = Forger.register(replica, port(slow.address()))) {
        frozen.freeze();
        awaitFailure(controller, liar.address(), "ANSWER_REFUSED");
        awaitFailed(controller, slow.address());
        awaitFailed(controller, frozen.address());

        for (int round = 0; round < ROUNDS; round++) {
          assertThat(readingsWhileTheSlowOneIsContacted(controller, slow, source, replica))
              .as("readings of the source and of the replica in round %d", round)
              .allMatch(readings -> readings >= 2);
        }
        assertReportedRightly(controller, source, replica);
      } finally {
        frozen.thaw();
      }
    }
  }

  /** How often each was read between the beginnings of two contacts with the slow one. */
  private static List<Integer> readingsWhileTheSlowOneIsContacted(
      RunningController controller, LyingServer slow, SandboxServer... honest) {
    int before = slow.clients();
    await().atMost(PATIENCE).until(() -> slow.clients() > before);
    int begun = slow.clients();
    List<Set<Instant>> readings = new ArrayList<>();
    for (int i = 0; i < honest.length; i++) {
      readings.add(new HashSet<>());
    }
    await()
        .atMost(PATIENCE)
        .until(() -> {
          for (int i = 0; i < honest.length; i++) {
            readings.get(i).add(observed(controller.instance(honest[i].address())));
          }
          return slow.clients() > begun;
        });
    return readings.stream().map(Set::size).map(all -> all - 1).toList();
  }

  /** Also of what changes meanwhile. */
  private static void assertReportedRightly(
      RunningController controller, SandboxServer source, SandboxServer replica) {
    for (SandboxServer honest : List.of(source, replica)) {
      JsonNode instance = controller.instance(honest.address());
      assertThat(instance.at("/contact").asString()).as("%s", instance).isEqualTo("REACHED");
    }
    String before = problems(controller, replica.address());
    assertThat(before).doesNotContain("APPLIER_STOPPED");
    replica.execute("STOP SLAVE SQL_THREAD");
    await()
        .atMost(PATIENCE)
        .until(() -> problems(controller, replica.address()).contains("APPLIER_STOPPED"));
    replica.execute("START SLAVE SQL_THREAD");
    await().atMost(PATIENCE).until(() -> problems(controller, replica.address()).equals(before));
    assertThat(controller.get("/health").text("/status")).isEqualTo("UP");
    assertThat(controller.log()).doesNotContain("OutOfMemoryError");
  }

  @ParameterizedTest
  @Cases(value = "ROWS_WITHOUT_END", thorough = "LENGTH_OF_TEXT")
  void aMemberThatBeginsToLieIsShownAsItWasAndIsWellAgain(Lie lie) {
    try (StatementProxy proxy = StatementProxy.listen();
        Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(RELEASE)
                .topology("1>2")
                .options(2, "report_port=" + proxy.port())
                .start();
        RunningController controller = RunningController.start(SETTINGS)) {
      WatcherAccount.createOnAll(sandbox);
      proxy.leadTo(sandbox.server(2).address());
      ServerAddress known = new ServerAddress("127.0.0.1", proxy.port());
      controller.awaitDiscovered(known, sandbox.server(1).address());
      JsonNode before = controller.instance(known);
      assertThat(before.at("/contact").asString()).isEqualTo("REACHED");

      proxy.lie(lie);
      awaitFailure(controller, known, "ANSWER_REFUSED");
      JsonNode first = controller.instance(known);
      int lies = proxy.lies();
      await().atMost(PATIENCE).until(() -> proxy.lies() >= lies + 2);
      JsonNode later = controller.instance(known);

      assertAsItWas(before, first, later);
      assertThat(findings(controller, known)).contains("READING_FAILED", "breaks the protocol");
      assertThat(proxy.bytesOfLies()).isLessThan((proxy.lies() + 1) * BYTES_MAX);
      assertThat(controller.isAlive()).as("%s", controller.log()).isTrue();

      proxy.answerRightly();
      await()
          .atMost(PATIENCE)
          .until(() -> controller.instance(known).at("/contact").asString().equals("REACHED"));
      assertThat(observed(controller.instance(known))).isAfter(observed(later));
      await().atMost(PATIENCE).until(() -> !findings(controller, known).contains("READING_FAILED"));
    }
  }

  /** The state from before the lies, which no lie makes younger. */
  private static void assertAsItWas(JsonNode before, JsonNode first, JsonNode later) {
    assertThat(later.at("/failure/code").asString()).as("%s", later).isEqualTo("ANSWER_REFUSED");
    assertThat(later.at("/failure/observed").asString()).contains("breaks the protocol: it ");
    assertThat(observed(later)).isEqualTo(observed(first)).isAfterOrEqualTo(observed(before));
    assertThat(later.at("/ageMillis").asLong()).isGreaterThan(first.at("/ageMillis").asLong());
    for (String fact : List.of("/serverId", "/version", "/role", "/binlog", "/writable")) {
      assertThat(before.has(fact.substring(1))).as(fact).isTrue();
      assertThat(later.at(fact)).as(fact).isEqualTo(before.at(fact));
    }
    assertThat(later.at("/channels")).hasSize(1);
  }

  private static Instant observed(JsonNode instance) {
    return Instant.parse(instance.at("/observedAt").asString());
  }

  private static void awaitFailure(RunningController controller, Object address, String code) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          JsonNode instance = controller.instance(address);
          assertThat(instance.at("/failure/code").asString()).as("%s", instance).isEqualTo(code);
        });
  }

  private static void awaitFailed(RunningController controller, Object address) {
    await()
        .atMost(PATIENCE)
        .until(() -> controller.instance(address).at("/contact").asString().equals("FAILED"));
  }

  private static String problems(RunningController controller, Object address) {
    return controller.instance(address).at("/problems").toString();
  }

  /** What is found about one server. */
  private static String findings(RunningController controller, Object address) {
    Answer all = controller.get("/findings");
    StringBuilder about = new StringBuilder();
    for (JsonNode finding : all.body().at("/items")) {
      if (finding.at("/subject").asString().contains(address.toString())) {
        about.append(finding);
      }
    }
    return about.toString();
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.indexOf(':') + 1));
  }
}
