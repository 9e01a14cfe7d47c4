package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A server refuses for good what an operation says once the new source takes writes: that one alone
 * takes them, the others follow, and what is left is named, stays shut, and can be rejoined.
 */
class RefusedForGoodTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Matrix
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_7_22, 1, CHANGE MASTER",
    "MYSQL_5_7_22, 2, STOP SLAVE",
    "MYSQL_5_7_22, 2, RESET SLAVE",
    "MYSQL_5_7_22, 1, START SLAVE",
    "MYSQL_9_7, 2, STOP REPLICA",
    "MYSQL_9_7, 2, RESET REPLICA",
    "MYSQL_9_7, 1, CHANGE REPLICATION SOURCE",
    "MYSQL_9_7, 1, START REPLICA",
    "MARIADB_10_11_5, 2, STOP SLAVE",
    "MARIADB_10_11_5, 2, RESET SLAVE",
    "MARIADB_10_11_5, 1, CHANGE MASTER",
    "MARIADB_10_11_5, 1, START SLAVE"
  })
  void isLeftAndNamedAndTheRestIsDone(ServerRelease release, int node, String statement) {
    try (Bed bed = start(release)) {
      SandboxServer old = bed.source();
      SandboxServer next = bed.server(2);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(switchover(bed, "--dry-run").exitCode()).isZero());
      bed.proxy(node).refuse(statement);

      CommandResult done = switchover(bed, "--yes");

      assertThat(done.exitCode()).as("%s", done).isZero();
      assertThat(done.output()).contains("refused for good", "Remedy: ");
      assertThat(next.queryValue("SELECT @@global.read_only")).contains("0");
      assertThat(old.queryValue("SELECT @@global.read_only")).contains("1");
      bed.write(next, 3);
      Checksums.awaitEqual(next, bed.server(3), "d.t");
      if (node == 1 && statement.startsWith("START ")) {
        assertStaysShutThoughItIsAttached(bed);
      } else if (node == 1) {
        assertStaysShutUntilItIsRejoined(bed);
      }
      Checksums.awaitEqual(next, old, "d.t");
    }
  }

  /** The other replica cannot be taken along, or the new one not forget the dead one. */
  @Matrix
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_7_22, 3, CHANGE MASTER",
    "MYSQL_5_7_22, 2, RESET SLAVE",
    "MYSQL_9_7, 3, START REPLICA",
    "MYSQL_9_7, 2, RESET REPLICA",
    "MARIADB_10_11_5, 3, CHANGE MASTER",
    "MARIADB_10_11_5, 2, RESET SLAVE"
  })
  void ofAFailoverToo(ServerRelease release, int node, String statement) {
    try (Bed bed = start(release)) {
      SandboxServer next = bed.server(2);
      SandboxServer other = bed.server(3);
      Checksums.awaitEqual(bed.source(), next, "d.t");
      Checksums.awaitEqual(bed.source(), other, "d.t");
      bed.source().killHard();
      String lost = bed.address(bed.source()).toString();
      String to = bed.address(next).toString();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(
                      bed.controller().tutti("failover", lost, "--to", to, "--dry-run").exitCode())
                  .isZero());
      bed.proxy(node).refuse(statement);

      CommandResult done = bed.controller().tutti("failover", lost, "--to", to, "--yes");

      assertThat(done.exitCode()).as("%s", done).isZero();
      assertThat(done.output()).containsAnyOf("refused for good", "Not done on ");
      assertThat(ResolveBed.takesWrites(next)).isTrue();
      assertThat(ResolveBed.takesWrites(other)).isFalse();
      next.execute("INSERT INTO d.t VALUES (%d)".formatted(bed.nextRow()));
      if (node == 2) {
        Checksums.awaitEqual(next, other, "d.t");
      } else {
        assertThat(done.output()).contains("It was left out: ");
      }
    }
  }

  static Bed start(ServerRelease release) {
    Bed bed =
        Bed.of(release)
            .topology("1>2,1>3")
            .about(1)
            .durable()
            .mayAttach()
            .behind(
                Map.of(
                    1,
                    StatementProxy.listen(),
                    2,
                    StatementProxy.listen(),
                    3,
                    StatementProxy.listen()))
            .operationMax(Duration.ofMinutes(4))
            .start();
    bed.createTable();
    bed.awaitKnown();
    bed.write(3);
    return bed;
  }

  static CommandResult switchover(Bed bed, String how) {
    return bed.controller()
        .tutti(
            "switchover",
            bed.address(bed.source()).toString(),
            "--to",
            bed.address(bed.server(2)).toString(),
            how);
  }

  /** It has its channel, and gets nothing over it until it is rejoined. */
  private static void assertStaysShutThoughItIsAttached(Bed bed) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(bed.findings()).contains("FENCED", "RECEIVER_STOPPED"));
    bed.proxy(1).refuseNothing();
    String old = bed.address(bed.source()).toString();
    CommandResult refused = bed.controller().tutti("rejoin", old, "--yes");
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
    assertThat(refused.toString()).contains("does not run", "start it, and then: tutti rejoin");
    bed.source().startReplication();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(bed.findings()).doesNotContain("RECEIVER_STOPPED"));
    CommandResult back = bed.controller().tutti("rejoin", old, "--yes");
    assertThat(back.exitCode()).as("%s", back).isZero();
    assertThat(bed.source().queryValue("SELECT @@global.read_only")).contains("1");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(bed.findings()).doesNotContain("FENCED"));
  }

  private static void assertStaysShutUntilItIsRejoined(Bed bed) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(bed.findings()).contains("FENCED"));
    bed.proxy(1).refuseNothing();
    String old = bed.address(bed.source()).toString();
    String next = bed.address(bed.server(2)).toString();
    assertLeadsHome(bed, "unfence", old);
    assertLeadsHome(bed, "replicate", old, "--from", next);
    CommandResult back = bed.controller().tutti("rejoin", old, "--yes");
    assertThat(back.exitCode()).as("%s", back).isZero();
    assertThat(bed.source().queryValue("SELECT @@global.read_only")).contains("1");
  }

  /** Nothing that is said about it makes a second one that takes writes. */
  private static void assertLeadsHome(Bed bed, String... words) {
    CommandResult refused = bed.controller().tutti(words);
    assertThat(refused.exitCode()).as("%s", refused).isNotZero();
    assertThat(refused.toString()).contains("tutti rejoin " + bed.address(bed.source()));
    assertThat(refused.toString().lines().filter(line -> line.contains("tutti unfence")))
        .allSatisfy(line ->
            assertThat(line)
                .containsAnyOf("if nobody has its place: ", "two servers take writes then"));
    assertThat(bed.source().queryValue("SELECT @@global.read_only")).contains("1");
  }
}
