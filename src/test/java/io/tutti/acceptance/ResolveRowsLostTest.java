package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * A source that lost rows, and not its binlog, was written to after its restart: what came then
 * does not fit to its replicas, which have the rows. They are kept, and that is left out.
 */
@Matrix
class ResolveRowsLostTest {
  private static final int ROWS = 60;
  private static final int AFTERWARDS = 3;

  /** The appliers have failed at it. */
  @Test
  void ofMariaDb114WhatFailedIsLeftOut() throws Exception {
    assertLeftOut(ServerRelease.MARIADB_11_4_5, false);
  }

  /** The appliers have not come to it yet. */
  @Test
  void ofMySql57WhatIsStillToComeIsLeftOut() throws Exception {
    assertLeftOut(ServerRelease.MYSQL_5_7_22, true);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(
      value = ServerRelease.class,
      names = {"MYSQL_5_6_14", "MYSQL_5_7_22", "MARIADB_10_1_8", "MARIADB_10_11_5"})
  void ofOtherReleasesWhatFailedIsLeftOut(ServerRelease release) throws Exception {
    assertLeftOut(release, false);
  }

  private static void assertLeftOut(ServerRelease release, boolean held) throws Exception {
    try (ResolveBed bed =
        ResolveBed.start(
            release, true, "1>2,1>3", 1, Map.of(), Map.of("TUTTI_FENCE_AUTOMATIC", "OFF"))) {
      WriteLoad.start(bed.source(), 40).stop();
      bed.awaitKnown();
      bed.survivors().forEach(each -> bed.awaitEqual(bed.source(), each));
      CopiedDisk disk = CopiedDisk.asItIs(bed.source());
      List<Connection> held0 = held ? ResolveBed.holdAppliers(bed.survivors()) : List.of();
      bed.write(bed.source(), ROWS);
      bed.awaitReceived(bed.source(), bed.survivors());
      if (!held) {
        bed.survivors().forEach(each -> bed.awaitEqual(bed.source(), each));
      }
      bed.crashWithout(disk);
      bed.source().start();
      List<Integer> lost = lost(bed);
      assertThat(lost).as("rows that the source lost").hasSizeGreaterThan(AFTERWARDS);
      lost.stream()
          .limit(AFTERWARDS)
          .forEach(id -> bed.source().execute("INSERT INTO d.t VALUES (%d)".formatted(id)));
      String incident = bed.incident();
      bed.awaitReceived(bed.source(), bed.survivors());
      if (!held) {
        bed.survivors().forEach(ResolveRowsLostTest::awaitFailed);
        assertThat(bed.controller().tutti("findings").output())
            .contains("change no rows here")
            .doesNotContain("make the replica's rows what");
      }
      assertThat(bed.controller().tutti("crash", "show", incident).output())
          .contains("it may have rows that this server lost")
          .doesNotContain("has nothing that this server lost");

      JsonNode plan = bed.plan(incident, "");
      assertThat(plan.at("/notes").toString())
          .contains(
              bed.source().address() + " wrote ",
              "after its restart, when it may have lacked rows",
              "will not have them");
      String operation = bed.begin(incident, "");
      if (held) {
        bed.awaitRunning(operation);
        ResolveBed.release(held0);
      }
      bed.assertSucceeded(operation);

      SandboxServer to = bed.successor(incident);
      List<SandboxServer> followers =
          bed.survivors().stream().filter(each -> each.node() != to.node()).toList();
      assertThat(ResolveBed.rows(to)).as("all that was acknowledged before").isEqualTo(ROWS);
      bed.assertGoesOn(to, followers);
      bed.assertKnown(incident, to, followers);
      disk.close();
    }
  }

  private static List<Integer> lost(ResolveBed bed) {
    Set<Integer> there = new TreeSet<>();
    bed.source()
        .query("SELECT id FROM d.t")
        .forEach(row -> there.add(Integer.parseInt(row.firstText("id"))));
    return IntStream.rangeClosed(1, ROWS).boxed().filter(id -> !there.contains(id)).toList();
  }

  private static void awaitFailed(SandboxServer replica) {
    await()
        .atMost(ResolveBed.PATIENCE)
        .until(() -> ReplicaStatus.of(replica).toString().contains("1062"));
  }
}
