package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.ReplicationChannel;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.ServerAddress;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The controller is killed at the statements that start the replication of a replica which started
 * fenced: whoever takes the lift up ends it, and the replica replicates as it did.
 */
@KillPoint
class StartFencedReplicaCrashTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Map<String, String> AUTO = Map.of("TUTTI_START_FENCED_UNFENCE", "AUTO");
  private static final List<String> STARTS = List.of(" IO_THREAD", " SQL_THREAD");

  @OwnProcess
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MARIADB_10_11_5"})
  void itReplicatesWhereverTheControllerWasKilled(ServerRelease release)
      throws InterruptedException {
    try (StatementProxy proxy = StatementProxy.listen();
        Sandbox sandbox = start(release, proxy);
        RunningController controller = RunningController.start(AUTO)) {
      WatcherAccount.createOnAll(sandbox);
      sandbox.servers().forEach(WatcherAccount::letOperate);
      SandboxServer replica = sandbox.server(2);
      proxy.leadTo(replica.address());
      ServerAddress known = new ServerAddress("127.0.0.1", proxy.port());
      sandbox.server(1).execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
      controller.awaitDiscovered(known, sandbox.server(1).address());
      StartFencedBed.configure(controller, known, replica);

      int row = 0;
      for (String start : STARTS) {
        for (When when : When.values()) {
          replica.stop();
          Trap trap = proxy.trap(start, when, controller::killHard);
          replica.start();
          assertThat(trap.awaitSprung()).as("%s %s", when, start).isTrue();
          assertThat(refusesClients(replica)).as("it is opened last").isTrue();
          sandbox.server(1).execute("INSERT INTO d.t VALUES (%d)".formatted(++row));
          controller.startAgain();

          awaitLifted(controller, replica);
          awaitRows(replica, row);
        }
      }
    }
  }

  private static Sandbox start(ServerRelease release, StatementProxy proxy) {
    return Sandbox.builder()
        .fastTimeouts()
        .release(release)
        .topology("1>2")
        .options("sync_binlog=1", "innodb_flush_log_at_trx_commit=1")
        .options(2, "report_port=" + proxy.port())
        .start();
  }

  private static boolean refusesClients(SandboxServer replica) {
    return FenceBed.shut(replica.release()).entrySet().stream()
        .filter(each -> !each.getKey().endsWith("read_only"))
        .allMatch(each ->
            replica
                .queryValue("SELECT @@global." + each.getKey())
                .filter(each.getValue()::equals)
                .isPresent());
  }

  private static void awaitLifted(RunningController controller, SandboxServer replica) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(controller.get("/operations").body().at("/items/0/state").asString())
              .isEqualTo("SUCCEEDED");
          assertThat(controller.get("/findings").body().toString())
              .doesNotContain("STARTED_FENCED");
          assertThat(refusesClients(replica)).isFalse();
          assertThat(replica.replication()).isNotEmpty().allMatch(ReplicationChannel::isRunning);
        });
  }

  /** It was read-only before, and still is. */
  private static void awaitRows(SandboxServer replica, int count) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            replica
                .queryValue("SELECT COUNT(*) FROM d.t")
                .filter(Integer.toString(count)::equals)
                .isPresent());
    assertThat(replica.queryValue("SELECT @@global.read_only")).contains("1");
  }
}
