package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** Under load a replica comes to replicate from another server, and lacks nothing. */
class RelocationTest {
  private static final int WRITES_PER_SECOND = 100;
  private static final String[] WRITTEN = {"load_a.writes", "load_b.writes"};

  private static Bed start(ServerRelease release) {
    Bed bed = Bed.of(release).topology("1>2,1>3").byGtid(true).about(3).mayAttach().start();
    bed.awaitKnown();
    return bed;
  }

  private static String below(Bed bed, int node, String more) {
    return "{\"below\": \"%s\"%s}".formatted(bed.address(bed.server(node)), more);
  }

  private static int sourcePort(SandboxServer replica) {
    return Integer.parseInt(ReplicaStatus.of(replica).text("Master_Port", "Source_Port"));
  }

  private static void move(Bed bed, int node) {
    bed.succeeded(bed.carryOut(":relocate", below(bed, node, "")));
    assertThat(sourcePort(bed.server(3))).isEqualTo(bed.server(node).address().port());
  }

  private static void assertRefused(Answer answer, String... why) {
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(422);
    assertThat(answer.text("/code")).isEqualTo("RELOCATION_NOT_SAFE");
    assertThat(answer.body().toString()).contains(why);
  }

  @ParameterizedTest
  @Releases(ServerRelease.MYSQL_5_7_22)
  void belowASiblingAndBack(ServerRelease release) throws Exception {
    try (Bed bed = start(release)) {
      WriteLoad load = WriteLoad.start(bed.source(), WRITES_PER_SECOND);
      move(bed, 2);
      bed.controller().awaitDiscovered(bed.address(bed.server(3)), bed.address(bed.server(2)));

      assertRefused(
          bed.controller().post(bed.path(bed.server(2), ":relocate"), below(bed, 3, "")),
          "they would replicate from each other",
          "would go along");
      assertThat(sourcePort(bed.server(2))).isEqualTo(bed.source().address().port());

      move(bed, 1);
      load.close();
      Checksums.awaitEqual(bed.source(), bed.server(3), WRITTEN);
      Checksums.awaitEqual(bed.source(), bed.server(2), WRITTEN);
    }
  }

  @Matrix
  @Test
  void asItsPageShows() {
    try (Bed bed = start(ServerRelease.MYSQL_5_7_22)) {
      PageExamples.of("relocation.md", "Example")
          .assertPrintedBy(
              bed.controller(),
              bed.address(bed.server(3)).toString(),
              bed.address(bed.server(2)).toString());
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases(ServerRelease.MARIADB_10_11_5)
  void whereItsAccountIsRefusedItReplicatesAsBefore(ServerRelease release) {
    try (Bed bed = start(release)) {
      bed.createTable();
      bed.write(3);
      Checksums.awaitEqual(bed.source(), bed.server(2), "d.t");
      bed.server(2)
          .execute(
              "SET sql_log_bin = 0",
              "RENAME USER '%s'@'%%' TO 'elsewhere'@'%%'"
                  .formatted(SandboxAccount.REPLICATION.user()),
              "SET sql_log_bin = 1");

      JsonNode ended = bed.carryOut(":relocate", below(bed, 2, ""));

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("UNDONE");
      assertThat(ended.toString()).contains("cannot receive from", "replication account");
      assertThat(sourcePort(bed.server(3))).isEqualTo(bed.source().address().port());
      bed.write(3);
      Checksums.awaitEqual(bed.source(), bed.server(3), "d.t");
    }
  }
}
