package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.ServerAddress;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The controller, or the server, is killed at every statement with which the fence of a server that
 * started fenced is lifted: it ends open and proved intact, or shut, and never between the two.
 */
@KillPoint
@OwnProcess
class StartFencedCrashTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Map<String, String> AUTO = Map.of("TUTTI_START_FENCED_UNFENCE", "AUTO");

  /** Longer than what counts as just started. */
  private static final long LONG_SECONDS = 17;

  /** A server that starts fenced, which the controller knows by the proxy alone. */
  private record Bed(
      StatementProxy proxy, SandboxServer server, RunningController controller, String known) {

    static Bed of(StatementProxy proxy, Sandbox sandbox, RunningController controller) {
      SandboxServer server = sandbox.server(1);
      WatcherAccount.createOn(server);
      WatcherAccount.letOperate(server);
      proxy.leadTo(server.address());
      ServerAddress known = new ServerAddress("127.0.0.1", proxy.port());
      controller.awaitDiscovered(known);
      StartFencedBed.configure(controller, known, server);
      return new Bed(proxy, server, controller, known.toString());
    }

    List<JsonNode> lifts() {
      return controller
          .get("/operations")
          .body()
          .at("/items")
          .valueStream()
          .filter(each -> each.at("/plan/goal/kind").asString().equals("start-fenced.lift"))
          .toList();
    }

    boolean isFound(String code) {
      return controller
          .get("/findings")
          .body()
          .at("/items")
          .valueStream()
          .anyMatch(each -> each.at("/code").asString().equals(code));
    }

    void awaitOpen() {
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(50))
          .until(() -> FenceBed.isOpen(server) && !isFound("STARTED_FENCED"));
      await()
          .atMost(PATIENCE)
          .until(() -> controller.get("/operations").body().at("/items/0/atRest").asBoolean());
      JsonNode latest = controller.get("/operations").body().at("/items/0");
      assertThat(latest.at("/state").asString()).as("%s", latest).isEqualTo("SUCCEEDED");
    }
  }

  private static Sandbox start(ServerRelease release, StatementProxy proxy) {
    return Sandbox.builder()
        .fastTimeouts()
        .release(release)
        .topology("1")
        .options(
            1, "report_port=" + proxy.port(), "sync_binlog=1", "innodb_flush_log_at_trx_commit=1")
        .start();
  }

  @Test
  void aLiftIsEndedWhereverTheControllerWasKilled() throws Exception {
    assertEnded(
        ServerRelease.MYSQL_5_7_22,
        List.of("SHOW GRANTS", "SET GLOBAL read_only = ", "SET GLOBAL offline_mode = "));
  }

  @Test
  void soItIsWhereLoginsAreShutByWhatAServerSaysFirst() throws Exception {
    assertEnded(
        ServerRelease.MARIADB_10_11_5,
        List.of("SHOW GRANTS", "SET GLOBAL read_only = ", "SET GLOBAL init_connect = "));
  }

  private static void assertEnded(ServerRelease release, List<String> statements)
      throws InterruptedException {
    try (StatementProxy proxy = StatementProxy.listen();
        Sandbox sandbox = start(release, proxy);
        RunningController controller = RunningController.start(AUTO)) {
      Bed bed = Bed.of(proxy, sandbox, controller);
      for (String statement : statements) {
        for (When when : When.beforeEach(statement.equals(statements.getLast()))) {
          bed.server().stop();
          Trap trap = proxy.trap(statement, when, controller::killHard);
          bed.server().start();
          assertThat(trap.awaitSprung()).as("%s %s", when, statement).isTrue();
          boolean isLastSaid = when == When.AFTER;
          assertThat(FenceBed.isOpen(bed.server())).as("%s", statement).isEqualTo(isLastSaid);
          controller.startAgain();
          bed.awaitOpen();
        }
      }
    }
  }

  /** What was proved of one process says nothing of the next. */
  @Test
  void aServerThatCrashedWhileItWasLiftedIsProvedAgain() throws InterruptedException {
    try (StatementProxy proxy = StatementProxy.listen();
        Sandbox sandbox = start(ServerRelease.MARIADB_10_11_5, proxy);
        RunningController controller = RunningController.start(AUTO)) {
      Bed bed = Bed.of(proxy, sandbox, controller);
      SandboxServer server = bed.server();
      server.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 0");
      await()
          .atMost(PATIENCE)
          .until(() ->
              controller.instance(bed.known()).at("/durability/flushLogAtCommit/value").asInt(-1)
                  == 0);
      server.stop();
      Trap trap =
          proxy.trap(
              "SET GLOBAL init_connect = ",
              When.BEFORE,
              () -> {
                server.killHard();
                server.start();
              });
      StartFencedBed.append(server, "innodb_flush_log_at_trx_commit=0\n");
      server.start();
      assertThat(trap.awaitSprung()).isTrue();

      await().atMost(PATIENCE).until(() -> bed.isFound("RESTARTED_WITH_POSSIBLE_LOSS"));
      await().atMost(PATIENCE).until(() -> bed.isFound("STARTED_FENCED"));
      await()
          .atMost(PATIENCE)
          .until(() -> bed.lifts().stream().allMatch(each -> each.at("/atRest").asBoolean()));
      assertThat(FenceBed.isShut(server)).isTrue();
    }
  }

  /** A controller that was away meets a server that started fenced long ago. */
  @Test
  void aStartThatNobodySawIsLiftedToo() {
    try (StatementProxy proxy = StatementProxy.listen();
        Sandbox sandbox = start(ServerRelease.MARIADB_10_11_5, proxy);
        RunningController controller = RunningController.start(AUTO)) {
      Bed bed = Bed.of(proxy, sandbox, controller);
      bed.server().restart();
      bed.awaitOpen();
      controller.killHard();
      bed.server().restart();
      await()
          .atMost(PATIENCE)
          .until(() ->
              Long.parseLong(
                      bed.server()
                          .query("SHOW GLOBAL STATUS LIKE 'Uptime'")
                          .getFirst()
                          .firstText("Value"))
                  > LONG_SECONDS);
      assertThat(FenceBed.isShut(bed.server())).isTrue();
      controller.startAgain();
      bed.awaitOpen();
    }
  }
}
