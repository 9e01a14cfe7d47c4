package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What a person does while the controller that leaves a source behind is frozen stays. */
@Matrix
class ResolveMeanwhileTest {

  @OwnProcess
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void aPersonPromotesAnotherOne(ServerRelease release) throws Exception {
    try (ResolveBed bed = ResolveBed.start(release, true)) {
      SandboxServer chosen = bed.server(2);
      SandboxServer others = bed.server(3);
      bed.write(bed.source(), 5);
      bed.awaitKnown();
      bed.survivors().forEach(each -> bed.awaitEqual(bed.source(), each, "d.t"));
      List<Connection> held = ResolveBed.holdAppliers(List.of(chosen));
      bed.write(bed.source(), 5);
      String incident = bed.crashIdle();
      String operation = bed.begin(incident, bed.promotion(chosen.address().toString()));
      bed.awaitRunning(operation);
      bed.controller().freeze();

      promoteByHand(bed, release, others, chosen, held);
      bed.controller().thaw();
      JsonNode ended = bed.atRest(operation);

      assertThat(ended.at("/state").asString()).as("%s", ended).isIn("UNDONE", "FAILED");
      assertThat(ended.toString()).contains(others.address().toString());
      assertThat(ResolveBed.takesWrites(others)).as("the person's source").isTrue();
      assertThat(ResolveBed.takesWrites(chosen)).as("a second one").isFalse();
      bed.write(others, 3);
      bed.awaitEqual(others, chosen, "d.t");
      assertThat(chosen.replication())
          .singleElement()
          .satisfies(channel -> {
            assertThat(channel.isRunning()).as("%s", channel).isTrue();
            assertThat(channel.source()).isEqualTo(others.address());
          });
      assertThat(ResolveBed.rows(others)).isEqualTo(bed.written());
    }
  }

  private static void promoteByHand(
      ResolveBed bed,
      ServerRelease release,
      SandboxServer others,
      SandboxServer chosen,
      List<Connection> held)
      throws Exception {
    await().atMost(ResolveBed.PATIENCE).until(() -> ResolveBed.rows(others) == bed.written());
    others.execute("STOP SLAVE", "RESET SLAVE ALL", "SET GLOBAL read_only = 0");
    ResolveBed.release(held);
    await().atMost(ResolveBed.PATIENCE).until(() -> ResolveBed.rows(chosen) == bed.written());
    chosen.execute(
        "STOP SLAVE",
        "CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=%d, %s"
            .formatted(
                others.port(),
                release.family() == ServerFamily.MARIADB
                    ? "MASTER_USE_GTID=slave_pos"
                    : "MASTER_AUTO_POSITION=1"),
        "START SLAVE");
    await().atMost(ResolveBed.PATIENCE).until(() -> chosen.replication().getFirst().isRunning());
  }
}
