package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the pages in docs/ show is what is printed, on the servers that they say. */
@Matrix
class PagesTest {

  @Test
  void gaps() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_5_7_22, Mode.POSITION)) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.killReplica("relay_log_recovery=0");
      }
      PageExamples.of("gaps.md", "See", "Close")
          .assertPrintedBy(bed.controller(), bed.replica().address(), bed.source().address());
      bed.assertClosed();
    }
  }

  @Test
  void skip() {
    try (SkipBed bed = SkipBed.start(ServerRelease.MYSQL_5_6_14, true)) {
      bed.failWithDuplicateKey();
      bed.awaitError();
      PageExamples.of("skip.md", "Example")
          .assertPrintedBy(bed.controller(), bed.replica().address(), bed.source(1).address());
    }
  }

  @Test
  void parallelism() {
    try (Sandbox sandbox = replicating(ServerRelease.MYSQL_8_0_15, "1>2");
        RunningController controller = RunningController.start(Map.of())) {
      controller.awaitDiscovered(address(sandbox, 2), address(sandbox, 1));
      PageExamples.of("parallelism.md", "Advise", "Plan", "Apply")
          .assertPrintedBy(controller, address(sandbox, 2));
      PageExamples.of("operations.md", "Effects")
          .assertPrintedBy(controller, address(sandbox, 1), address(sandbox, 2));
      String id = controller.tutti("operations", "list", "-o", "name").output().strip();
      PageExamples.of("operations.md", "What was done")
          .assertPrintedBy(controller, address(sandbox, 2), id);
    }
  }

  /** Each request that the page shows, one after the other; the operation is the one begun. */
  @Test
  void parallelismOverRest() {
    try (Bed bed = Bed.of(ServerRelease.MYSQL_8_0_15).topology("1>2,1>3").start()) {
      bed.awaitKnown();
      String id = "";
      for (PageRequest request : PageRequest.of("parallelism.md", "REST")) {
        Answer answer =
            request
                .with("{instance}", bed.replica().address())
                .with("db3:3306", bed.server(3).address())
                .with("{id}", id)
                .send(bed.controller());
        request.assertAnswered(answer);
        if (answer.status() == 202) {
          id = bed.atRest(answer.text("/id")).at("/id").asString();
        }
      }
      assertThat(id).isNotEmpty();
    }
  }

  @Test
  void parallelismThatIsKept() {
    try (Sandbox sandbox = replicating(ServerRelease.MARIADB_10_11_5, "1>2");
        RunningController controller = RunningController.start(Map.of())) {
      controller.awaitDiscovered(address(sandbox, 2), address(sandbox, 1));
      controller.tutti(
          "parallelism",
          "apply",
          address(sandbox, 2),
          "slave_parallel_threads=4",
          "slave_parallel_mode=conservative",
          "--persist",
          "--settle",
          "1");
      PageExamples.of("parallelism.md", "Show").assertPrintedBy(controller, address(sandbox, 2));
    }
  }

  @Test
  void backup() {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(ServerRelease.MARIADB_10_11_5)
                .topology("1>2,1>3")
                .positionBased()
                .start();
        RunningController controller = RunningController.start(Map.of())) {
      letOperate(sandbox);
      controller.awaitDiscovered(address(sandbox, 2), address(sandbox, 1));
      List<String> replicas = Stream.of(2, 3).map(node -> address(sandbox, node)).sorted().toList();
      PageExamples.of("backup.md", "By hand")
          .assertPrintedBy(controller, address(sandbox, 1), replicas.get(0), replicas.get(1));
    }
  }

  @Test
  void reportOfWhatWasLost() {
    try (LostWritesBed bed = LostWritesBed.start(ServerRelease.MYSQL_8_0_15, true)) {
      bed.lose(LostWritesBed.writes(3));
      bed.report();
      PageExamples.of("crash.md", "Report: what was lost, with its rows")
          .assertPrintedBy(bed.controller(), bed.source().address(), bed.replica().address());
    }
  }

  @Test
  void incidentAndResolve() {
    try (ResolveBed bed = ResolveBed.start(ServerRelease.MYSQL_8_0_15, true)) {
      bed.awaitKnown();
      String incident = bed.crashIdle();
      await().atMost(ResolveBed.PATIENCE).until(() -> Binlogs.dumps(bed.lost()).size() == 2);
      SandboxServer to = named(bed, incident);
      SandboxServer other =
          bed.survivors().stream()
              .filter(each -> each.node() != to.node())
              .findFirst()
              .orElseThrow();
      PageExamples.of("resolve.md", "Resolve: replace a crashed source by a replica")
          .assertPrintedBy(
              bed.controller(), incident, to.address(), bed.lost().address(), other.address());
      bed.controller().tutti("fence", bed.lost().address().toString(), "--yes");
      PageExamples.of("crash.md", "What to do next")
          .assertPrintedBy(
              bed.controller(), incident, bed.lost().address(), to.address(), other.address());
      bed.controller().tutti("crash", "resolve", incident, "--yes");
      PageExamples.of("resolve.md", "Afterwards")
          .assertPrintedBy(bed.controller(), incident, bed.lost().address(), to.address());
    }
  }

  /** Who may take the place of the crashed server. */
  private static SandboxServer named(ResolveBed bed, String incident) {
    String shown = bed.controller().tutti("crash", "show", incident).output();
    return bed.survivors().stream()
        .filter(each -> shown.contains("may take its place: " + each.address()))
        .findFirst()
        .orElseThrow(() -> new AssertionError(shown));
  }

  @Test
  void fence() {
    try (FenceBed bed = FenceBed.start(ServerRelease.MARIADB_10_11_5, Map.of())) {
      PageExamples.of("fence.md", "Fences: keep clients away from a server")
          .assertPrintedBy(bed.controller(), bed.source().address(), bed.replica().address());
    }
  }

  private static Sandbox replicating(ServerRelease release, String topology) {
    Sandbox sandbox = Sandbox.builder().fastTimeouts().release(release).topology(topology).start();
    letOperate(sandbox);
    return sandbox;
  }

  private static void letOperate(Sandbox sandbox) {
    WatcherAccount.createOnAll(sandbox);
    sandbox.servers().forEach(WatcherAccount::letOperate);
  }

  private static String address(Sandbox sandbox, int node) {
    SandboxServer server = sandbox.server(node);
    return server.address().toString();
  }
}
