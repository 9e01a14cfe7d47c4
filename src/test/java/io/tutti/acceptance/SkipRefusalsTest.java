package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * What is not skipped, with the reason and what helps, and that the servers are left as they were.
 */
@Matrix
class SkipRefusalsTest {

  private static void assertRefused(Answer refused, String code, String... said) {
    assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
    assertThat(refused.text("/code")).as("%s", refused.body()).isEqualTo(code);
    assertThat(refused.body().toString()).contains(said).contains("Nothing was changed");
  }

  /**
   * Nothing fails; one that is named is skipped all the same, and an applier that is stopped stays
   * stopped.
   */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_6_14", "MYSQL_8_0_15", "MYSQL_9_7"})
  void onAHealthyReplicaOnlyWhatIsNamed(ServerRelease release) {
    try (SkipBed bed = SkipBed.start(release, true)) {
      assertRefused(bed.ask(bed.next(false)), "NOTHING_TO_SKIP", "none was named");
      bed.replica().stopReplication();
      int named = bed.write(1, "skip_a1", "INSERT INTO skip_a1.t VALUES (1, 'source')");
      String gtid = bed.lastGtidOfSource();
      Answer unreceived = bed.ask(bed.naming(gtid));
      assertRefused(unreceived, "TRANSACTION_UNKNOWN", gtid);
      bed.startReceivers();
      bed.awaitReceived(gtid);

      JsonNode ended = bed.skip(bed.naming(gtid));

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      assertThat(ended.at("/notes").toString()).contains("Inserts into skip_a1.t: ");
      assertThat(bed.replica().replication())
          .allSatisfy(channel -> assertThat(channel.applierState()).isEqualTo("No"));
      assertRefused(bed.ask(bed.naming(gtid)), "NOTHING_TO_SKIP", "has applied " + gtid);
      bed.replica().startReplication();
      bed.expectMissing(named);
      bed.assertOnlySkippedAreMissing();
    }
  }

  /** What is at the same place now is another transaction: its rows are nobody's answer. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void rowsOfAnotherBinlogOfTheSourceAreNotShown(ServerRelease release) {
    try (SkipBed bed = SkipBed.start(release, false)) {
      bed.letSkipNext();
      int failing = bed.failWithDuplicateKey();
      bed.awaitError();
      assertThat(bed.plan().at("/notes").toString()).contains("Inserts into skip_a1.t: @1=");

      bed.source(1).execute("RESET MASTER");

      assertThat(bed.plan().at("/notes").toString())
          .contains("Its rows are not shown: the binlog of " + bed.source(1).address())
          .contains("it is another one")
          .doesNotContain("@1=");
      assertThat(bed.skip(bed.next(false)).at("/state").asString()).isEqualTo("SUCCEEDED");
      bed.receiveFromTheBeginning();
      bed.expectMissing(failing);
      bed.assertOnlySkippedAreMissing();
    }
  }

  /** The counter alone wants SUPER there; nothing else may begin before that is known. */
  @Test
  void withoutThePrivilegeThatItNeeds() {
    try (SkipBed bed = SkipBed.start(ServerRelease.MARIADB_10_11_5, false)) {
      int failing = bed.failWithDuplicateKey();
      bed.awaitError();

      Answer refused = bed.ask(bed.next(false));

      assertThat(refused.text("/code")).as("%s", refused.body()).isEqualTo("MISSING_PRIVILEGE");
      assertThat(refused.body().at("/remedies").toString())
          .contains("GRANT SUPER ON *.* TO 'watcher'");
      assertThat(bed.replica().queryValue("SELECT @@global.sql_slave_skip_counter")).contains("0");
      bed.letSkipNext();
      assertThat(bed.skip(bed.next(false)).at("/state").asString()).isEqualTo("SUCCEEDED");
      bed.expectMissing(failing);
      bed.assertOnlySkippedAreMissing();
    }
  }

  /** What the source itself only passed on: it is asked whether it has that, and must answer. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MARIADB_10_2_11"})
  void ofAnotherServerThanTheSource(ServerRelease release) {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1>2,2>3")
                .positionBased()
                .start();
        RunningController controller = RunningController.start(Map.of())) {
      WatcherAccount.createOnAll(sandbox);
      sandbox.servers().forEach(WatcherAccount::letOperate);
      SandboxServer first = sandbox.server(1);
      SandboxServer last = sandbox.server(3);
      first.execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
      await()
          .atMost(Duration.ofSeconds(30))
          .ignoreExceptions()
          .until(() -> last.query("SELECT id FROM d.t").isEmpty());
      last.execute("SET SESSION sql_log_bin=0", "INSERT INTO d.t VALUES (7)");
      first.execute(
          "INSERT INTO d.t VALUES (6)", "INSERT INTO d.t VALUES (7)", "INSERT INTO d.t VALUES (8)");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() ->
              !last.replication().getFirst().applierError().isEmpty()
                  && last.replication().getFirst().applierState().equals("No"));
      controller.awaitDiscovered(last.address(), sandbox.server(2).address());
      String address = last.address().toString();
      String path = "/instances/%s/transactions:skip".formatted(RunningController.encoded(address));

      sandbox.server(2).killHard();
      assertRefused(
          controller.post(path, "{}"), "TRANSACTION_OF_OTHER_SOURCE", "the source cannot be asked");
      assertThat(ids(last)).containsExactly("6", "7");
      sandbox.server(2).start();
      CommandResult skipped = controller.tutti("skip", address, "--yes");

      assertThat(skipped.exitCode()).as("%s", skipped).isZero();
      assertThat(skipped.output()).contains("differs");
      await().atMost(Duration.ofSeconds(30)).until(() -> ids(last).equals(List.of("6", "7", "8")));
    }
  }

  private static List<String> ids(SandboxServer server) {
    return server.query("SELECT id FROM d.t ORDER BY id").stream()
        .map(row -> row.firstText("id"))
        .toList();
  }
}
