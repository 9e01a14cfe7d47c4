package io.tutti.acceptance;

import static io.tutti.acceptance.GapBed.assertState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.acceptance.ChannelBed.Written;
import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The source began its binlogs again while its replica was away: its first one has the same name
 * again, and transactions of the same lengths at the same places. Nothing is taken from it, and
 * what the replica has of the old one is not dropped.
 */
class GapsOtherBinlogTest {
  private static final String RECOVERS = "relay_log_recovery=1";

  /** Where in the source's binlog the first row was written. */
  private String begin = "";

  /** MySQL 5.6 with error 1872 would have to drop its relay logs, and fetch again by position. */
  @Matrix
  @Test
  void nothingIsTakenFromAnotherBinlogOfTheSameName() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_5_6_14, Mode.POSITION, RECOVERS)) {
      killWithAGap(bed);
      writeOthersToTheSamePlaces(bed, begin);

      assertRefusedAndNothingTouched(bed);

      assertClosedFromRelayLogs(bed);
    }
  }

  /** The source is a good one, but a replica that logs nothing has nothing to compare it with. */
  @Matrix
  @Test
  void whatCannotBeComparedIsNotTakenForTheSame() throws SQLException {
    try (GapBed bed =
        GapBed.start(ServerRelease.MYSQL_5_6_14, Mode.POSITION, RECOVERS, "log_slave_updates=0")) {
      killWithAGap(bed);

      assertRefusedAndNothingTouched(bed);

      assertClosedFromRelayLogs(bed);
      bed.assertReplicatesTheSame();
    }
  }

  /**
   * A receiver that remembers an old place would continue where the applier is. The relay logs show
   * what is missing, so the gap is closed by them; only there is no place to continue at.
   */
  @Matrix
  @Test
  void aReceiverDoesNotGoOnInAnotherBinlog() throws SQLException {
    try (GapBed bed =
        GapBed.start(
            ServerRelease.MYSQL_5_7_22,
            Mode.POSITION,
            "relay_log_recovery=0",
            "sync_master_info=10000")) {
      begin = bed.sourceEnd();
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.awaitReceived();
        bed.killReplica();
      }
      writeOthersToTheSamePlaces(bed, begin);
      String place = bed.receivedPlace();
      assertThat(bed.plan().findValuesAsString("kind"))
          .containsExactly("gaps.until", "gaps.receiver");

      JsonNode ended = bed.close("PT20S");

      assertThat(ended.at("/state").asString()).as("%s", ended).isIn("FAILED", "UNDONE");
      assertThat(ended.toString()).contains("it is another one", "xid=", "must not be started");
      // The relay logs are applied and gone: what the source's file and the own binlog show is
      // left.
      JsonNode again = bed.close("PT20S");
      assertThat(again.at("/state").asString()).as("%s", again).isIn("FAILED", "UNDONE");
      assertThat(again.toString()).contains("was begun at", "must not be started");
      assertThat(bed.receivedPlace()).as("it was not set").isEqualTo(place);
      assertThat(bed.rowsOfReplica()).as("from the relay logs").isEqualTo(bed.rowsWritten());
      assertThat(bed.applierRuns() || bed.receiverRuns()).isFalse();
    }
  }

  private void killWithAGap(GapBed bed) throws SQLException {
    begin = bed.sourceEnd();
    bed.write(7);
    try (Connection lock = bed.runPastALockedRow(20)) {
      bed.write(10);
      bed.awaitReceived();
      bed.killReplica();
    }
    assertThat(bed.missing()).as("the gap that this test is about").isNotEmpty();
    assertThatThrownBy(bed::startApplier).hasMessageContaining("initialize");
    assertThat(bed.reported()).contains("Last_SQL_Errno=1872");
  }

  private static void assertRefusedAndNothingTouched(GapBed bed) {
    List<String> tables = bed.tablesOfPlaces();
    Map<String, String> relayed = bed.relayLogsOnDisk();
    Set<String> rows = bed.rowsOfReplica();

    JsonNode seen = bed.seen();
    Answer refused = bed.askToClose("PT30S");
    assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
    JsonNode ended = bed.atRest(bed.askToCloseRowRepaired().text("/id"));

    assertThat(refused.body().toString())
        .contains("not proved to be the one", "relay_log_recovery=0");
    assertThat(ended.at("/state").asString()).as("%s", ended).isIn("FAILED", "UNDONE");
    assertThat(ended.toString())
        .contains("not proved to be the one", "Nothing was reset", "relay_log_recovery=0");
    assertThat(seen.at("/gaps").asString()).as("%s", seen).isEqualTo("open");
    assertThat(seen.at("/missing").isEmpty()).as("no place of another binlog: %s", seen).isTrue();
    assertThat(bed.tablesOfPlaces()).isEqualTo(tables);
    assertThat(bed.relayLogsOnDisk()).isEqualTo(relayed);
    assertThat(bed.rowsOfReplica()).isEqualTo(rows);
    assertThat(bed.replica().query("SHOW DATABASES LIKE 'tutti'")).isEmpty();
    assertThat(bed.reported()).contains("Last_SQL_Errno=1872");
  }

  /** The remedy that is given: what the relay logs hold is what the old binlog held. */
  private static void assertClosedFromRelayLogs(GapBed bed) {
    bed.replica().restart("relay_log_recovery=0");

    assertState("SUCCEEDED", bed.close("PT30S"), bed);

    assertThat(bed.seen().at("/gaps").asString()).isEqualTo("free");
    assertThat(bed.missing()).isEmpty();
    assertThat(bed.rowsWritten()).containsAll(bed.rowsOfReplica());
    assertThat(bed.applierRuns() || bed.receiverRuns()).as("both stood before").isFalse();
  }

  /**
   * Lets the source begin its binlogs again, and write other rows to the very places of all that
   * was written before, of the same lengths.
   *
   * @param before where the first of them began
   */
  private static void writeOthersToTheSamePlaces(GapBed bed, String before) {
    List<Written> was = bed.transactions();
    for (String schema : bed.schemas()) {
      bed.source().execute("SET SESSION sql_log_bin=0", "DELETE FROM %s.t".formatted(schema));
    }
    bed.source().execute("RESET MASTER");
    fillUpTo(bed, place(before));
    for (Written each : was) {
      Written other =
          bed.said(
              each.schema(),
              "INSERT INTO %s.t VALUES (%d)".formatted(each.schema(), each.row() + 5000));
      assertThat(other.end()).isEqualTo(each.end());
    }
  }

  private static void fillUpTo(GapBed bed, long place) {
    String filler = "CREATE DATABASE IF NOT EXISTS %s /* %s */";
    String schema = bed.schemas().getFirst();
    long begin = place(bed.sourceEnd());
    bed.source().execute(filler.formatted(schema, ""));
    long least = place(bed.sourceEnd()) - begin;
    long left = place - begin - least;
    assertThat(left).isGreaterThan(least);
    bed.source().execute(filler.formatted(schema, "x".repeat((int) (left - least))));
    assertThat(place(bed.sourceEnd())).isEqualTo(place);
  }

  private static long place(String end) {
    return Long.parseLong(end.substring(end.indexOf(':') + 1));
  }
}
