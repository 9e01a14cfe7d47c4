package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A source, a replica that has lost rows, maybe another one that has not, and a controller. */
final class RebuildBed extends Bed {
  private static final String TABLE = "d.t";

  private RebuildBed(BedBuilder builder) {
    super(builder.mayAttach());
    createTable();
    write(5);
    Checksums.awaitEqual(source(), damaged(), TABLE);
    awaitKnown();
    damage();
  }

  static RebuildBed start(
      ServerRelease release, boolean byGtid, String topology, String... options) {
    return new RebuildBed(Bed.of(release).byGtid(byGtid).topology(topology).options(options));
  }

  /** The controller knows the damaged replica by the proxy alone. */
  static RebuildBed behind(StatementProxy proxy, ServerRelease release, String... options) {
    return new RebuildBed(Bed.of(release).topology("1>2,1>3").options(options).behind(proxy));
  }

  /** Rows go that its source has, and replication does not notice. */
  private void damage() {
    damaged().execute("SET SESSION sql_log_bin=0", "DELETE FROM d.t WHERE id <= 3");
    assertThat(Checksums.of(damaged(), TABLE)).isNotEqualTo(Checksums.of(source(), TABLE));
  }

  /** It is to be rebuilt. */
  SandboxServer damaged() {
    return about();
  }

  SandboxServer other() {
    return server(3);
  }

  /** The damaged one is equal to its source in these, too. */
  void assertEqual(String... tables) {
    Checksums.awaitEqual(source(), damaged(), tables);
  }

  /** What CLONE wants of the account beside what it has to operate with, as a refusal says. */
  void grantAsPrinted() {
    for (int reported = 0; reported < 10; reported++) {
      Answer plan = ask("{\"dryRun\":true}");
      if (!plan.text("/code").equals("MISSING_PRIVILEGE")) {
        return;
      }
      String target = plan.text("/target");
      SandboxServer server =
          sandbox().servers().stream()
              .filter(each -> address(each).toString().equals(target))
              .findFirst()
              .orElseThrow();
      plan.body()
          .at("/remedies")
          .valueStream()
          .map(each -> each.at("/sentence").asString())
          .filter(each -> each.startsWith("GRANT "))
          .forEach(grants -> {
            for (String grant : grants.split("; ")) {
              // On both, as the copy has the accounts of the other one.
              server.execute("SET SESSION sql_log_bin=0", grant);
            }
          });
    }
    throw new AssertionError("still refused: " + ask("{\"dryRun\":true}").body());
  }

  Answer ask(String body) {
    return ask(":rebuild", body);
  }

  /** The operation that a request begins, at its end. */
  JsonNode carryOut(String body) {
    return atRest(begin(body));
  }

  String begin(String body) {
    return OperationCalls.begun(ask(body));
  }

  /** It ends with its copy, as nobody watches over its process; somebody starts it. */
  void startOnceItEnded(String id) {
    await().until(() -> !damaged().isRunning() || operation(id).at("/atRest").asBoolean());
    assertThat(damaged().isRunning()).as("%s", operation(id)).isFalse();
    damaged().start("skip_replica_start=1");
  }

  /** The session of the other one that the operation opened. */
  JsonNode endSession() {
    String path = path(other(), "/backups");
    JsonNode session = controller().get(path).body().at("/items/0");
    assertThat(session.at("/open").asBoolean()).as("%s", session).isTrue();
    List<String> copy = new ArrayList<>();
    copy.add("DROP DATABASE d");
    copy.add("CREATE DATABASE d");
    copy.add("CREATE TABLE d.t (id INT PRIMARY KEY)");
    other()
        .query("SELECT id FROM d.t ORDER BY id")
        .forEach(row -> copy.add("INSERT INTO d.t VALUES (%s)".formatted(row.firstText("id"))));
    Answer ended = controller().delete(path + "/" + session.at("/id").asString());
    succeeded(atRest(OperationCalls.begun(ended)));
    damaged().stopReplication();
    damaged().execute(copy.toArray(String[]::new));
    return session;
  }

  /** The same as its source, and it continues by itself; it is marked no longer. */
  void assertWhole(boolean byGtid) {
    write(3);
    assertEqual(TABLE);
    assertThat(damaged().replication())
        .isNotEmpty()
        .allSatisfy(channel -> assertThat(channel.isRunning()).as("%s", channel).isTrue());
    ReplicaStatus status = ReplicaStatus.of(damaged());
    if (isMariaDb()) {
      // A session shows its GTIDs, whichever way the donor replicates, and they are the surest.
      assertThat(status.text("Using_Gtid")).isEqualTo("Slave_Pos");
    } else {
      assertThat(status.text("Auto_Position")).isEqualTo(byGtid ? "1" : "0");
    }
    await().untilAsserted(() -> assertThat(findings()).doesNotContain("MARKED_FOR_REBUILD"));
  }
}
