package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Roads on which a crashed source is left out, or must not be. */
@Matrix
class ResolveRoadsTest {
  private static final String MYSQL_EVENTS =
      "SELECT STATUS FROM information_schema.EVENTS WHERE EVENT_NAME = 'nightly'";

  private static Answer refused(ResolveBed bed, String incident, String more) {
    Answer refused = bed.ask(incident, true, more);
    assertThat(refused.text("/code")).as("%s", refused.body()).isEqualTo("RESOLVE_NOT_SAFE");
    return refused;
  }

  /** One keeps no binlog of what it replicates, the other one applies an hour later. */
  @Test
  void whoKeepsNoBinlogOrAppliesLaterDoesNotTakeThePlaceAndEventsAreNamed() throws Exception {
    try (ResolveBed bed =
        ResolveBed.start(ServerRelease.MYSQL_5_7_22, true, "1>2,1>3", 1, Map.of())) {
      SandboxServer plain = bed.server(2);
      SandboxServer delayed = bed.server(3);
      // A session keeps the global privileges that it began with.
      List.of(bed.source(), plain, delayed)
          .forEach(each ->
              each.execute("SET SESSION sql_log_bin = 0", "GRANT EVENT ON *.* TO 'watcher'@'%'"));
      plain.restart("log_slave_updates=0");
      delayed.execute("STOP SLAVE", "CHANGE MASTER TO MASTER_DELAY = 3600", "START SLAVE");
      bed.awaitKnown();
      bed.source()
          .execute(
              "CREATE DEFINER = 'app'@'%' EVENT d.nightly ON SCHEDULE EVERY 1 DAY DO DO 1",
              "CREATE DEFINER = 'app'@'%' EVENT d.old ON SCHEDULE EVERY 1 DAY DISABLE DO DO 1");
      bed.write(bed.source(), 3);
      String incident = bed.crashIdle();

      assertThat(refused(bed, incident, "").body().toString())
          .contains(delayed.address() + " applies with a delay");
      assertThat(
              refused(bed, incident, bed.promotion(plain.address().toString())).body().toString())
          .contains(plain.address() + " does not keep what it replicates in a binlog");

      delayed.execute(
          "STOP SLAVE SQL_THREAD", "CHANGE MASTER TO MASTER_DELAY = 0", "START SLAVE SQL_THREAD");
      await()
          .atMost(ResolveBed.PATIENCE)
          .untilAsserted(
              () -> assertThat(delayed.queryValue(MYSQL_EVENTS)).contains("SLAVESIDE_DISABLED"));
      String enable = "ALTER DEFINER = `app`@`%` EVENT `d`.`nightly` ENABLE;";
      assertThat(bed.plan(incident, "").at("/notes").toString())
          .contains("stay disabled", enable, "SET GLOBAL event_scheduler = ON;");
      PageExamples.assertLinesOf(
          PageExamples.blocks("resolve.md", "Events of the scheduler").getFirst().lines(),
          bed.controller().tutti("crash", "resolve", incident, "--dry-run").output());
      bed.assertSucceeded(bed.begin(incident, ""));
      bed.assertGoesOn(delayed, List.of(plain));
      delayed.execute(enable);
      assertThat(delayed.queryValue(MYSQL_EVENTS)).contains("ENABLED");
    }
  }

  /** A replica that tries in vain shows that it is gone; it is fenced when it comes back. */
  @Test
  void aSourceThatIsGoneIsLeftBehindIfAReplicaTriesInVain() throws Exception {
    try (ResolveBed bed =
        ResolveBed.start(ServerRelease.MYSQL_5_7_22, true, "1>2,1>3", 1, Map.of())) {
      bed.awaitKnown();
      bed.write(bed.source(), 3);
      String incident = bed.crashIdle();
      bed.survivors().forEach(SandboxServer::stopReplication);
      bed.lost().killHard();
      assertThat(refused(bed, incident, "").body().toString())
          .contains("it cannot be fenced", "tutti.fence.hook");

      bed.survivors().forEach(SandboxServer::startReplication);
      bed.assertSucceeded(bed.begin(incident, ""));
      bed.lost().start();
      assertIsFencedAndLeftBehind(bed, incident);
    }
  }

  /** It cannot be known whether it is gone: a hook switches it off. */
  @Test
  void aSourceThatDoesNotAnswerIsLeftBehindWhereAHookSwitchesItOff(@TempDir Path folder)
      throws Exception {
    Path called = folder.resolve("called");
    Path hook = folder.resolve("hook");
    Files.writeString(hook, "#!/bin/sh\necho \"$@\" >> " + called + "\n");
    assertThat(hook.toFile().setExecutable(true)).isTrue();
    try (ResolveBed bed =
        ResolveBed.start(
            ServerRelease.MARIADB_10_11_5,
            true,
            "1>2,1>3",
            1,
            Map.of(),
            Map.of("TUTTI_FENCE_HOOK", hook.toString()))) {
      bed.awaitKnown();
      bed.write(bed.source(), 3);
      String incident = bed.crashIdle();
      bed.survivors().forEach(each -> each.execute("STOP SLAVE IO_THREAD"));
      bed.lost().killHard();

      bed.assertSucceeded(bed.begin(incident, ""));
      assertThat(Files.readString(called)).contains("fence");
      bed.lost().start();
      assertIsFencedAndLeftBehind(bed, incident);
    }
  }

  private static void assertIsFencedAndLeftBehind(ResolveBed bed, String incident)
      throws Exception {
    await().atMost(ResolveBed.PATIENCE).ignoreExceptions().until(() -> FenceBed.isShut(bed.lost()));
    SandboxServer to = bed.successor(incident);
    SandboxServer follower = bed.server(to.node() == 2 ? 3 : 2);
    bed.assertGoesOn(to, List.of(follower));
    bed.assertKnown(incident, to, List.of(follower));
  }

  /** It lost three, and wrote others under two of their names; one replica has those instead. */
  @Test
  void whoHasOthersUnderNamesThatWereUsedAgainDoesNotFollow() throws Exception {
    try (ResolveBed bed =
        ResolveBed.start(ServerRelease.MYSQL_5_7_22, true, "1>2,1>3", 1, Map.of())) {
      SandboxServer kept = bed.server(2);
      SandboxServer later = bed.server(3);
      bed.awaitKnown();
      bed.write(bed.source(), 3);
      bed.awaitReceived(bed.source(), bed.survivors());
      later.stopReplication();
      Path binlog = Binlogs.newest(bed.source());
      long onDisk = Files.size(binlog);
      bed.write(bed.source(), 3);
      bed.awaitEqual(bed.source(), kept, "d.t");
      bed.crash();
      cut(binlog, onDisk);
      bed.lost().start();
      String incident = bed.incident();
      await()
          .atMost(ResolveBed.PATIENCE)
          .until(() ->
              bed.controller().get("/incidents/" + incident).body().at("/settled").asBoolean());
      bed.source().execute("SET SESSION sql_log_bin = 0", "DELETE FROM d.t WHERE id > 3");
      bed.write(bed.source(), 2);
      later.startReplication();
      bed.awaitReceived(bed.source(), List.of(later));

      assertThat(refused(bed, incident, "").body().toString())
          .contains(later.address() + " may have other transactions than " + kept.address())
          .contains("\"promote\":\"" + kept.address());
      String promote = bed.promotion(kept.address().toString());
      JsonNode plan = bed.plan(incident, promote);
      assertThat(plan.at("/notes").toString())
          .contains("Left out, to be rebuilt: " + later.address())
          .contains("has used GTIDs of lost transactions for other transactions");
      bed.assertSucceeded(bed.begin(incident, promote));
      bed.assertGoesOn(kept, List.of());
      assertThat(later.replication().getFirst().source()).isEqualTo(bed.source().address());
    }
  }

  private static void cut(Path binlog, long size) throws IOException {
    try (FileChannel file = FileChannel.open(binlog, StandardOpenOption.WRITE)) {
      file.truncate(size);
    }
  }
}
