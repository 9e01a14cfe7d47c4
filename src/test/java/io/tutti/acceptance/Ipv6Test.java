package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Servers that answer at {@code [::1]} only, from discovery through gaps and backups to a fence.
 */
@Matrix
class Ipv6Test {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final String ANSWERS_ON_IPV6 = "bind_address=::1";

  @ParameterizedTest
  @CsvSource({"MYSQL_5_7_22, POSITION", "MARIADB_10_11_5, GTID"})
  void gapsAreClosedAndASessionIsHeld(ServerRelease release, Mode mode) throws SQLException {
    boolean isMariaDb = release.family() == ServerFamily.MARIADB;
    String[] options = isMariaDb ? new String[0] : new String[] {"relay_log_recovery=0"};
    try (GapBed bed = GapBed.onIpv6(release, mode, options)) {
      String source = bed.source().address().toString();
      String replica = bed.replica().address().toString();
      assertThat(List.of(source, replica)).allMatch(each -> each.startsWith("[::1]:"));
      bed.write(7);
      assertKnownOnce(bed, source, replica);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.killReplica();
      }
      if (!isMariaDb) {
        bed.assertSeenExactly();
      }

      CommandResult closed = bed.controller().tutti("gaps", "close", replica);

      assertThat(closed.exitCode()).as("%s", closed).isZero();
      assertThat(bed.missing()).isEmpty();
      bed.assertReplicatesTheSame();
      CommandResult session =
          bed.controller()
              .tuttiProcess(
                  "backup",
                  "run",
                  replica,
                  "--",
                  "sh",
                  "-c",
                  "echo at $TUTTI_BACKUP_HOST $TUTTI_BACKUP_PORT of $TUTTI_BACKUP_SOURCE_HOST");
      assertThat(session.exitCode()).as("%s", session).isZero();
      assertThat(session.output()).contains("at ::1 %d of ::1".formatted(bed.replica().port()));
      bed.assertReplicatesTheSame();
    }
  }

  /** One cluster of two, whichever way each is heard of. */
  private static void assertKnownOnce(GapBed bed, String source, String replica) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          JsonNode instances = bed.controller().get("/instances").body().at("/items");
          assertThat(instances.valueStream().map(each -> each.at("/address").asString()))
              .containsExactlyInAnyOrder(source, replica);
        });
    JsonNode channel = bed.controller().instance(replica).at("/channels/0");
    assertThat(channel.at("/source").asString()).as("%s", channel).isEqualTo(source);
    CommandResult shown = bed.controller().tutti("topology", source);
    assertThat(shown.output()).contains(source, replica);
  }

  @OwnProcess
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void aFenceKeepsClientsOut(ServerRelease release) throws SQLException {
    try (FenceBed bed = new FenceBed(Bed.of(release).onIpv6())) {
      SandboxServer source = bed.source();
      assertThat(source.address().toString()).startsWith("[::1]:");
      bed.assertNothingIsTakenUntilItIsUnfenced();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_9_7", "MARIADB_10_11_5"})
  void aSourceIsLeftBehind(ServerRelease release) throws Exception {
    ResolveBed.assertSourceIsLeftBehind(release, true, false, ANSWERS_ON_IPV6);
  }

  /** A server copies none of which it knows but an IPv6 address. */
  @Test
  void aReplicaIsCopiedByHand() {
    try (RebuildBed bed =
        RebuildBed.start(
            ServerRelease.MYSQL_9_7, true, "1>2,1>3", RebuildTest.CLONE, ANSWERS_ON_IPV6)) {
      bed.succeeded(bed.carryOut(RebuildTest.MARK));

      JsonNode begun = bed.succeeded(bed.carryOut("{}"));
      assertThat(begun.toString()).contains("CLONE takes no IPv6 address", "ATTACH_COPY");
      bed.write(4);
      bed.endSession();
      bed.succeeded(bed.carryOut("{\"act\":\"ATTACH\"}"));

      bed.assertWhole(true);
    }
  }
}
