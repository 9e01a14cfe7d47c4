package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A switchover cannot open the new source, and cannot open the old one again either: nobody takes
 * writes. Whatever is said about it, a second writer never comes of it, and one does in the end.
 */
class StuckSwitchoverTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String OPENING = "read_only = OFF";

  @Matrix
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {ServerRelease.MYSQL_9_7, ServerRelease.MARIADB_10_11_5})
  void itIsTriedAgain(ServerRelease release) {
    try (Bed bed = RefusedForGoodTest.start(release)) {
      String id = stuck(bed);

      bed.controller().tutti("operations", "retry", id);

      await().atMost(PATIENCE).untilAsserted(() -> assertThat(writers(bed)).containsExactly(1));
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {ServerRelease.MYSQL_9_7, ServerRelease.MARIADB_10_11_5})
  void itIsSettledAndLeadsToOneWriter(ServerRelease release) {
    try (Bed bed = RefusedForGoodTest.start(release)) {
      String old = bed.address(bed.source()).toString();
      String next = bed.address(bed.server(2)).toString();
      String id = stuck(bed);

      CommandResult settled =
          bed.controller().tutti("operations", "settle", id, "--why", "I see to it");
      assertThat(settled.exitCode()).as("%s", settled).isZero();

      assertThat(refused(bed, "rejoin", old))
          .contains("it has not lost its place", "let it take writes")
          .doesNotContain("--below");
      assertThat(refused(bed, "switchover", old, "--to", next)).contains("let it take writes");
      refused(bed, "replicate", old, "--from", next);
      refused(bed, "crash", "rebuild", old);
      refused(bed, "unfence", old);
      refused(bed, "unfence", next);
      refused(bed, "unfence", next, "--force", "--why", "I know better");
      letWrite(bed);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(RefusedForGoodTest.switchover(bed, "--dry-run").exitCode()).isZero());
      assertThat(writers(bed)).containsExactly(1);
      bed.write(3);
      Checksums.awaitEqual(bed.source(), bed.server(2), "d.t");
      Checksums.awaitEqual(bed.source(), bed.server(3), "d.t");
    }
  }

  /** What the refusals ask for, and what the operation named as not yet as before. */
  private static void letWrite(Bed bed) {
    bed.source().execute("SET GLOBAL read_only = OFF");
    bed.server(2).startReplication();
    bed.server(3).startReplication();
  }

  private static String stuck(Bed bed) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(RefusedForGoodTest.switchover(bed, "--dry-run").exitCode()).isZero());
    bed.proxy(1).refuse(OPENING);
    bed.proxy(2).refuse(OPENING);
    CommandResult stuck = RefusedForGoodTest.switchover(bed, "--yes");
    assertThat(stuck.exitCode()).as("%s", stuck).isNotZero();
    assertThat(writers(bed)).isEmpty();
    bed.proxy(1).refuseNothing();
    bed.proxy(2).refuseNothing();
    return stuck.output().lines().findFirst().orElseThrow().replace("operation ", "").strip();
  }

  /** None of it opens anybody: neither the new one, which lacks nothing, nor both. */
  private static String refused(Bed bed, String... words) {
    CommandResult refused = bed.controller().tutti(words);
    assertThat(refused.exitCode()).as("%s", refused).isNotZero();
    assertThat(writers(bed)).isEmpty();
    return refused.toString();
  }

  private static List<Integer> writers(Bed bed) {
    return List.of(1, 2, 3).stream()
        .filter(node -> ResolveBed.takesWrites(bed.server(node)))
        .toList();
  }
}
