package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.LyingServer.Lie;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A controller as it is started, with little memory, and servers that mean it ill. */
class HostileServersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int OF_EACH = 3;

  private static final String LITTLE_MEMORY = "-Xmx192m -XX:+ExitOnOutOfMemoryError";

  private static final String GREETING = "8.0.15";
  private static final ServerRelease RELEASE = ServerRelease.MARIADB_10_11_5;

  @Matrix
  @Test
  void manyThatLieAtOnceDoNotTakeItsMemory() {
    List<LyingServer> liars = liars();
    try (RunningController controller =
            RunningController.start(
                Map.of("TUTTI_OPTS", LITTLE_MEMORY, "TUTTI_DISCOVERY_CONTACT_TIMEOUT", "20s"));
        ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> answers =
          liars.stream()
              .map(liar -> all.submit(() -> controller.discover(liar.address()).text("/code")))
              .toList();
      Map<String, Long> codes =
          answers.stream()
              .map(HostileServersTest::reported)
              .collect(Collectors.groupingBy(code -> code, TreeMap::new, Collectors.counting()));

      assertThat(controller.isAlive()).as("%s", controller.log()).isTrue();
      assertThat(controller.get("/health").text("/status")).isEqualTo("UP");
      // Where all come at once some have no time left, which LyingServersTest lets each have.
      assertThat(codes).containsKey("ANSWER_REFUSED");
      assertThat(codes.keySet())
          .isSubsetOf(
              "ANSWER_REFUSED",
              "NO_GREETING",
              "NOT_A_DATABASE_SERVER",
              "STATEMENT_TIMED_OUT",
              "ACCESS_DENIED");
      assertThat(controller.log()).doesNotContain("OutOfMemoryError", "\u001b");
    } finally {
      liars.forEach(LyingServer::close);
    }
  }

  private static String reported(Future<String> answer) {
    try {
      return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  private static List<LyingServer> liars() {
    List<LyingServer> liars = new ArrayList<>();
    for (int i = 0; i < OF_EACH; i++) {
      for (Lie lie : Lie.values()) {
        liars.add(LyingServer.sending(lie, GREETING));
      }
      liars.add(LyingServer.byteByByte(GREETING, true));
      liars.add(LyingServer.byteByByte(GREETING, false));
      liars.add(LyingServer.refusingWithEscapes(GREETING));
    }
    return liars;
  }

  /** Whoever may create a table gives it a name that a terminal obeys, and has a replica fail. */
  @Test
  void namesOfTablesDoNothingToWhoeverLooks() {
    String name = "\u001b[2J\u001b]0;PWNED\u0007";
    try (Sandbox sandbox =
            Sandbox.builder().fastTimeouts().release(RELEASE).topology("1>2").start();
        RunningController controller = RunningController.start(Map.of())) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer source = sandbox.server(1);
      Object replica = sandbox.server(2).address();
      controller.awaitDiscovered(replica, source.address());
      source.execute("CREATE DATABASE d");
      source.execute("SET SESSION sql_log_bin=0", "CREATE TABLE d.`%s` (a INT)".formatted(name));
      source.execute("INSERT INTO d.`%s` VALUES (1)".formatted(name));

      await()
          .atMost(PATIENCE)
          .until(() -> controller.get("/findings").body().toString().contains("PWNED"));

      assertHarmless(controller.get("/findings").body().toString());
      assertHarmless(controller.instance(replica).toString());
      assertHarmless(controller.tutti("findings").output());
      assertHarmless(controller.tutti("findings", "--json").output());
      assertHarmless(controller.tutti("topology").output());
      assertHarmless(controller.tutti("instance", replica.toString()).output());
      assertHarmless(controller.log());
    }
  }

  private static void assertHarmless(String text) {
    assertThat(text.toLowerCase(Locale.ROOT))
        .doesNotContain("\u001b", "\u0007", "\\u001b", "\\u0007");
  }
}
