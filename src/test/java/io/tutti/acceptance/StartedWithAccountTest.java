package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A replica whose channel keeps no account, as it was given one only when it was started, is not
 * left stopped by a move: it gets the configured one. While it runs no server shows that.
 */
class StartedWithAccountTest {
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {ServerRelease.MYSQL_8_0_15, ServerRelease.MYSQL_9_7})
  void isGivenTheConfiguredOneWhereItMoves(ServerRelease release) {
    try (Bed bed = Bed.of(release).topology("1>2,1>3").about(3).mayAttach().start()) {
      bed.createTable();
      bed.awaitKnown();
      SandboxServer replica = bed.server(3);
      startWithAccount(replica);
      awaitReplicated(bed, replica);

      bed.succeeded(bed.carryOut(":relocate", below(bed)));

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

  private static String below(Bed bed) {
    return "{\"below\":\"%s\"}".formatted(bed.replica().address());
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
