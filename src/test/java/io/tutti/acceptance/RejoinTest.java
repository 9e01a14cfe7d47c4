package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A source is killed and failed over, and is back: it becomes a replica of the new one where that
 * has all that it has, and else what it has more is named.
 */
class RejoinTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int ROWS = 20;

  @ParameterizedTest
  @Releases(
      value = {ServerRelease.MYSQL_8_0_15, ServerRelease.MARIADB_10_11_5},
      thorough = {
        ServerRelease.MYSQL_5_6_14,
        ServerRelease.MYSQL_5_7_22,
        ServerRelease.MYSQL_9_7,
        ServerRelease.MARIADB_10_2_11,
        ServerRelease.MARIADB_11_4_5
      })
  void anOldSourceThatLostNothingBecomesAReplica(ServerRelease release) {
    try (Bed bed = SwitchoverTest.start(release, true)) {
      SandboxServer now = failOver(bed);
      awaitFenced(bed);

      CommandResult shown = bed.controller().tutti("rejoin", name(bed, 1), "--dry-run");
      assertThat(shown.exitCode()).as("%s", shown).isZero();
      assertThat(shown.output())
          .contains("%s has all that %s has.".formatted(bed.address(now), name(bed, 1)))
          .contains("let %s replicate from %s".formatted(name(bed, 1), bed.address(now)))
          .contains("Nothing was changed.");
      assertThat(FenceBed.isShut(bed.source())).isTrue();
      if (release == ServerRelease.MYSQL_8_0_15) {
        PageExamples.of("rejoin.md", "Example")
            .assertPrintedBy(
                bed.controller(), name(bed, 1), name(bed, now.node()), name(bed, 5 - now.node()));
      } else {
        rejoined(bed);
      }

      assertIsReplicaOf(bed, now);
      rejoined(bed);
    }
  }

  /** Where it has semi-sync, it waits for no acknowledgements any more, and gives them. */
  @Matrix
  @ParameterizedTest
  @Releases
  void aFrozenSourceThatGoesOnBecomesAReplica(ServerRelease release) {
    BedBuilder builder = Bed.of(release).options("slave_net_timeout=4");
    try (Bed bed =
        SwitchoverTest.start(release.has(ServerFeature.SEMI_SYNC) ? builder.semiSync() : builder)) {
      bed.write(ROWS);
      List.of(bed.server(2), bed.server(3))
          .forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
      bed.source().freeze();
      SandboxServer now = failOverDead(bed);
      now.execute("INSERT INTO d.t VALUES (%d)".formatted(bed.nextRow()));
      bed.source().thaw();
      awaitFenced(bed);

      rejoined(bed);

      assertIsReplicaOf(bed, now);
      assertThat(bed.findings()).doesNotContain("FORMER_SOURCE_HAS_MORE");
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases
  void itRejoinsByItselfWhereThatIsWanted(ServerRelease release) {
    try (Bed bed =
        SwitchoverTest.start(Bed.of(release).settings(Map.of("TUTTI_REJOIN_POLICY", "AUTO")))) {
      assertRejoinsByItself(bed);
    }
  }

  static void assertRejoinsByItself(Bed bed) {
    SandboxServer now = failOver(bed);

    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(bed.source().replication()).hasSize(1));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(bed.operations().findings(bed.address(bed.source())))
                .doesNotContain("FENCED"));
    assertIsReplicaOf(bed, now);
  }

  /** Its scheduler runs one that has not come to write: it never does on a replica. */
  @Matrix
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MARIADB_10_11_5,
      thorough = {
        ServerRelease.MYSQL_5_6_14,
        ServerRelease.MARIADB_10_1_8,
        ServerRelease.MARIADB_10_2_11,
        ServerRelease.MARIADB_11_4_5
      })
  void itsEventsAreKeptOff(ServerRelease release) {
    try (Bed bed = withAnEvent(release)) {
      failOver(bed);
      awaitFenced(bed);
      assertThat(EventBed.enabled(bed.source())).containsExactly("later");

      rejoined(bed);

      assertThat(EventBed.enabled(bed.source())).isEmpty();
      bed.source().killHard();
      bed.source().start();
      assertThat(EventBed.enabled(bed.source())).isEmpty();
    }
  }

  /** Where nobody may write, no event does, and none can be kept off either. */
  @Matrix
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {ServerRelease.MYSQL_8_0_15, ServerRelease.MYSQL_9_7})
  void itsEventsThatCannotWriteAreNamed(ServerRelease release) {
    try (Bed bed = withAnEvent(release)) {
      SandboxServer now = failOver(bed);
      awaitFenced(bed);

      CommandResult done = bed.controller().tutti("rejoin", name(bed, 1), "--dry-run");

      assertThat(done.output())
          .contains("later")
          .contains("None of them writes there while super_read_only is ON");
      rejoined(bed);
      assertIsReplicaOf(bed, now);
      assertThat(bed.source().queryValue("SELECT @@global.super_read_only")).contains("1");
    }
  }

  private static Bed withAnEvent(ServerRelease release) {
    Bed bed = SwitchoverTest.start(Bed.of(release).byGtid(true).options(1, "event_scheduler=ON"));
    bed.source()
        .execute(
            "CREATE EVENT d.later ON SCHEDULE EVERY 1 HOUR STARTS NOW() + INTERVAL 1 HOUR DO DELETE FROM d.t");
    return bed;
  }

  /** Whatever is said about it leads to the way home, and none of it makes a second writer. */
  @ParameterizedTest
  @Releases(
      value = {ServerRelease.MYSQL_8_0_15, ServerRelease.MARIADB_10_11_5},
      thorough = {ServerRelease.MYSQL_5_7_22, ServerRelease.MYSQL_9_7})
  void whatItHasMoreIsNamedAndKeepsItOut(ServerRelease release) {
    try (Bed bed = SwitchoverTest.start(release, true)) {
      bed.write(ROWS);
      List<SandboxServer> replicas = List.of(bed.server(2), bed.server(3));
      replicas.forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
      replicas.forEach(
          each -> each.execute("STOP %s IO_THREAD".formatted(ReplicaStatus.word(each.release()))));
      int alone = bed.nextRow();
      bed.source().execute("INSERT INTO d.t VALUES (%d)".formatted(alone));
      bed.source().killHard();
      replicas.forEach(
          each -> each.execute("START %s IO_THREAD".formatted(ReplicaStatus.word(each.release()))));
      SandboxServer now = failOverDead(bed);
      bed.source().start();
      awaitFenced(bed);

      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(bed.operations().findings(bed.address(bed.source())))
                  .contains("FORMER_SOURCE_HAS_MORE"));
      assertThat(refused(bed, "rejoin", name(bed, 1)))
          .containsPattern("transactions? that %s lacks".formatted(bed.address(now)))
          .contains("Inserts into d.t: ", "=%d".formatted(alone))
          .contains("tutti crash rebuild %s --mark".formatted(name(bed, 1)));
      CommandResult shown = bed.controller().tutti("errant", "show", name(bed, 1));
      assertThat(shown.output()).contains("Inserts into d.t: ", "=%d".formatted(alone));
      assertAllLeadsHome(bed, now);
      assertThat(FenceBed.isShut(bed.source())).isTrue();
    }
  }

  private static void assertAllLeadsHome(Bed bed, SandboxServer now) {
    String old = name(bed, 1);
    String next = bed.address(now).toString();
    assertThat(refused(bed, "replicate", old, "--from", next)).contains("tutti rejoin " + old);
    assertThat(refused(bed, "unfence", old))
        .contains(next + " takes writes", "tutti rejoin " + old)
        .doesNotContain("read_only");
    assertThat(refused(bed, "crash", "rebuild", old)).contains("tutti rejoin " + old);
    CommandResult forced =
        bed.controller().tutti("unfence", old, "--force", "--why", "I know better", "--dry-run");
    assertThat(forced.output()).contains("two servers take writes then");
  }

  static String refused(Bed bed, String... words) {
    CommandResult refused = bed.controller().tutti(words);
    assertThat(refused.exitCode()).as("%s", refused).isNotZero();
    return refused.toString();
  }

  static void rejoined(Bed bed) {
    CommandResult done = bed.controller().tutti("rejoin", name(bed, 1));
    assertThat(done.exitCode()).as("%s", done).isZero();
  }

  /** All replicas have all that was written, and the source is killed, failed over and started. */
  static SandboxServer failOver(Bed bed) {
    List<SandboxServer> replicas = List.of(bed.server(2), bed.server(3));
    bed.write(ROWS);
    replicas.forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
    bed.source().killHard();
    SandboxServer now = failOverDead(bed);
    now.execute("INSERT INTO d.t VALUES (%d)".formatted(bed.nextRow()));
    bed.source().start();
    return now;
  }

  static SandboxServer failOverDead(Bed bed) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          CommandResult shown = bed.controller().tutti("failover", name(bed, 1), "--dry-run");
          assertThat(shown.exitCode()).as("%s", shown).isZero();
        });
    CommandResult done = bed.controller().tutti("failover", name(bed, 1), "--yes");
    assertThat(done.exitCode()).as("%s", done).isZero();
    return List.of(bed.server(2), bed.server(3)).stream()
        .filter(ResolveBed::takesWrites)
        .findFirst()
        .orElseThrow();
  }

  static void awaitFenced(Bed bed) {
    await().atMost(PATIENCE).ignoreExceptions().until(() -> FenceBed.isShut(bed.source()));
    // Its restart is looked into meanwhile.
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(bed.operations().findings(bed.address(bed.source()))).contains("FENCED"));
  }

  static void assertIsReplicaOf(Bed bed, SandboxServer now) {
    now.execute("INSERT INTO d.t VALUES (%d)".formatted(bed.nextRow()));
    Checksums.awaitEqual(now, bed.source(), "d.t");
    assertThat(bed.source().replication())
        .singleElement()
        .satisfies(channel -> assertThat(channel.source()).isEqualTo(bed.address(now)));
    assertThat(bed.source().queryValue("SELECT @@global.read_only")).contains("1");
    assertThat(ResolveBed.takesWrites(bed.source())).isFalse();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(bed.operations().findings(bed.address(bed.source())))
                .doesNotContain("FENCED"));
    assertThat(ResolveBed.takesWrites(now)).isTrue();
  }

  static String name(Bed bed, int node) {
    return bed.address(bed.server(node)).toString();
  }
}
