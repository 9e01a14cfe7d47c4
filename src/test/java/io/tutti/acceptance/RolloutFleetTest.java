package io.tutti.acceptance;

import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_11_5;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_7_22;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_8_0_15;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A canary and three waves over twelve real replicas of three flavors under load. One replica of
 * the third wave suffers from what it gets: a row that each transaction changes reaches it alone of
 * its cluster. Its wave is undone, those before it are kept, nobody else is touched.
 */
class RolloutFleetTest {
  private static final Duration END_MAX = Duration.ofMinutes(4);
  private static final int HARMED_WAVE = 3;

  private static final String FILE =
      """
      name: fleet
      targets: { roles: [replica] }
      settings: { replica_parallel_workers: 8, slave_parallel_mode: optimistic }
      waves: [ { count: 1 }, { count: 2 }, { count: 3 }, { percent: 100 } ]
      soak: PT15S
      schedule: now
      approval: none
      """;

  private static final String BEFORE = "0";
  private static final String BEFORE_OF_MARIADB = "0 conservative";
  private static final String WANTED = "8";
  private static final String WANTED_OF_MARIADB = "8 optimistic";

  @TempDir private Path folder;

  private static BedBuilder cluster(BedBuilder fleet, int source, ServerRelease release) {
    for (int node = source; node <= source + 4; node++) {
      fleet.release(node, release);
      if (release == MARIADB_10_11_5) {
        fleet.options(node, "slave_parallel_threads=0", "slave_parallel_mode=conservative");
      } else {
        fleet.options(node, "slave_parallel_workers=0");
      }
    }
    return fleet;
  }

  private static Bed fleet() {
    BedBuilder fleet =
        Bed.of(MYSQL_5_7_22)
            .topology("1>2,1>3,1>4,1>5,6>7,6>8,6>9,6>10,11>12,11>13,11>14,11>15")
            .options("innodb_flush_log_at_trx_commit=2", "sync_binlog=0");
    cluster(fleet, 6, MYSQL_8_0_15);
    cluster(fleet, 11, MARIADB_10_11_5);
    return cluster(fleet, 1, MYSQL_5_7_22).start();
  }

  private static List<SandboxServer> ofMariaDb(Bed bed) {
    return IntStream.rangeClosed(12, 15).mapToObj(bed::server).toList();
  }

  private static boolean isMariaDb(SandboxServer server) {
    return server.release() == MARIADB_10_11_5;
  }

  private static String shown(SandboxServer server) {
    return server
        .queryValue(
            isMariaDb(server)
                ? "SELECT CONCAT(@@slave_parallel_threads, ' ', @@slave_parallel_mode)"
                : "SELECT @@global.slave_parallel_workers")
        .orElseThrow();
  }

  /** What all replicas show, by their addresses. */
  private static Map<String, String> shown(Bed bed) {
    Map<String, String> shown = new TreeMap<>();
    replicas(bed).forEach(each -> shown.put(each.address().toString(), shown(each)));
    return shown;
  }

  private static Stream<SandboxServer> replicas(Bed bed) {
    return bed.sandbox().servers().stream().filter(each -> each.node() % 5 != 1);
  }

  /** Others leave out what only the harmed one is to suffer from. */
  private static void leaveHotRowsTo(SandboxServer harmed, Bed bed) {
    for (SandboxServer other : ofMariaDb(bed)) {
      if (other.node() != harmed.node()) {
        other.execute(
            "STOP SLAVE SQL_THREAD",
            "SET GLOBAL replicate_wild_ignore_table = 'hot.%'",
            "START SLAVE SQL_THREAD");
      }
    }
  }

  private static SandboxServer inWave(Bed bed, JsonNode plan) {
    return ofMariaDb(bed).stream()
        .filter(
            each -> RolloutCalls.instances(plan, HARMED_WAVE).contains(each.address().toString()))
        .findFirst()
        .orElseThrow();
  }

  @Matrix
  @Test
  void theWaveOfTheOneThatSuffersIsUndoneAndNoOtherOne() throws IOException {
    try (Bed bed = fleet()) {
      bed.awaitKnown();
      JsonNode plan = RolloutCalls.planned(bed.controller(), FILE);
      assertThat(plan.at("/waves").valueStream().map(wave -> wave.at("/replicas").size()))
          .containsExactly(1, 2, 3, 6);
      SandboxServer harmed = inWave(bed, plan);
      leaveHotRowsTo(harmed, bed);
      try (WriteLoad first = WriteLoad.start(bed.server(1), 30);
          WriteLoad second = WriteLoad.start(bed.server(6), 30);
          WriteLoad third = WriteLoad.start(bed.server(11), 20, "a", "b", "c", "d");
          HotRow hot = HotRow.start(bed.server(11), 1_000, Duration.ofMillis(20))) {
        RolloutCalls rollout = RolloutCalls.create(bed.controller(), FILE);
        JsonNode ended = rollout.awaitRest(END_MAX);

        assertStopped(bed, rollout, ended);
        assertSaid(rollout, ended, harmed);
      }
    }
  }

  /** The servers are asked, and so is who has changed them. */
  private static void assertStopped(Bed bed, RolloutCalls rollout, JsonNode ended) {
    assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("PAUSED");
    assertThat(RolloutCalls.states(ended, 1)).containsExactly("KEPT", "KEPT");
    assertThat(RolloutCalls.states(ended, 2)).containsExactly("KEPT", "KEPT", "KEPT");
    assertThat(RolloutCalls.states(ended, 3)).hasSize(4).containsOnly("UNDONE");
    assertThat(RolloutCalls.states(ended, 4)).hasSize(7).containsOnly("PENDING");

    List<String> kept =
        Stream.of(1, 2).flatMap(wave -> RolloutCalls.instances(ended, wave).stream()).toList();
    Map<String, String> expected = new TreeMap<>();
    replicas(bed)
        .forEach(each -> {
          String address = each.address().toString();
          String before = isMariaDb(each) ? BEFORE_OF_MARIADB : BEFORE;
          String wanted = isMariaDb(each) ? WANTED_OF_MARIADB : WANTED;
          expected.put(address, kept.contains(address) ? wanted : before);
        });
    assertThat(shown(bed)).as("%s", ended).isEqualTo(expected);
    replicas(bed)
        .forEach(each ->
            assertThat(each.replication())
                .as("%s", each)
                .allMatch(channel ->
                    channel.applierState().equals("Yes") && channel.receiverState().equals("Yes")));

    List<String> undone = RolloutCalls.instances(ended, 3);
    assertThat(rollout.operations().map(each -> each.at("/target").asString()))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(kept, undone, undone).flatMap(List::stream).toList());
  }

  /** The report says it in a sentence, in each of its forms. */
  private void assertSaid(RolloutCalls rollout, JsonNode ended, SandboxServer harmed)
      throws IOException {
    String sentence = "Wave 3 is undone: %s: ".formatted(harmed.address());
    String cause = "more of each transaction are tried again";
    String untouched =
        "Wave 4 was not begun: nothing was changed on %s."
            .formatted(String.join(", ", RolloutCalls.instances(ended, 4)));
    assertThat(ended.at("/why").asString()).contains(sentence, cause, "Earlier waves are kept");
    assertThat(rollout.page())
        .contains(
            "12 servers in 4 waves: 3 kept, 3 undone, 6 not reached.",
            sentence,
            cause,
            untouched,
            "Wave 1 is kept: no gate found harm.",
            "Wave 2 is kept: no gate found harm.");
    Path page = folder.resolve("report.html");
    assertThat(rollout.page("--html", page.toString())).contains("The report is in " + page);
    assertThat(Files.readString(page)).contains(sentence, cause, untouched);

    JsonNode report = rollout.report();
    assertThat(report.at("/summary").toString()).contains(sentence, cause);
    assertThat(report.at("/waves/3/sentences").toString()).contains(untouched);
    Stream.of(1, 2, 3)
        .flatMap(wave -> RolloutCalls.replicas(report, wave))
        .forEach(RolloutFleetTest::assertShownBesideAnother);
  }

  private static void assertShownBesideAnother(JsonNode replica) {
    assertThat(replica.at("/control").asString())
        .as("%s", replica)
        .isNotEmpty()
        .isNotEqualTo(replica.at("/instance").asString());
    assertThat(replica.at("/measures").valueStream().map(each -> each.at("/name").asString()))
        .contains("lag", "applied transactions");
    replica
        .at("/measures")
        .forEach(measure -> {
          assertThat(measure.at("/own/before").isNumber()).as("%s", measure).isTrue();
          assertThat(measure.at("/own/after").isNumber()).as("%s", measure).isTrue();
        });
  }
}
