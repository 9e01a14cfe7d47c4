package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The source is the primary of a replication group of three, and has a replica that is in none. The
 * group chooses its next primary itself.
 */
class GroupMemberTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Longer than a failover by itself needs to begin. */
  private static final Duration NOTHING_HAPPENS = Duration.ofSeconds(6);

  private static final String OF_UNKNOWN_STATE =
      " is a member of a replication group (in which state is not known)";

  private static final String MEMBER = " is a member of a replication group (ONLINE, PRIMARY)";

  @Matrix
  @Test
  void itIsNeitherFailedOverByItselfNorSwitchedOver() throws IOException {
    try (Bed bed =
        Bed.of(ServerRelease.MYSQL_9_7)
            .byGtid(true)
            .topology("1>2,1>3,1>4")
            .about(1)
            .mayAttach()
            .operationMax(Duration.ofMinutes(4))
            .settings(Map.of("TUTTI_FAILOVER_POLICY", "AUTO"))
            .start()) {
      bed.createTable();
      bed.awaitKnown();
      List<SandboxServer> members = List.of(bed.server(1), bed.server(2), bed.server(3));
      members.forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
      beginGroup(members);
      String source = bed.source().address().toString();
      awaitFound(bed, OF_UNKNOWN_STATE);
      bed.source()
          .execute("GRANT SELECT ON performance_schema.replication_group_members TO 'watcher'@'%'");
      awaitFound(bed, MEMBER);
      assertRefused(bed, "it" + MEMBER, "switchover", source, "--yes");

      bed.source().killHard();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(bed.controller().tutti("decisions", "--rule", "failover").output())
                  .contains("ASK_OPERATOR", "it" + MEMBER));
      await()
          .atMost(PATIENCE)
          .until(() -> members.subList(1, 3).stream().anyMatch(ResolveBed::takesWrites));
      await()
          .during(NOTHING_HAPPENS)
          .atMost(PATIENCE)
          .until(() -> !ResolveBed.takesWrites(bed.server(4)));
      assertRefused(bed, "it" + MEMBER, "failover", source, "--yes");
      assertRefused(bed, "--force", "failover", source, "--yes");
      assertThat(bed.operations().all()).isEmpty();
    }
  }

  private static void awaitFound(Bed bed, String member) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(bed.controller().tutti("findings", "--code", "MEMBER_OF_GROUP").output())
                .contains(bed.source().address() + member));
  }

  private static void assertRefused(Bed bed, String why, String... command) {
    CommandResult refused = bed.controller().tutti(command);
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
    assertThat(refused.output() + refused.errors()).contains(why);
  }

  /** The first one is its primary. */
  private static void beginGroup(List<SandboxServer> members) throws IOException {
    Map<SandboxServer, String> addresses = new LinkedHashMap<>();
    for (SandboxServer each : members) {
      addresses.put(each, "127.0.0.1:" + freePort());
    }
    for (SandboxServer each : members) {
      boolean isFirst = each.equals(members.getFirst());
      if (!isFirst) {
        each.execute("STOP REPLICA", "RESET REPLICA ALL");
      }
      each.execute(
          "INSTALL PLUGIN group_replication SONAME 'group_replication.so'",
          "SET GLOBAL group_replication_group_name = 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee'",
          "SET GLOBAL group_replication_local_address = '%s'".formatted(addresses.get(each)),
          "SET GLOBAL group_replication_group_seeds = '%s'"
              .formatted(String.join(",", addresses.values())),
          "SET GLOBAL group_replication_recovery_get_public_key = ON",
          "CHANGE REPLICATION SOURCE TO SOURCE_USER = '%s', SOURCE_PASSWORD = '%s' FOR CHANNEL 'group_replication_recovery'"
              .formatted(SandboxAccount.REPLICATION.user(), SandboxAccount.REPLICATION.password()),
          "SET GLOBAL group_replication_bootstrap_group = " + (isFirst ? "ON" : "OFF"),
          "START GROUP_REPLICATION",
          "SET GLOBAL group_replication_bootstrap_group = OFF");
      await().atMost(PATIENCE).until(() -> isOnline(each));
    }
  }

  private static boolean isOnline(SandboxServer member) {
    return member
        .queryValue(
            "SELECT MEMBER_STATE FROM performance_schema.replication_group_members WHERE MEMBER_ID = @@server_uuid")
        .filter("ONLINE"::equals)
        .isPresent();
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }
}
