package io.tutti.acceptance;

import static io.tutti.acceptance.GapBed.assertState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.ChannelBed.Written;
import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A gap: what is said before it, in it, and behind it; and what the replica is started with. */
record GapKind(
    GapBed bed, String name, Part before, Part within, Part behind, List<String> options) {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** Says what a kind consists of; answers each transaction of it that may be missing. */
  interface Part {
    List<Written> say() throws SQLException;
  }

  static GapKind of(GapBed bed, String name, Part within) {
    return new GapKind(bed, name, List::of, within, List::of, List.of());
  }

  GapKind before(Part part) {
    return new GapKind(bed, name, part, within, behind, options);
  }

  GapKind behind(Part part) {
    return new GapKind(bed, name, before, within, part, options);
  }

  GapKind with(String... started) {
    return new GapKind(bed, name, before, within, behind, List.of(started));
  }

  /** The gap is there, the replica was killed with it, and it is seen as it is. */
  void make() throws SQLException {
    System.err.println(bed.source().release() + ": " + name);
    before.say();
    bed.write(3);
    bed.awaitCaughtUp();
    List<Written> left;
    List<Written> later;
    try (Connection lock = bed.holdNext("gap_a")) {
      left = within.say();
      bed.runPast(8, "gap_c");
      later = behind.say();
      awaitReceived(bed);
      bed.killReplica(options.toArray(String[]::new));
    }
    assertThat(bed.missing()).as(name).isNotEmpty();
    if (isMariaDb(bed)) {
      assertThat(bed.seen().at("/gaps").asString()).as(name).isNotEqualTo("free");
    } else if (later.isEmpty()) {
      bed.assertSeenExactly(left);
    } else {
      bed.assertSeenAtLeast(left, later);
    }
  }

  void makeAndClose() throws SQLException {
    make();
    assertState("SUCCEEDED", bed.close("PT30S"), bed);
    assertSame(bed);
  }

  /** Nobody but a person knows whether that is there already. */
  void makeAndCloseOnceAPersonHasLooked(String... why) throws SQLException {
    make();
    String reported = bed.reported();
    Answer refused = bed.askToClose("PT10S");
    assertThat(refused.status()).as("%s: %s", name, refused.body()).isEqualTo(422);
    assertThat(refused.text("/code")).isEqualTo("GAPS_NOT_CLOSABLE");
    assertThat(refused.body().toString()).contains("\"rowRepaired\":\"true\"").contains(why);
    assertThat(bed.applierRuns() || bed.receiverRuns()).as(reported).isFalse();
    assertState("SUCCEEDED", bed.atRest(bed.askToCloseRowRepaired().text("/id")), bed);
    assertSame(bed);
  }

  static boolean isMariaDb(GapBed bed) {
    return bed.source().release().family() == ServerFamily.MARIADB;
  }

  /** Whether rows, not schemas or domains, decide what is applied at the same time. */
  static boolean isByRows(GapBed bed, Mode mode) {
    return mode == Mode.POSITION_CLOCK || bed.source().release() == ServerRelease.MYSQL_9_7;
  }

  /** All that lies in its relay log when it is killed. */
  static void awaitReceived(GapBed bed) {
    await().atMost(PATIENCE).until(() -> bed.receivedPlace().equals(bed.sourceEnd()));
  }

  static void assertSame(GapBed bed) {
    assertThat(bed.missing()).isEmpty();
    bed.assertReplicatesTheSame();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(tables(bed.replica())).isEqualTo(tables(bed.source()));
          assertThat(executed(bed, bed.replica())).isEqualTo(executed(bed, bed.source()));
        });
  }

  private static Map<String, String> tables(SandboxServer server) {
    Map<String, String> checksums = new TreeMap<>();
    server
        .query(
            "SELECT CONCAT(table_schema, '.', table_name) AS name FROM information_schema.tables"
                + " WHERE table_schema LIKE 'gap%'")
        .stream()
        .map(row -> row.firstText("name"))
        .filter(name -> !name.matches("gap_a.ignored|gap_b.wild.*"))
        .forEach(name ->
            checksums.put(
                name, server.query("CHECKSUM TABLE " + name).getFirst().firstText("Checksum")));
    return checksums;
  }

  private static List<String> executed(GapBed bed, SandboxServer server) {
    String sql = isMariaDb(bed) ? "SELECT @@gtid_current_pos" : "SELECT @@global.gtid_executed";
    return Arrays.stream(server.queryValue(sql).orElse("").replaceAll("\\s", "").split(","))
        .sorted()
        .toList();
  }
}
