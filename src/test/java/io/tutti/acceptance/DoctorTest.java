package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/** What {@code tutti doctor} reports of real servers, with and without what it looks for. */
class DoctorTest {

  @ParameterizedTest
  @Releases(ServerRelease.MYSQL_5_7_22)
  void showsWhatIsWrongUntilItIsPutRight(ServerRelease release) {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1>2")
                .options("binlog_format=ROW")
                .options(2, "report_host=nowhere.invalid")
                .start();
        RunningController controller = RunningController.start(Map.of())) {
      WatcherAccount.createOnAll(sandbox);
      sandbox.servers().forEach(server -> controller.awaitDiscovered(server.address()));
      SandboxServer source = sandbox.server(1);
      String name = source.address().toString();
      String replica = sandbox.server(2).address().toString();

      CommandResult watching = controller.tutti("doctor", name);
      assertThat(watching.exitCode()).as("%s", watching).isZero();
      assertThat(watching.output())
          .contains("OK    login", "OK    clock", "OK    tls", "OK    trust")
          .containsPattern("WARN  privileges +'watcher' lacks .*Refused: .*fence")
          .contains("remedy: tutti grants --flavor " + WatcherAccount.provider(release).id());
      assertThat(controller.tutti("doctor", replica).output())
          .containsPattern("WARN  address +It reports its address as nowhere.invalid:");

      sandbox.servers().forEach(WatcherAccount::letOperate);
      assertThat(controller.tutti("doctor", name).output())
          .contains("OK    privileges")
          .doesNotContain("WARN", "FAIL");
      awaitOneServerAtEachName(controller);
      CommandResult all = controller.tutti("doctor");
      assertThat(all.exitCode()).as("%s", all).isZero();
      assertThat(all.output())
          .contains("OK    controller", "OK    token", "OK    store", "OK    account", replica)
          .contains("2 were checked; something is wrong with 1:")
          .doesNotContain(name);

      source.stop();
      CommandResult gone = controller.tutti("doctor", name);
      assertThat(gone.exitCode()).as("%s", gone).isEqualTo(1);
      assertThat(gone.output()).startsWith("FAIL  login").contains(name + " refuses connections");
      assertThat(controller.tutti("doctor", "--json").exitCode()).isEqualTo(1);
    }
  }

  /** The name that the replica reports is taken for another server until the replica is read. */
  private static void awaitOneServerAtEachName(RunningController controller) {
    await()
        .untilAsserted(() ->
            assertThat(controller.get("/instances").body().at("/items"))
                .allMatch(each -> !each.at("/address").asString().startsWith("nowhere.invalid")));
  }
}
