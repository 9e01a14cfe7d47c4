package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
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
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The controller is killed at every statement of a fence and of its lifting: both are ended. */
@KillPoint
class FenceCrashTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @Test
  void fencesAreEndedWhereverTheControllerWasKilled() throws Exception {
    assertEnded(ServerRelease.MYSQL_5_7_22, "offline_mode;super_read_only");
  }

  static void assertEnded(ServerRelease release, String variables) throws Exception {
    List<String> said = List.of(variables.split(";"));
    try (StatementProxy proxy = StatementProxy.listen();
        Sandbox sandbox =
            Sandbox.builder()
                .release(release)
                .topology("1")
                .options(1, "report_port=" + proxy.port())
                .start();
        RunningController controller = RunningController.start(Map.of())) {
      SandboxServer server = sandbox.server(1);
      WatcherAccount.createOn(server);
      WatcherAccount.letOperate(server);
      proxy.leadTo(server.address());
      ServerAddress known = new ServerAddress("127.0.0.1", proxy.port());
      controller.awaitDiscovered(known);
      String path = "/instances/" + RunningController.encoded(known.toString());

      for (String variable : said) {
        for (When when : When.beforeEach(variable.equals(said.getLast()))) {
          Trap shut = killAt(proxy, controller, variable, when);
          end(controller, controller.post(path + ":fence", "{}"), shut, FenceBed::isShut, server);

          Trap open = killAt(proxy, controller, variable, when);
          end(controller, controller.post(path + ":unfence", "{}"), open, FenceBed::isOpen, server);
        }
      }
    }
  }

  private static Trap killAt(
      StatementProxy proxy, RunningController controller, String variable, When when) {
    return proxy.trap("SET GLOBAL %s = ".formatted(variable), when, controller::killHard);
  }

  private static void end(
      RunningController controller,
      Answer accepted,
      Trap trap,
      Predicate<SandboxServer> wanted,
      SandboxServer server)
      throws InterruptedException {
    assertThat(accepted.status()).as("%s", accepted.body()).isEqualTo(202);
    assertThat(trap.awaitSprung()).as("%s", trap).isTrue();
    controller.startAgain();
    String operation = "/operations/" + accepted.text("/id");
    await()
        .atMost(PATIENCE)
        .until(() -> controller.get(operation).body().at("/atRest").asBoolean());
    JsonNode ended = controller.get(operation).body();
    assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
    assertThat(wanted.test(server)).as("%s", ended).isTrue();
  }
}
