package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Journey;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A source is killed while its replicas have received what they have not applied: one of them takes
 * its place with all of it, the other follows, and the old source is fenced when it is back.
 */
class FailoverTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int ROWS = 200;

  @Journey
  @Test
  void ofMySql57() throws Exception {
    assertNothingReceivedIsLost(ServerRelease.MYSQL_5_7_22, true);
  }

  @Journey
  @Test
  void ofMariaDb1011() throws Exception {
    assertNothingReceivedIsLost(ServerRelease.MARIADB_10_11_5, true);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_1_8", "MARIADB_11_4_5"})
  void ofOtherReleases(ServerRelease release) throws Exception {
    assertNothingReceivedIsLost(release, true);
  }

  @Matrix
  @Test
  void ofMySql56ByPosition() throws Exception {
    assertNothingReceivedIsLost(ServerRelease.MYSQL_5_6_14, false);
  }

  private static void assertNothingReceivedIsLost(ServerRelease release, boolean byGtid)
      throws Exception {
    try (Bed bed = SwitchoverTest.start(release, byGtid)) {
      List<SandboxServer> replicas = List.of(bed.server(2), bed.server(3));
      String source = bed.source().address().toString();
      assertAliveIsRefused(bed, source);
      List<Connection> held = ResolveBed.holdAppliers(replicas);
      bed.write(ROWS);
      String end = Binlogs.end(bed.source());
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() ->
              assertThat(replicas)
                  .allSatisfy(
                      each -> assertThat(ReplicaStatus.of(each).received()).isEqualTo(end)));
      bed.source().killHard();
      awaitDead(bed, source);
      Answer begun =
          bed.controller()
              .post("/clusters/%s:failover".formatted(RunningController.encoded(source)), "{}");
      String operation = OperationCalls.begun(begun);
      await().atMost(PATIENCE).until(() -> bed.operation(operation).toString().contains("RUNNING"));
      ResolveBed.release(held);
      bed.succeeded(bed.atRest(operation));

      SandboxServer to =
          replicas.stream().filter(ResolveBed::takesWrites).findFirst().orElseThrow();
      SandboxServer follower =
          replicas.stream().filter(each -> each.node() != to.node()).findFirst().orElseThrow();
      assertThat(Bed.rows(to)).as("all that was received").isEqualTo(ROWS);
      to.execute("INSERT INTO d.t VALUES (%d)".formatted(bed.nextRow()));
      Checksums.awaitEqual(to, follower, "d.t");
      assertThat(follower.replication())
          .singleElement()
          .satisfies(channel -> assertThat(channel.source()).isEqualTo(to.address()));
      assertThat(bed.controller().events(operation).toString()).contains("and nothing is lost");
      bed.source().start();
      await().atMost(PATIENCE).ignoreExceptions().until(() -> FenceBed.isShut(bed.source()));
    }
  }

  private static void assertAliveIsRefused(Bed bed, String source) {
    CommandResult refused = bed.controller().tutti("failover", source, "--yes");
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
    assertThat(refused.toString()).contains("it answers", "tutti switchover " + source);
  }

  private static void awaitDead(Bed bed, String source) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          CommandResult shown = bed.controller().tutti("failover", source, "--dry-run");
          assertThat(shown.exitCode()).as("%s", shown).isZero();
          assertThat(shown.output()).contains("is dead:", "Nothing was changed.");
        });
  }
}
