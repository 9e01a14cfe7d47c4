package io.tutti.plugins.sql;

import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.Observed;
import io.tutti.spi.HeartbeatTable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;

/**
 * Lag by heartbeat tables: the age of each table's newest row by the server's own clock, and of the
 * tables the one that is farthest behind, as schemas are applied apart.
 */
final class Heartbeats {
  private Heartbeats() {}

  static Question question(HeartbeatTable table) {
    String from = quoted(table.schema()) + "." + quoted(table.table());
    String column = quoted(table.timeColumn());
    return new Question(
        key(table),
        "SELECT MAX(" + table.timeColumn() + ") FROM " + table.schema() + "." + table.table(),
        "SELECT MAX(" + column + ") AS newest, UNIX_TIMESTAMP(NOW(6)) AS now FROM " + from,
        "SELECT ON " + table.schema() + "." + table.table());
  }

  /** Absent when no tables are given. */
  static Observed<Lag> lag(Reading reading) {
    List<HeartbeatTable> tables = reading.heartbeats();
    Observed<Lag> oldest = Observed.absent("no heartbeat table is configured");
    for (HeartbeatTable table : tables) {
      Observed<Lag> lag = reading.rows(key(table)).flatMap(rows -> lag(table, rows));
      if (!lag.isKnown()) {
        return lag;
      }
      if (!oldest.isKnown() || amount(lag).compareTo(amount(oldest)) > 0) {
        oldest = lag;
      }
    }
    return oldest;
  }

  private static Observed<Lag> lag(HeartbeatTable table, Rows rows) {
    String newest = rows.first().map(row -> row.textOrEmpty("newest")).orElse("");
    if (newest.isEmpty()) {
      return Observed.unknown(table + " has no row yet");
    }
    try {
      Instant written = parse(newest);
      Instant now = Times.parse(rows.all().getFirst().textOrEmpty("now"));
      return Observed.known(new Lag(Times.since(written, now), LagSource.HEARTBEAT));
    } catch (DateTimeParseException | NumberFormatException e) {
      return Observed.unknown(table + " holds \"" + newest + "\", which is not a timestamp");
    }
  }

  /** {@code 2026-11-20T23:21:54.000120} as text, or a DATETIME with a blank for the T; both UTC. */
  private static Instant parse(String text) {
    String iso = text.strip().replace(' ', 'T');
    String local = iso.endsWith("Z") ? iso.substring(0, iso.length() - 1) : iso;
    return LocalDateTime.parse(local).toInstant(ZoneOffset.UTC);
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
