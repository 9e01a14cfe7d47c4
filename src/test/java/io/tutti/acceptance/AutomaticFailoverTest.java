package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Journey;
import io.tutti.tier.Matrix;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A source is killed while an application writes all the time, and nobody types anything: a replica
 * takes its place. The second time the cluster is in hold, and nothing is done until somebody
 * releases it. What only looks like a failure is none.
 */
class AutomaticFailoverTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Longer than a failover takes. */
  private static final Duration NOTHING_HAPPENS = Duration.ofSeconds(6);

  @Journey
  @Test
  void ofMySql57() {
    assertFailsOverByItself(ServerRelease.MYSQL_5_7_22);
  }

  @Matrix
  @Test
  void ofMariaDb1011() {
    assertFailsOverByItself(ServerRelease.MARIADB_10_11_5);
  }

  static Bed start(ServerRelease release, Map<String, String> settings) {
    Bed bed =
        Bed.of(release)
            .byGtid(true)
            .topology("1>2,1>3")
            .about(1)
            .durable()
            .mayAttach()
            .operationMax(Duration.ofMinutes(4))
            .settings(settings)
            .start();
    bed.createTable();
    ApplicationWrites.createAccount(bed.source());
    bed.awaitKnown();
    bed.sandbox().servers().stream()
        .filter(each -> each.node() != 1)
        .forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
    return bed;
  }

  private static void assertFailsOverByItself(ServerRelease release) {
    try (Bed bed = start(release, Map.of("TUTTI_FAILOVER_POLICY", "AUTO"));
        ApplicationWrites writes = ApplicationWrites.start(bed.sandbox().servers())) {
      SandboxServer source = bed.source();
      writes.awaitMore(source, 50);
      List<SandboxServer> replicas = List.of(bed.server(2), bed.server(3));
      SandboxServer next = killed(bed, writes, source, replicas);
      SandboxServer last = replicas.get(next == replicas.getFirst() ? 1 : 0);
      assertLacksTheLastAtMost(next, source, writes);
      awaitFollows(last, next);
      assertThat(bed.controller().tutti("hold", "list").output())
          .contains(source.address().toString());

      awaitReadAsSource(bed, next);
      assertNothingInHold(bed, next, last);
      CommandResult released = bed.controller().tutti("hold", "release", last.address().toString());
      assertThat(released.exitCode()).as("%s", released).isZero();
      writes.awaitMore(last, 20);
      assertThat(bed.controller().tutti("hold", "list").output())
          .contains(next.address().toString());

      source.start();
      next.start();
      for (SandboxServer old : List.of(source, next)) {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> FenceBed.isShut(old));
      }
      writes.awaitMore(last, 20);
      writes.stop();
      assertLacksTheLastAtMost(last, source, writes);
      assertLacksTheLastAtMost(last, next, writes);
      assertThat(SwitchoverTest.ids(last)).containsAll(writes.acknowledgedBy(last));
    }
  }

  /** Returns who took the place. */
  private static SandboxServer killed(
      Bed bed, ApplicationWrites writes, SandboxServer source, List<SandboxServer> replicas) {
    long since = System.nanoTime();
    source.killHard();
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> replicas.stream().anyMatch(each -> writes.hasTaken(each, since)));
    SandboxServer next =
        replicas.stream().filter(each -> writes.hasTaken(each, since)).findFirst().orElseThrow();
    System.out.printf(
        "%s: kill -9 to writable %d ms%n",
        source.release(), writes.pause(source, next, since).toMillis());
    writes.awaitMore(next, 20);
    writes.assertOneAfterTheOther(source, next, since);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(bed.controller().tutti("operations", "list").output())
                .containsPattern(
                    "policy:failover +\\S+ +SUCCEEDED +failover +" + source.address()));
    System.out.println(bed.controller().tutti("operations", "list").output());
    System.out.println(bed.controller().tutti("decisions", "--rule", "failover").output());
    System.out.println(bed.controller().tutti("hold", "list").output());
    return next;
  }

  /**
   * All that the old one acknowledged but the last ones, which no replica had received, and all
   * that the new one did.
   */
  private static void assertLacksTheLastAtMost(
      SandboxServer now, SandboxServer old, ApplicationWrites writes) {
    Set<Long> there = Set.copyOf(SwitchoverTest.ids(now));
    List<Long> acknowledged = writes.acknowledgedBy(old);
    long isThere = acknowledged.stream().takeWhile(there::contains).count();
    List<Long> after = acknowledged.subList((int) isThere, acknowledged.size());
    assertThat(after).as("rows after the first that is missing").noneMatch(there::contains);
    System.out.printf(
        "%s: %d rows acknowledged by the old source, of which no replica had received %d%n",
        now.release(), acknowledged.size(), after.size());
  }

  /** It has a row that the other one took since it took the place. */
  private static void awaitFollows(SandboxServer replica, SandboxServer source) {
    long newest = SwitchoverTest.ids(source).getLast();
    await().atMost(PATIENCE).until(() -> SwitchoverTest.ids(replica).contains(newest));
  }

  /** What was read of it while it was still a replica is all that is known once it is dead. */
  private static void awaitReadAsSource(Bed bed, SandboxServer next) {
    await()
        .atMost(PATIENCE)
        .until(() -> bed.controller().instance(next.address()).at("/channels").isEmpty());
  }

  private static void assertNothingInHold(Bed bed, SandboxServer next, SandboxServer last) {
    next.killHard();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(bed.controller().tutti("decisions", "--rule", "failover").output())
                .contains(next.address() + " is dead", "is in hold until", "tutti hold release"));
    System.out.println(bed.controller().tutti("decisions", "--rule", "failover").output());
    await()
        .during(NOTHING_HAPPENS)
        .atMost(NOTHING_HAPPENS.plusSeconds(5))
        .untilAsserted(
            () -> assertThat(last.queryValue("SELECT @@global.read_only")).contains("1"));
    CommandResult byHand =
        bed.controller().tutti("failover", last.address().toString(), "--dry-run");
    assertThat(byHand.exitCode()).as("in hold, by hand: %s", byHand).isZero();
  }

  /** A person decides, and is told how. */
  @Matrix
  @Test
  void aProposalNamesTheCommand() {
    try (Bed bed = start(ServerRelease.MYSQL_5_7_22, Map.of())) {
      String source = bed.source().address().toString();
      bed.source().killHard();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(bed.controller().tutti("decisions", "--rule", "failover").output())
                  .contains(
                      "ASK_OPERATOR",
                      "is dead",
                      "It would:",
                      "let clients write to",
                      "Remedy: tutti failover " + source));
      System.out.println(bed.controller().tutti("decisions", "--rule", "failover").output());
      assertThat(bed.controller().tutti("operations", "list").output())
          .doesNotContain("policy:failover");
    }
  }

  /** It is tried by itself, refused, and each replica is named with its reason. */
  @Matrix
  @Test
  void nobodyWhoCanTakeThePlaceIsSaidWithEachReason() {
    try (Bed bed = start(ServerRelease.MYSQL_5_7_22, Map.of("TUTTI_FAILOVER_POLICY", "AUTO"))) {
      for (int node = 2; node <= 3; node++) {
        bed.controller()
            .tutti("tag", "set", bed.server(node).address().toString(), "promotion=must_not");
      }
      bed.source().killHard();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(bed.controller().tutti("decisions", "--rule", "failover").output())
                  .contains(
                      bed.server(2).address() + " must not be promoted",
                      bed.server(3).address() + " must not be promoted",
                      "Nothing was changed."));
      System.out.println(bed.controller().tutti("decisions", "--rule", "failover").output());
      for (int node = 2; node <= 3; node++) {
        assertThat(ResolveBed.takesWrites(bed.server(node))).isFalse();
      }
    }
  }

  /** What only looks like a dead source, one after the other: nothing is failed over. */
  @Matrix
  @OwnProcess
  @ParameterizedTest
  @EnumSource
  void whatIsNoFailureIsNone(ServerRelease release) throws SQLException {
    try (Bed bed = start(release, Map.of("TUTTI_FAILOVER_POLICY", "AUTO"))) {
      for (Harmless each : Harmless.values()) {
        each.happenTo(bed);
        assertNothingIsDone(bed);
      }
    }
  }

  private static void assertNothingIsDone(Bed bed) {
    await()
        .during(NOTHING_HAPPENS)
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(bed.controller().get("/decisions").body().toString())
                .doesNotContain("\"rule\":\"failover\""));
    assertNothingWasDone(bed);
  }

  static void assertNothingWasDone(Bed bed) {
    assertThat(bed.controller().get("/operations").body().toString())
        .doesNotContain("policy:failover");
  }
}
