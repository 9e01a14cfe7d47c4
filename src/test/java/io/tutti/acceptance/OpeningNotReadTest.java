package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The new source takes writes, and the controller does not hear of it, nor can it read it: nothing
 * is undone, and once it can be read the operation goes forward.
 */
class OpeningNotReadTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String OPENING = "read_only = OFF";

  @Matrix
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {ServerRelease.MYSQL_9_7, ServerRelease.MARIADB_10_11_5})
  void nothingIsUndoneAndItGoesForward(ServerRelease release) throws InterruptedException {
    try (Bed bed = RefusedForGoodTest.start(release)) {
      SandboxServer next = bed.server(2);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(RefusedForGoodTest.switchover(bed, "--dry-run").exitCode()).isZero());
      StatementProxy proxy = bed.proxy(2);
      StatementProxy.Trap opening = proxy.trap(OPENING, When.AFTER, () -> proxy.refuse("SELECT"));

      CommandResult stuck = RefusedForGoodTest.switchover(bed, "--yes");

      assertThat(opening.awaitSprung()).isTrue();
      assertThat(stuck.exitCode()).as("%s", stuck).isNotZero();
      assertThat(writers(bed)).containsExactly(2);
      next.execute("INSERT INTO d.t VALUES (%d)".formatted(bed.nextRow()));
      proxy.refuseNothing();

      String id =
          stuck.output().lines().findFirst().orElseThrow().replace("operation ", "").strip();
      bed.controller().tutti("operations", "retry", id);

      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(bed.controller().tutti("operations", "show", id).output())
                  .contains("SUCCEEDED"));
      assertThat(writers(bed)).containsExactly(2);
      bed.write(next, 3);
      Checksums.awaitEqual(next, bed.server(3), "d.t");
      Checksums.awaitEqual(next, bed.source(), "d.t");
      assertThat(bed.findings()).doesNotContain("FENCED");
    }
  }

  private static List<Integer> writers(Bed bed) {
    return List.of(1, 2, 3).stream()
        .filter(node -> ResolveBed.takesWrites(bed.server(node)))
        .toList();
  }
}
