package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * A crash from its beginning to its end: a source that lost commits is fenced by itself, left
 * behind, made again from those that continued without it, and admitted again as a replica.
 */
@Matrix
class CrashToRebuildTest {

  /** It copies a replica by itself. */
  @Test
  void ofMySql97() throws Exception {
    try (ResolveBed bed = start(ServerRelease.MYSQL_9_7, "plugin-load-add=mysql_clone.so")) {
      bed.source()
          .execute(
              "GRANT CLONE_ADMIN, BACKUP_ADMIN ON *.* TO 'watcher'@'%'",
              "GRANT SELECT ON performance_schema.clone_status TO 'watcher'@'%'",
              "GRANT SELECT ON performance_schema.clone_progress TO 'watcher'@'%'");
      String incident = leaveBehind(bed);

      Answer rebuild = bed.ask(":rebuild", "{}");
      assertThat(rebuild.status()).as("%s", rebuild.body()).isEqualTo(202);
      String id = rebuild.text("/id");
      await()
          .atMost(ResolveBed.PATIENCE)
          .until(() ->
              !bed.lost().isRunning()
                  || bed.controller().get("/operations/" + id).body().at("/atRest").asBoolean());
      assertThat(bed.lost().isRunning()).isFalse();
      bed.lost().start("skip_replica_start=1");

      bed.assertSucceeded(id);
      assertIsBack(bed, incident);
    }
  }

  /** The rows are brought by hand, while a replica is stopped. */
  @Test
  void ofMariaDb1011() throws Exception {
    try (ResolveBed bed = start(ServerRelease.MARIADB_10_11_5)) {
      String incident = leaveBehind(bed);

      succeed(bed, ":rebuild", "{}");
      SandboxServer donor = follower(bed, incident);
      assertThat(commands(bed, incident))
          .containsSequence("END_BACKUP " + donor.address(), "ATTACH_COPY " + bed.lost().address());
      copyRows(donor, bed.lost());
      String sessions =
          "/instances/%s/backups".formatted(RunningController.encoded(donor.address().toString()));
      String session = bed.controller().get(sessions).body().at("/items/0/id").asString();
      bed.assertSucceeded(bed.controller().delete(sessions + "/" + session).text("/id"));
      succeed(bed, ":rebuild", "{\"act\":\"ATTACH\"}");

      assertIsBack(bed, incident);
    }
  }

  private static ResolveBed start(ServerRelease release, String... options) {
    return ResolveBed.start(
        release, true, "1>2,1>3", 1, Map.of(), Map.of("TUTTI_FENCE_AUTOMATIC", "LOSSY"), options);
  }

  private static void succeed(ResolveBed bed, String act, String body) {
    Answer accepted = bed.ask(act, body);
    assertThat(accepted.status()).as("%s", accepted.body()).isEqualTo(202);
    bed.assertSucceeded(accepted.text("/id"));
  }

  /** What is to be done next, and to what. */
  private static List<String> commands(ResolveBed bed, String incident) {
    JsonNode next = bed.controller().get("/incidents/" + incident).body().at("/next");
    return next.valueStream()
        .map(step -> step.at("/act"))
        .map(act ->
            act.at("/action").asString()
                + " "
                + act.at("/arguments").valueStream().findFirst().orElseThrow().asString())
        .toList();
  }

  /** It is killed, and fenced by itself; then what the incident shows is done. */
  private static String leaveBehind(ResolveBed bed) throws Exception {
    bed.awaitKnown();
    bed.write(bed.source(), 5);
    bed.awaitReceived(bed.source(), bed.survivors());
    bed.crash();
    bed.lost().start();
    String incident = bed.incident();
    await()
        .atMost(ResolveBed.PATIENCE)
        .untilAsserted(() -> {
          JsonNode fence = bed.controller().get("/operations?limit=1").body().at("/items/0");
          assertThat(fence.at("/state").asString()).as("%s", fence).isEqualTo("SUCCEEDED");
        });
    assertThat(FenceBed.isShut(bed.lost())).isTrue();
    assertThat(commands(bed, incident))
        .startsWith("REPORT_INCIDENT " + incident, "RESOLVE_INCIDENT " + incident)
        .contains("UNFENCE " + bed.lost().address());

    bed.assertSucceeded(bed.begin(incident, ""));
    SandboxServer to = bed.successor(incident);
    bed.assertGoesOn(to, List.of(follower(bed, incident)));
    bed.assertKnown(incident, to, List.of(follower(bed, incident)));
    return incident;
  }

  private static SandboxServer follower(ResolveBed bed, String incident) {
    return bed.server(bed.successor(incident).node() == 2 ? 3 : 2);
  }

  private static void copyRows(SandboxServer from, SandboxServer to) {
    to.execute("DELETE FROM d.t");
    from.query("SELECT id FROM d.t")
        .forEach(row -> to.execute("INSERT INTO d.t VALUES (%s)".formatted(row.firstText("id"))));
  }

  /** It replicates, has all, and is admitted to be read only: another one takes writes. */
  private static void assertIsBack(ResolveBed bed, String incident) throws Exception {
    SandboxServer to = bed.successor(incident);
    JsonNode kept = bed.controller().get("/incidents/" + incident).body();
    assertThat(kept.at("/open").asBoolean()).as("%s", kept).isFalse();
    assertThat(kept.at("/next")).isEmpty();
    assertThat(FenceBed.isShut(bed.lost())).as("until somebody lets it in").isTrue();
    bed.assertGoesOn(to, List.of(follower(bed, incident)));
    bed.awaitEqual(to, bed.lost(), "d.t");

    bed.controller().awaitRestartsLookedAt(bed.lost().address());
    succeed(bed, ":unfence", "{}");
    assertThat(ResolveBed.takesWrites(bed.lost())).isFalse();
    bed.assertReads(bed.lost());
    assertThat(ResolveBed.takesWrites(to)).isTrue();
    bed.awaitEqual(to, bed.lost(), "d.t");
  }
}
