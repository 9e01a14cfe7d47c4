package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/** A replica whose report_host leads nowhere is one instance, where it answers. */
class WrongReportTest {
  private static final String WRONG = "127.0.0.9";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @ParameterizedTest
  @Releases(ServerRelease.MYSQL_8_0_15)
  void isSaidOfTheReplicaAndNoSecondInstanceIsMadeUp(ServerRelease release) {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1>2")
                .options(2, "report_host=" + WRONG)
                .start();
        RunningController controller = RunningController.start(Map.of())) {
      WatcherAccount.createOnAll(sandbox);
      String source = sandbox.server(1).address().toString();
      String replica = sandbox.server(2).address().toString();
      String reported = WRONG + ":" + sandbox.server(2).port();
      discover(controller, source);
      assertThat(controller.instance(reported).at("/contact").asString())
          .as("nobody knows better yet")
          .isEqualTo("FAILED");
      assertThat(controller.get("/findings").body().toString())
          .contains("Check report_host on its replicas");

      discover(controller, replica);

      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            var topology = controller.topologyOf(source);
            assertThat(
                    topology
                        .at("/instances")
                        .valueStream()
                        .map(each -> each.at("/address").asString()))
                .containsExactlyInAnyOrder(source, replica);
            String findings = controller.get("/findings").body().toString();
            assertThat(findings)
                .contains("REPORT_HOST_WRONG", "it is " + reported, "it answers at " + replica)
                .doesNotContain("INSTANCE_UNREACHABLE", "INSTANCE_SILENT", "CRITICAL");
          });
    }
  }

  /** As soon as it can be reached: a loaded machine keeps the first connection waiting. */
  private static void discover(RunningController controller, String address) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(controller.discover(address).status()).isEqualTo(200));
  }
}
