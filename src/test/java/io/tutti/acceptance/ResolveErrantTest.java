package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Transactions that a replica wrote itself are in nobody's way, and a reason for nobody. */
@Matrix
class ResolveErrantTest {

  @Test
  void ofMySql57WhoHasLessAndWroteItselfFollows() throws Exception {
    assertFollows(ServerRelease.MYSQL_5_7_22);
  }

  @Test
  void ofMariaDb1011WhoHasLessAndWroteItselfFollows() throws Exception {
    assertFollows(ServerRelease.MARIADB_10_11_5);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(
      value = ServerRelease.class,
      names = {"MYSQL_5_6_14", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_1_8", "MARIADB_11_4_5"})
  void ofOtherReleasesWhoHasLessAndWroteItselfFollows(ServerRelease release) throws Exception {
    assertFollows(release);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(
      value = ServerRelease.class,
      names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MARIADB_10_11_5"})
  void whoFailedAtItsOwnRowIsLeftBehindOnRequest(ServerRelease release) throws Exception {
    assertFailedIsLeftBehind(release);
  }

  private static void writeItself(SandboxServer replica) {
    replica.execute(
        "CREATE DATABASE own",
        "CREATE TABLE own.t (id INT PRIMARY KEY)",
        "INSERT INTO own.t VALUES (1)");
  }

  private static void assertFollows(ServerRelease release) throws Exception {
    try (ResolveBed bed = ResolveBed.start(release, true)) {
      SandboxServer own = bed.server(2);
      SandboxServer most = bed.server(3);
      WriteLoad.start(bed.source(), 40).stop();
      bed.awaitKnown();
      bed.awaitEqual(bed.source(), own);
      own.stopReplication();
      writeItself(own);
      bed.write(bed.source(), 3);
      bed.awaitEqual(bed.source(), most, "d.t");
      bed.crash();
      // It stays as it was, so that only the other one has all.
      bed.source().start();
      String incident = bed.incident();

      String refused =
          bed.ask(incident, true, bed.promotion(own.address().toString())).body().toString();
      assertThat(refused)
          .contains("which " + own.address() + " lacks", "\"promote\":\"" + most.address())
          .doesNotContain("[127");
      JsonNode plan = bed.plan(incident, "");
      assertThat(plan.at("/notes").toString())
          .contains(own.address() + " wrote transactions itself", most.address() + " lacks them");

      bed.assertSucceeded(bed.begin(incident, ""));
      assertThat(bed.successor(incident)).isEqualTo(most);
      assertThat(ResolveBed.rows(most)).isEqualTo(bed.written());
      own.startReplication();
      bed.assertGoesOn(most, List.of(own));
      assertThat(own.queryValue("SELECT COUNT(*) FROM own.t")).contains("1");
    }
  }

  private static void assertFailedIsLeftBehind(ServerRelease release) throws Exception {
    try (ResolveBed bed = ResolveBed.start(release, true)) {
      SandboxServer failed = bed.server(2);
      SandboxServer whole = bed.server(3);
      WriteLoad.start(bed.source(), 40).stop();
      bed.awaitKnown();
      bed.awaitEqual(bed.source(), failed);
      failed.execute("INSERT INTO d.t VALUES (1)");
      bed.write(bed.source(), 3);
      bed.awaitEqual(bed.source(), whole, "d.t");
      bed.awaitReceived(bed.source(), bed.survivors());
      await()
          .atMost(ResolveBed.PATIENCE)
          .until(() -> ReplicaStatus.of(failed).toString().contains("1062"));
      bed.crash();
      bed.source().start();
      String incident = bed.incident();

      assertThat(bed.controller().tutti("crash", "show", incident).output())
          .contains("may take its place: " + whole.address());
      assertThat(bed.ask(incident, true, "").body().toString())
          .contains(
              failed.address() + " has an applier that failed", "\"promote\":\"" + whole.address());
      assertThat(
              bed.ask(incident, true, bed.promotion(failed.address().toString())).body().toString())
          .contains("cannot apply all", "\"promote\":\"" + whole.address());
      String promote = bed.promotion(whole.address().toString());
      bed.assertSucceeded(bed.begin(incident, promote));
      assertThat(ResolveBed.rows(whole)).isEqualTo(bed.written());
      bed.assertGoesOn(whole, List.of());
    }
  }

  /** Others fetch what the successor wrote itself, where GTIDs are sets. */
  @Matrix
  @ParameterizedTest
  @EnumSource(
      value = ServerRelease.class,
      names = {"MYSQL_5_7_22", "MYSQL_9_7", "MARIADB_10_11_5"})
  void whatTheSuccessorWroteItselfIsReported(ServerRelease release) throws Exception {
    try (ResolveBed bed = ResolveBed.start(release, true)) {
      SandboxServer own = bed.server(2);
      SandboxServer other = bed.server(3);
      WriteLoad.start(bed.source(), 40).stop();
      bed.awaitKnown();
      bed.write(bed.source(), 3);
      bed.awaitEqual(bed.source(), own);
      bed.awaitEqual(bed.source(), other);
      writeItself(own);
      bed.crash();
      bed.source().start();
      String incident = bed.incident();

      String promote = bed.promotion(own.address().toString());
      assertThat(bed.plan(incident, promote).at("/notes").toString())
          .contains(own.address() + " wrote transactions itself", "fetch");
      bed.assertSucceeded(bed.begin(incident, promote));
      bed.assertGoesOn(own, List.of(other));
      if (release.family() == ServerFamily.MYSQL) {
        bed.awaitEqual(own, other, "own.t");
      }
    }
  }
}
