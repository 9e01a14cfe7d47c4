package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The source is back after a person has promoted one of its replicas by hand: neither a switchover
 * nor {@code crash resolve} opens another one beside that.
 */
class PlaceTakenMeanwhileTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int ROWS = 20;

  private static void awaitDead(Bed bed, SandboxServer source) {
    await()
        .atMost(PATIENCE)
        .until(() -> bed.operations().findings(source.address()).contains("SOURCE_DEAD"));
  }

  /** It was away, and is back: what its replicas were promoted for meanwhile is not undone. */
  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void beforeASwitchover(ServerRelease release) {
    try (Bed bed = AutomaticFailoverTest.start(release, Map.of())) {
      bed.write(ROWS);
      bed.source().killHard();
      awaitDead(bed, bed.source());
      PlaceTakenTest.promoteByHand(bed.server(3));
      bed.write(bed.server(3), 2);
      awaitWritableInView(bed.controller(), bed.server(3));
      bed.source().start();
      String source = bed.source().address().toString();
      await()
          .atMost(PATIENCE)
          .until(() -> !bed.operations().findings(source).contains("SOURCE_DEAD"));
      CommandResult refused =
          bed.controller()
              .tutti("switchover", source, "--to", bed.server(2).address().toString(), "--yes");
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      assertThat(refused.errors() + refused.output())
          .contains(bed.server(3).address() + " has its place", "takes writes now");
      assertThat(ResolveBed.takesWrites(bed.server(2))).isFalse();
      assertThat(bed.operations().all()).isEmpty();
    }
  }

  private static void awaitWritableInView(RunningController controller, SandboxServer promoted) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            controller
                .instance(promoted.address())
                .at("/writable/value")
                .asString()
                .equals("true"));
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_9_7", "MARIADB_10_11_5"})
  void beforeAResolve(ServerRelease release) {
    try (ResolveBed bed = ResolveBed.start(release, true)) {
      bed.write(bed.source(), ROWS);
      bed.awaitKnown();
      SandboxServer taken = bed.survivors().getLast();
      bed.survivors().forEach(each -> bed.awaitEqual(bed.source(), each));
      bed.crash();
      awaitDead(bed, bed.source());
      PlaceTakenTest.promoteByHand(taken);
      taken.execute("INSERT INTO d.t VALUES (1000000)");
      awaitWritableInView(bed.controller(), taken);
      bed.source().start();
      CommandResult refused = bed.controller().tutti("crash", "resolve", bed.incident(), "--yes");
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      assertThat(refused.errors() + refused.output())
          .contains(taken.address() + " has its place", "takes writes now");
      assertThat(ResolveBed.takesWrites(bed.survivors().getFirst())).isFalse();
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void whileAResolveWaits(ServerRelease release) throws Exception {
    try (ResolveBed bed = ResolveBed.start(release, true)) {
      bed.write(bed.source(), 5);
      bed.awaitKnown();
      SandboxServer left = bed.survivors().getFirst();
      SandboxServer taken = bed.survivors().getLast();
      List<Connection> held = ResolveBed.holdAppliers(List.of(left, taken));
      bed.write(bed.source(), ROWS);
      bed.awaitReceived(bed.source(), List.of(left, taken));
      bed.crash();
      bed.source().start();
      String operation = bed.begin(bed.incident(), ",\"promote\":\"%s\"".formatted(left.address()));
      bed.awaitRunning(operation);
      ResolveBed.release(held.subList(1, 2));
      await().atMost(PATIENCE).until(() -> Bed.rows(taken) == bed.written());
      PlaceTakenTest.promoteByHand(taken);
      taken.execute("INSERT INTO d.t VALUES (1000000)");
      ResolveBed.release(held.subList(0, 1));
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(bed.operations().all())
                  .singleElement()
                  .satisfies(each -> assertThat(each.at("/state").asString()).isEqualTo("UNDONE")));
      assertThat(bed.operations().all().getFirst().toString()).contains(taken.address() + " has");
      assertThat(ResolveBed.takesWrites(left)).isFalse();
      assertThat(ResolveBed.takesWrites(taken)).isTrue();
    }
  }
}
