package io.tutti.plugins.mysql;

import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.ReplicaStatus;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/** The heartbeats of a channel's receiver: of each channel from 5.7 on, of the server before. */
final class ReceiverHeartbeats {
  private static final String INTERVALS = "receivers";
  private static final String INTERVAL = "HEARTBEAT_INTERVAL";
  private static final String INTERVAL_TABLE =
      "performance_schema.replication_connection_configuration";
  private static final String COUNTS = "connections";
  private static final String COUNT = "COUNT_RECEIVED_HEARTBEATS";
  private static final String COUNT_TABLE = "performance_schema.replication_connection_status";

  private ReceiverHeartbeats() {}

  /**
   * From 5.7 on. Two, as a table that hangs costs what it has alone: on 5.7.22 that of the counts
   * does while the disk of relay logs is full, so it is asked from 8.0 on.
   *
   * @param hasSchema whether performance_schema is there and switched on
   */
  static List<Question> questions(ServerVersion version, boolean hasSchema) {
    Question intervals = ofEach(INTERVALS, INTERVAL, INTERVAL_TABLE);
    return hasSchema && isCounted(version)
        ? List.of(intervals, ofEach(COUNTS, COUNT, COUNT_TABLE))
        : List.of(intervals);
  }

  private static Question ofEach(String key, String column, String table) {
    return new Question(
        key,
        "SELECT … FROM " + table,
        "SELECT CHANNEL_NAME, %s FROM %s".formatted(column, table),
        "SELECT ON " + table);
  }

  private static boolean isCounted(ServerVersion version) {
    return version.isAtLeast(8, 0, 0);
  }

  static Observed<Duration> period(Reading reading, ReplicaStatus status) {
    return (isOfServer(reading)
            ? reading.statusText("Slave_heartbeat_period")
            : ofChannel(reading, INTERVALS, INTERVAL, INTERVAL_TABLE, status))
        .flatMap(ReceiverHeartbeats::seconds);
  }

  static Observed<Long> received(Reading reading, ReplicaStatus status) {
    if (isOfServer(reading)) {
      return reading.statusText("Slave_received_heartbeats").flatMap(ReceiverHeartbeats::count);
    }
    return isCounted(reading.version())
        ? ofChannel(reading, COUNTS, COUNT, COUNT_TABLE, status).flatMap(ReceiverHeartbeats::count)
        : Observed.unknown("on 5.7 only a table has it that hangs while a disk is full");
  }

  private static boolean isOfServer(Reading reading) {
    return !reading.version().isAtLeast(5, 7, 0);
  }

  private static Observed<String> ofChannel(
      Reading reading, String key, String column, String table, ReplicaStatus status) {
    return reading
        .rows(key)
        .flatMap(rows ->
            rows.all().stream()
                .filter(row -> TableWorkers.isOf(row, status))
                .findFirst()
                .map(row -> Observed.known(row.textOrEmpty(column)))
                .orElse(Observed.absent(table + " has no row of this channel")));
  }

  private static Observed<Long> count(String text) {
    return text.matches("[0-9]{1,18}")
        ? Observed.known(Long.parseLong(text))
        : Observed.unknown("the count of heartbeats is \"" + text + "\"");
  }

  private static Observed<Duration> seconds(String text) {
    try {
      return Observed.known(Duration.ofMillis(new BigDecimal(text).movePointRight(3).longValue()));
    } catch (NumberFormatException e) {
      return Observed.unknown(
          "the period of heartbeats is \"" + text + "\", not a number of seconds");
    }
  }
}
