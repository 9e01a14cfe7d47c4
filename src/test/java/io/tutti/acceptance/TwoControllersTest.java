package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Journey;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two controllers with stores of their own on the same servers. */
class TwoControllersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Longer than a failover by itself needs to begin. */
  private static final Duration NOTHING_HAPPENS = Duration.ofSeconds(6);

  private static final Map<String, String> AUTO =
      Map.of(
          "TUTTI_FAILOVER_POLICY",
          "AUTO",
          "TUTTI_REPLICATION_USER",
          SandboxAccount.REPLICATION.user(),
          "TUTTI_REPLICATION_PASSWORD",
          SandboxAccount.REPLICATION.password());

  @Journey
  @Test
  void ofMySql57() {
    assertNeitherFailsOver(ServerRelease.MYSQL_5_7_22);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(
      names = {"MARIADB_10_11_5", "MYSQL_5_6_14", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_1_8"})
  void ofOtherReleases(ServerRelease release) {
    assertNeitherFailsOver(release);
  }

  private static void assertNeitherFailsOver(ServerRelease release) {
    try (Bed bed = AutomaticFailoverTest.start(release, AUTO);
        RunningController other = RunningController.startProcess(AUTO)) {
      for (SandboxServer each : List.of(bed.server(2), bed.server(3))) {
        other.awaitDiscovered(each.address(), bed.source().address());
      }
      List<RunningController> both = List.of(bed.controller(), other);
      both.forEach(each -> awaitFinding(each, true));
      bed.source().killHard();
      for (RunningController each : both) {
        await()
            .atMost(PATIENCE)
            .untilAsserted(() ->
                assertThat(each.tutti("decisions", "--rule", "failover").output())
                    .contains("ASK_OPERATOR", "Another controller would fail it over by itself"));
      }
      await()
          .during(NOTHING_HAPPENS)
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(List.of(bed.server(2), bed.server(3))).noneMatch(ResolveBed::takesWrites));
    }
  }

  private static void awaitFinding(RunningController controller, boolean isThere) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> controller.tutti("findings").output().contains("ANOTHER_CONTROLLER") == isThere);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void oneIsAloneAgainOnceTheOtherHasEnded(ServerRelease release) {
    try (Bed bed = AutomaticFailoverTest.start(release, AUTO)) {
      try (RunningController other = RunningController.startProcess(AUTO)) {
        other.awaitDiscovered(bed.server(2).address(), bed.source().address());
        awaitFinding(bed.controller(), true);
        other.killHard();
      }
      awaitFinding(bed.controller(), false);
      bed.source().killHard();
      await()
          .atMost(PATIENCE)
          .until(() ->
              List.of(bed.server(2), bed.server(3)).stream().anyMatch(ResolveBed::takesWrites));
    }
  }

  /** Whoever ends the session of a lock ends the lock: it is there again with the next reading. */
  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_6_14", "MYSQL_5_7_22", "MARIADB_10_11_5"})
  void aLockWhoseSessionWasEndedIsTakenAgain(ServerRelease release) {
    try (Bed bed = AutomaticFailoverTest.start(release, AUTO)) {
      SandboxServer source = bed.source();
      await().atMost(PATIENCE).until(() -> holder(source).isPresent());
      long ended = holder(source).orElseThrow();
      source.execute("KILL " + ended);
      await()
          .atMost(PATIENCE)
          .until(() -> holder(source).filter(each -> each != ended).isPresent());
      assertThat(bed.controller().tutti("findings").output()).doesNotContain("ANOTHER_CONTROLLER");
    }
  }

  private static Optional<Long> holder(SandboxServer source) {
    return source
        .queryValue(
            "SELECT COALESCE(IS_USED_LOCK('tutti.auto.1'), IS_USED_LOCK('tutti.auto.2'), 0)")
        .map(Long::parseLong)
        .filter(each -> each != 0);
  }

  /** Another one is between its look and its opening. */
  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_6_14", "MYSQL_5_7_22", "MYSQL_9_7", "MARIADB_10_11_5"})
  void whoComesSecondOpensNobody(ServerRelease release) throws Exception {
    try (Bed bed = AutomaticFailoverTest.start(release, Map.of());
        Connection other = bed.server(3).connect();
        Statement statement = other.createStatement()) {
      statement.execute("SELECT GET_LOCK('tutti.act', 0)");
      bed.source().killHard();
      String source = bed.source().address().toString();
      await()
          .atMost(PATIENCE)
          .until(() -> bed.operations().findings(source).contains("SOURCE_DEAD"));
      assertRefused(bed, "failover", source, "--yes");
      assertThat(List.of(bed.server(2), bed.server(3))).noneMatch(ResolveBed::takesWrites);
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void whoComesSecondHandsNothingOver(ServerRelease release) throws Exception {
    try (Bed bed = AutomaticFailoverTest.start(release, Map.of());
        Connection other = bed.server(3).connect();
        Statement statement = other.createStatement()) {
      statement.execute("SELECT GET_LOCK('tutti.act', 0)");
      String source = bed.source().address().toString();
      String next = bed.server(2).address().toString();
      assertRefused(bed, "switchover", source, "--to", next, "--yes");
      assertThat(ResolveBed.takesWrites(bed.source())).isTrue();
      assertThat(ResolveBed.takesWrites(bed.server(2))).isFalse();

      statement.execute("SELECT RELEASE_LOCK('tutti.act')");
      CommandResult done = bed.controller().tutti("switchover", source, "--to", next, "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();
    }
  }

  private static void assertRefused(Bed bed, String... command) {
    CommandResult refused = bed.controller().tutti(command);
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
    assertThat(refused.output() + refused.errors())
        .contains("Another controller acts on " + bed.server(3).address());
  }
}
