package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What would be lost, or is not known, is refused by name; and who cannot follow is left out. */
@Matrix
class ResolveRefusalsTest {

  private static void assertRefused(ResolveBed bed, String incident, String more, String... words) {
    Answer refused = bed.ask(incident, true, more);
    assertThat(refused.text("/code")).as("%s", refused.body()).isEqualTo("RESOLVE_NOT_SAFE");
    assertThat(refused.body().toString()).contains(words);
  }

  @Test
  void nobodyTakesThePlaceWhomOnlyServersNamed() throws Exception {
    try (ResolveBed bed =
        ResolveBed.start(
            ServerRelease.MYSQL_5_7_22,
            true,
            "1>2,1>3",
            1,
            Map.of(),
            Map.of("TUTTI_DISCOVERY_TRUST", "192.0.2.0/24"))) {
      WriteLoad.start(bed.source(), 40).stop();
      String successor = bed.server(2).address().toString();
      bed.controller().awaitDiscovered(bed.source().address(), successor);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() ->
              bed.controller().instance(successor).at("/contact").asString().equals("REACHED"));
      bed.awaitReceived(bed.source(), bed.survivors());
      bed.crash();
      bed.source().start();
      String incident = bed.incident();

      Answer refused = bed.ask(incident, true, bed.promotion(successor));
      assertThat(refused.text("/code")).as("%s", refused.body()).isEqualTo("SERVER_UNTRUSTED");
      assertThat(refused.body().toString()).contains("POST /api/v1/trust/" + successor);

      assertThat(bed.controller().tutti("trust", successor).exitCode()).isZero();
      assertThat(bed.plan(incident, bed.promotion(successor)).toString())
          .contains("replicate from " + successor);
    }
  }

  @Test
  void nobodyTakesThePlaceWhileSomethingWouldBeLost() throws Exception {
    try (ResolveBed bed = ResolveBed.start(ServerRelease.MYSQL_5_7_22, true)) {
      SandboxServer less = bed.server(2);
      SandboxServer most = bed.server(3);
      WriteLoad.start(bed.source(), 40).stop();
      bed.awaitKnown();
      bed.awaitReceived(bed.source(), bed.survivors());
      less.stopReplication();
      bed.write(bed.source(), 3);
      bed.awaitReceived(bed.source(), List.of(most));
      bed.crash();
      bed.source().start();
      String incident = bed.incident();

      assertRefused(
          bed,
          incident,
          bed.promotion(less.address().toString()),
          most.address() + " has ",
          "which " + less.address() + " lacks",
          "\"promote\":\"" + most.address());
      assertRefused(
          bed,
          incident,
          bed.promotion(bed.source().address().toString()),
          "does not replicate from");

      less.stop();
      assertRefused(bed, incident, "", less.address() + " may have", "\"action\":\"FORGET\"");
      less.start();
      bed.awaitKnown();

      // It has begun to replicate by itself, so that by now each may have the most.
      bed.assertSucceeded(bed.begin(incident, ""));
      SandboxServer successor = bed.successor(incident);
      SandboxServer other = successor == most ? less : most;
      bed.assertGoesOn(successor, List.of(other));
    }
  }

  @Test
  void byPositionWhoIsElsewhereIsLeftOutOnlyWhenSomebodySaysSo() throws Exception {
    try (ResolveBed bed =
        ResolveBed.start(ServerRelease.MYSQL_5_7_22, false, "1>2,1>3,1>4", 1, Map.of())) {
      SandboxServer behind = bed.server(4);
      WriteLoad.start(bed.source(), 40).stop();
      bed.awaitKnown();
      bed.awaitReceived(bed.source(), bed.survivors());
      behind.stopReplication();
      bed.write(bed.source(), 3);
      bed.awaitReceived(bed.source(), List.of(bed.server(2), bed.server(3)));
      bed.crash();
      bed.source().start();
      String incident = bed.incident();
      bed.awaitReceived(bed.source(), List.of(bed.server(2), bed.server(3)));

      assertRefused(bed, incident, "", behind.address() + " received up to", "\"promote\":");
      String promote = bed.promotion(bed.server(3).address().toString());
      JsonNode plan = bed.plan(incident, promote);
      assertThat(plan.at("/notes").toString())
          .contains("Left out, to be rebuilt: " + behind.address());
      bed.assertSucceeded(bed.begin(incident, promote));
      bed.assertGoesOn(bed.server(3), List.of(bed.server(2)));
      assertThat(behind.replication().getFirst().source()).isEqualTo(bed.source().address());
    }
  }

  /**
   * What it received is lost permanently when its applier is started after both threads were
   * stopped.
   */
  @Test
  void aMariaDbThatWouldDropWhatItReceivedDoesNotTakeThePlace() throws Exception {
    try (ResolveBed bed =
        ResolveBed.start(ServerRelease.MARIADB_10_11_5, true, "1>2", 1, Map.of())) {
      SandboxServer replica = bed.server(2);
      WriteLoad.start(bed.source(), 40).stop();
      bed.awaitKnown();
      bed.awaitReceived(bed.source(), List.of(replica));
      bed.awaitEqual(bed.source(), replica);
      replica.execute("STOP SLAVE SQL_THREAD");
      bed.write(bed.source(), 3);
      bed.awaitReceived(bed.source(), List.of(replica));
      bed.crash();
      replica.execute("STOP SLAVE IO_THREAD");
      bed.source().start();
      String incident = bed.incident();

      assertRefused(bed, incident, "", "would drop the rest", "start its applier");

      replica.execute("START SLAVE SQL_THREAD");
      await()
          .atMost(ResolveBed.PATIENCE)
          .until(() ->
              ReplicaStatus.of(replica)
                  .text("Slave_SQL_Running_State")
                  .contains("has read all relay log"));
      assertThat(ResolveBed.rows(replica)).as("what it received is gone").isZero();
    }
  }
}
