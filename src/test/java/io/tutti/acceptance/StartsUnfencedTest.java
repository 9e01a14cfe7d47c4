package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that nobody saw start: those of 8.0 and later show what set each variable. */
@Matrix
class StartsUnfencedTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final String FOUND = "STARTS_UNFENCED";

  /** Longer than what counts as just started. */
  private static final long LONG_SECONDS = 17;

  private static Sandbox start(ServerRelease release) {
    Sandbox sandbox = Sandbox.builder().fastTimeouts().release(release).topology("1").start();
    WatcherAccount.createOnAll(sandbox);
    // Who may operate is admitted to a server that keeps clients away.
    WatcherAccount.letOperate(sandbox.server(1));
    return sandbox;
  }

  private static long uptimeSeconds(SandboxServer server) {
    return Long.parseLong(
        server.query("SHOW GLOBAL STATUS LIKE 'Uptime'").getFirst().firstText("Value"));
  }

  private static boolean isFound(RunningController controller, SandboxServer server) {
    return controller
        .get("/findings")
        .body()
        .at("/items")
        .valueStream()
        .filter(each -> each.at("/code").asString().equals(FOUND))
        .anyMatch(each -> each.toString().contains(server.address().toString()));
  }

  private static boolean isReached(RunningController controller, String address) {
    return controller.instance(address).at("/uptimeSeconds/value").asLong(-1) >= 0;
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MYSQL_9_7"})
  void whatNobodyHasSetIsWhatTheyStartedWith(ServerRelease release) {
    try (Sandbox open = start(release);
        Sandbox set = start(release);
        Sandbox shut = start(release);
        RunningController controller = RunningController.start(Map.of())) {
      shut.server(1).restart("offline_mode=ON", "super_read_only=ON", "read_only=ON");
      // It has the values of a fence, and would come back without them.
      set.server(1).execute("SET GLOBAL super_read_only = 1", "SET GLOBAL offline_mode = 1");
      await().atMost(PATIENCE).until(() -> uptimeSeconds(shut.server(1)) > LONG_SECONDS);
      for (Sandbox sandbox : new Sandbox[] {open, set, shut}) {
        controller.awaitDiscovered(sandbox.server(1).address());
      }

      await().atMost(PATIENCE).until(() -> isFound(controller, open.server(1)));
      assertThat(isFound(controller, set.server(1))).isFalse();
      assertThat(isFound(controller, shut.server(1))).isFalse();
      assertThat(controller.tutti("findings", "--long").output()).contains("was not seen to start");
      assertThat(FenceBed.isShut(shut.server(1))).as("nobody lifts what it was not read").isTrue();
    }
  }
}
