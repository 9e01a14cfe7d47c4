package io.tutti.plugins.sql;

import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.Observed;
import io.tutti.spi.HeartbeatTable;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lag by heartbeat tables: the age of the source's newest row in each table by the server's own
 * clock, and of the tables the one that is farthest behind, as schemas are applied apart.
 *
 * <ol>
 *   <li>Of a table with a row for each server that writes one (pt-heartbeat's {@code server_id})
 *       the channel's source counts; where it writes none, the only other server that does.
 *   <li>A time in the future is no lag: somebody writes local time, or the clocks differ.
 *   <li>Nor is one that is whole quarters of an hour older than the server's own figure, and goes
 *       on all the same: somebody writes local time.
 * </ol>
 */
final class Heartbeats {
  /** How far clocks may differ that are set by the network; heartbeats are a second apart. */
  private static final Duration CLOCKS_APART_MAX = Duration.ofSeconds(1);

  /** Time zones differ by multiples of it. */
  private static final Duration ZONE_STEP = Duration.ofMinutes(15);

  private static final Duration ZONE_INACCURACY = Duration.ofSeconds(30);

  /** A row that was another one so long ago is still being written. */
  private static final Duration ALIVE = Duration.ofSeconds(10);

  private Heartbeats() {}

  /**
   * In the inner query {@code server_id} is the table's column; a table without one takes that of
   * the outer query.
   */
  static Question question(HeartbeatTable table) {
    String from = quoted(table.schema()) + "." + quoted(table.table());
    String column = quoted(table.timeColumn());
    return new Question(
        key(table),
        "SELECT " + table.timeColumn() + " FROM " + table.schema() + "." + table.table(),
        "SELECT (SELECT GROUP_CONCAT(CONCAT(CONVERT(server_id USING utf8mb4), '=', CONVERT("
            + column
            + " USING utf8mb4)) ORDER BY "
            + column
            + " DESC SEPARATOR ',') FROM "
            + from
            + ") AS beats, UNIX_TIMESTAMP(NOW(6)) AS now FROM (SELECT '' AS server_id) AS anybody",
        "SELECT ON " + table.schema() + "." + table.table());
  }

  /** Of that channel; absent when no tables are given. */
  static Observed<Lag> lag(Reading reading, ReplicaStatus status) {
    List<HeartbeatTable> tables = reading.heartbeats();
    Observed<Lag> oldest = Observed.absent("no heartbeat table is configured");
    for (HeartbeatTable table : tables) {
      Observed<Lag> lag =
          reading.rows(key(table)).flatMap(rows -> lag(table, rows, reading, status));
      if (!lag.isKnown()) {
        return lag;
      }
      if (!oldest.isKnown() || amount(lag).compareTo(amount(oldest)) > 0) {
        oldest = lag;
      }
    }
    return oldest;
  }

  private static Observed<Lag> lag(
      HeartbeatTable table, Rows rows, Reading reading, ReplicaStatus status) {
    List<Heartbeat> beats =
        Heartbeat.parseAll(rows.first().map(row -> row.textOrEmpty("beats")).orElse(""));
    if (beats.isEmpty()) {
      return Observed.unknown(table + " has no row yet");
    }
    Optional<Heartbeat> found =
        Heartbeat.ofSource(beats, status.sourceId(), reading.number("server_id").asOptional());
    if (found.isEmpty()) {
      return Observed.unknown(otherRows(table, beats, status));
    }
    Heartbeat beat = found.get();
    try {
      Instant now = Times.parse(rows.all().getFirst().textOrEmpty("now"));
      return lag(table, beat, Duration.between(beat.written(), now), reading, status);
    } catch (DateTimeParseException | NumberFormatException e) {
      return Observed.unknown(table + " holds \"" + beat.text() + "\", which is not a timestamp");
    }
  }

  private static Observed<Lag> lag(
      HeartbeatTable table, Heartbeat beat, Duration age, Reading reading, ReplicaStatus status) {
    if (age.compareTo(CLOCKS_APART_MAX.negated()) < 0) {
      return Observed.unknown(
          "the newest row of %s, %s, is %d s in the future: it is not written in UTC, or the clocks differ"
              .formatted(table, beat.text(), -age.toSeconds()));
    }
    if (isLocalTime(table, beat, age, reading, status)) {
      return Observed.unknown(
          "the newest row of %s, %s, is being written, and %d s older than the server's own figure: it is not written in UTC"
              .formatted(table, beat.text(), age.toSeconds()));
    }
    Duration amount = age.isNegative() ? Duration.ZERO : age;
    return Observed.known(new Lag(amount, LagSource.HEARTBEAT));
  }

  private static boolean isLocalTime(
      HeartbeatTable table, Heartbeat beat, Duration age, Reading reading, ReplicaStatus status) {
    Instant firstSeen =
        reading
            .memory()
            .parsed(
                "beat of channel '" + status.channelName() + "' in " + table,
                beat.text(),
                text -> reading.serverTime());
    boolean isAlive = Times.since(firstSeen, reading.serverTime()).compareTo(ALIVE) < 0;
    Optional<Duration> seconds = status.secondsBehind().asOptional().map(Lag::amount);
    if (!isAlive || seconds.isEmpty()) {
      return false;
    }
    Duration more = age.minus(seconds.get()).plus(ZONE_INACCURACY);
    long zones = more.dividedBy(ZONE_STEP);
    Duration rest = more.minus(ZONE_STEP.multipliedBy(zones));
    return zones > 0 && rest.compareTo(ZONE_INACCURACY.multipliedBy(2)) <= 0;
  }

  private static String otherRows(
      HeartbeatTable table, List<Heartbeat> beats, ReplicaStatus status) {
    List<String> writers = new ArrayList<>();
    for (Heartbeat beat : beats) {
      if (!writers.contains(beat.serverId())) {
        writers.add(beat.serverId());
      }
    }
    return "%s has no row of the source (%s), and rows of the servers with server_id %s"
        .formatted(
            table,
            status.sourceId().map(id -> "server_id " + id).orElse("its server_id is not known"),
            String.join(", ", writers));
  }

  private static Duration amount(Observed<Lag> lag) {
    return lag.asOptional().map(Lag::amount).orElse(Duration.ZERO);
  }

  private static String key(HeartbeatTable table) {
    return SharedQuestions.HEARTBEAT_PREFIX + table;
  }

  private static String quoted(String identifier) {
    return "`" + identifier.replace("`", "``") + "`";
  }
}
