package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A replica whose channel keeps no account, as it was given one only when it was started: nobody
 * stops it who cannot start it again.
 */
class StartedWithAccountTest {
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {ServerRelease.MYSQL_8_0_15, ServerRelease.MYSQL_9_7})
  void isGivenTheConfiguredOneWhereItMovesAndElseNotStopped(ServerRelease release) {
    try (Bed bed = Bed.of(release).topology("1>2,1>3").about(3).mayAttach().start()) {
      bed.createTable();
      bed.awaitKnown();
      SandboxServer replica = bed.server(3);
      startWithAccount(replica);
      awaitReplicated(bed, replica);

      assertRefused(bed, replica, bed.ask(":detach", "{}"), "RELOCATION_NOT_SAFE");
      assertRefused(
          bed, replica, AccountOfReplicasTest.switchover(bed, false, false), "SWITCHOVER_NOT_SAFE");
      Answer planned = bed.ask(":relocate", below(bed, true));
      assertThat(planned.body().at("/notes").toString())
          .as("%s", planned.body())
          .contains("it gets 'repl', of tutti.replication.user");

      bed.succeeded(bed.carryOut(":relocate", below(bed, false)));

      assertThat(replica.replication())
          .singleElement()
          .satisfies(channel -> {
            assertThat(channel.isRunning()).as("%s", channel).isTrue();
            assertThat(channel.source()).isEqualTo(bed.replica().address());
          });
      replica.stopReplication();
      replica.startReplication();
      awaitReplicated(bed, replica);
    }
  }

  @Matrix
  @Test
  void isRefusedToMoveWhereNoneIsConfigured() {
    try (Bed bed = Bed.of(ServerRelease.MYSQL_5_7_22).topology("1>2,1>3").about(3).start()) {
      bed.createTable();
      bed.awaitKnown();
      SandboxServer replica = bed.server(3);
      startWithAccount(replica);
      awaitReplicated(bed, replica);

      assertRefused(bed, replica, bed.ask(":relocate", below(bed, false)), "RELOCATION_NOT_SAFE");
    }
  }

  private static String below(Bed bed, boolean dryRun) {
    return "{\"below\":\"%s\",\"dryRun\":%s}".formatted(bed.replica().address(), dryRun);
  }

  /** Nothing was done to it. */
  private static void assertRefused(Bed bed, SandboxServer replica, Answer refusal, String code) {
    assertThat(refusal.text("/code")).as("%s", refusal.body()).isEqualTo(code);
    assertThat(refusal.body().toString())
        .contains("keeps no account", "MASTER_USER = 'USER'", "Nothing was changed.");
    awaitReplicated(bed, replica);
  }

  private static void startWithAccount(SandboxServer replica) {
    boolean isNew = replica.release() == ServerRelease.MYSQL_9_7;
    replica.stopReplication();
    replica.execute(
        isNew
            ? "CHANGE REPLICATION SOURCE TO SOURCE_USER=''"
            : "CHANGE MASTER TO MASTER_USER='', MASTER_PASSWORD=''",
        "START %s USER='%s' PASSWORD='%s'"
            .formatted(
                isNew ? "REPLICA" : "SLAVE",
                SandboxAccount.REPLICATION.user(),
                SandboxAccount.REPLICATION.password()));
  }

  private static void awaitReplicated(Bed bed, SandboxServer replica) {
    bed.write(1);
    Checksums.awaitEqual(bed.source(), replica, "d.t");
  }
}
