package io.tutti.acceptance;

import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A source that was killed under load, with settings that lose commits, is left out: what its
 * replicas had received of it is kept, whole, and writes continue.
 */
class ResolveTest {

  @Test
  void ofMySql57ByGtid() throws Exception {
    ResolveBed.assertSourceIsLeftBehind(ServerRelease.MYSQL_5_7_22, true);
  }

  @Matrix
  @Test
  void ofMySql80ByGtid() throws Exception {
    ResolveBed.assertSourceIsLeftBehind(ServerRelease.MYSQL_8_0_15, true);
  }

  @Matrix
  @Test
  void ofMySql97ByGtid() throws Exception {
    ResolveBed.assertSourceIsLeftBehind(ServerRelease.MYSQL_9_7, true);
  }

  @Matrix
  @Test
  void ofMariaDb101ByGtid() throws Exception {
    ResolveBed.assertSourceIsLeftBehind(ServerRelease.MARIADB_10_1_8, true);
  }

  @Matrix
  @Test
  void ofMariaDb1011ByGtid() throws Exception {
    ResolveBed.assertSourceIsLeftBehind(ServerRelease.MARIADB_10_11_5, true);
  }

  @Matrix
  @Test
  void ofMySql56ByPosition() throws Exception {
    ResolveBed.assertSourceIsLeftBehind(ServerRelease.MYSQL_5_6_14, false);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MARIADB_11_4_5"})
  void ofOneThatStartsFenced(ServerRelease release) throws Exception {
    ResolveBed.assertSourceIsLeftBehind(release, true, true);
  }

  @Matrix
  @Test
  void ofMySql57ItsReplicasGoToTheSourceOfAnIntermediateOne() throws Exception {
    assertIntermediateIsLeftBehind(ServerRelease.MYSQL_5_7_22);
  }

  @Matrix
  @Test
  void ofMariaDb1011ItsReplicasGoToTheSourceOfAnIntermediateOne() throws Exception {
    assertIntermediateIsLeftBehind(ServerRelease.MARIADB_10_11_5);
  }

  private static void assertIntermediateIsLeftBehind(ServerRelease release) throws Exception {
    try (ResolveBed bed = ResolveBed.start(release, true, "1>2,2>3,2>4", 2, Map.of());
        WriteLoad load = WriteLoad.start(bed.source(), 20)) {
      bed.write(bed.source(), 5);
      bed.awaitKnown();
      bed.awaitEqual(bed.source(), bed.server(3), "d.t");
      bed.crash();
      bed.write(bed.source(), 5);
      bed.lost().start();
      String incident = bed.incident();

      bed.assertSucceeded(bed.begin(incident, ""));
      load.stop();
      bed.assertGoesOn(bed.source(), List.of(bed.server(3), bed.server(4)));
      bed.assertKnown(incident, bed.source(), List.of(bed.server(3), bed.server(4)));
    }
  }
}
