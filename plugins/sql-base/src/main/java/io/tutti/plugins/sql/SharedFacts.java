package io.tutti.plugins.sql;

import io.tutti.model.AckWaits;
import io.tutti.model.BinlogPosition;
import io.tutti.model.BinlogState;
import io.tutti.model.Durability;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ProcessObservation;
import io.tutti.model.ProcessStart;
import io.tutti.model.SemiSync;
import io.tutti.model.ServerIdentity;
import io.tutti.model.StatusCounters;
import io.tutti.model.StuckCommits;
import io.tutti.model.WriteProtection;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The facts that both families show in the same way, under old names and new ones. */
record SharedFacts(Reading reading) {

  ServerIdentity identity(Observed<String> fingerprint) {
    return new ServerIdentity(
        reading.text("server_uuid"),
        reading.number("server_id"),
        reading.text("hostname"),
        reading.number("port").map(Long::intValue),
        reportedAs(),
        fingerprint);
  }

  private Observed<InstanceAddress> reportedAs() {
    return reading
        .text("report_host")
        .flatMap(host -> {
          if (host.isEmpty()) {
            return Observed.absent("report_host is not set");
          }
          try {
            long port = reading.number("report_port").asOptional().orElse(0L);
            return Observed.known(new InstanceAddress(host, (int) port));
          } catch (IllegalArgumentException e) {
            return Observed.unknown(
                "report_host and report_port make no address: " + e.getMessage());
          }
        });
  }

  WriteProtection writeProtection() {
    return new WriteProtection(
        readOnly(), reading.flag("super_read_only"), reading.flag("offline_mode"));
  }

  /** MariaDB 12 has stricter values than ON: NO_LOCK and NO_LOCK_NO_ADMIN. */
  private Observed<Boolean> readOnly() {
    return reading
        .text("read_only")
        .flatMap(
            word -> word.startsWith("NO_LOCK") ? Observed.known(true) : reading.flag("read_only"));
  }

  BinlogState binlog() {
    return new BinlogState(
        reading.flag("log_bin"),
        reading.flag("log_replica_updates", "log_slave_updates"),
        reading.text("binlog_format"),
        reading.text("binlog_row_image"),
        writing(),
        stuck());
  }

  /** Asked only where the server does not say where its binlog ends. */
  private Observed<StuckCommits> stuck() {
    Observed<Rows> sessions = reading.rows(SharedQuestions.COMMITTING);
    return sessions instanceof Observed.Absent<Rows>
        ? Observed.absent("the server says where its binlog ends")
        : sessions.map(rows ->
            new StuckCommits(
                rows.all().stream()
                    .flatMapToLong(row -> row.number("ID").stream())
                    .boxed()
                    .sorted()
                    .toList(),
                saidOfRoom(rows)));
  }

  private Optional<String> saidOfRoom(Rows sessions) {
    return sessions.all().stream()
        .map(row -> row.textOrEmpty("STATE"))
        .filter(state -> state.contains("free space"))
        .findFirst()
        .or(() ->
            reading
                .rows(SharedQuestions.NO_ROOM)
                .asOptional()
                .flatMap(Rows::first)
                .map(row -> row.textOrEmpty("line")));
  }

  private Observed<BinlogPosition> writing() {
    return reading
        .answers()
        .row(SharedQuestions.BINLOG_POSITION, "the server writes no binlog")
        .flatMap(
            row -> Reading.position(row.textOrEmpty("File"), row.number("Position").orElse(0)));
  }

  Durability durability() {
    return new Durability(
        reading.number("sync_binlog"),
        reading.number("innodb_flush_log_at_trx_commit"),
        reading.text("innodb_doublewrite"),
        reading.number("sync_relay_log"),
        reading.flag("relay_log_recovery"),
        reading.text("relay_log_info_repository"));
  }

  /** Where a side's switch does not exist, that side is not loaded, whatever the counters show. */
  SemiSync semiSync() {
    Observed<Boolean> source =
        reading.flag("rpl_semi_sync_source_enabled", "rpl_semi_sync_master_enabled");
    Observed<Boolean> replica =
        reading.flag("rpl_semi_sync_replica_enabled", "rpl_semi_sync_slave_enabled");
    return new SemiSync(
        source,
        whereLoaded(
            source, statusFlag("Rpl_semi_sync_source_status", "Rpl_semi_sync_master_status")),
        reading.number(
            "rpl_semi_sync_source_wait_for_replica_count",
            "rpl_semi_sync_master_wait_for_slave_count"),
        reading
            .number("rpl_semi_sync_source_timeout", "rpl_semi_sync_master_timeout")
            .map(Duration::ofMillis),
        whereLoaded(source, count("Rpl_semi_sync_source_clients", "Rpl_semi_sync_master_clients")),
        replica,
        whereLoaded(
            replica, statusFlag("Rpl_semi_sync_replica_status", "Rpl_semi_sync_slave_status")),
        whereLoaded(source, ackWaits()));
  }

  /** Before 5.7 there is no wait point: others see a commit before it is acknowledged. */
  private Observed<AckWaits> ackWaits() {
    String point =
        reading
            .text("rpl_semi_sync_source_wait_point", "rpl_semi_sync_master_wait_point")
            .asOptional()
            .orElse("");
    Observed<Boolean> alone =
        reading.flag("rpl_semi_sync_source_wait_no_replica", "rpl_semi_sync_master_wait_no_slave");
    return alone.flatMap(waitsAlone ->
        count("Rpl_semi_sync_source_no_tx", "Rpl_semi_sync_master_no_tx")
            .flatMap(commits ->
                count("Rpl_semi_sync_source_no_times", "Rpl_semi_sync_master_no_times")
                    .map(times -> commits + times))
            .flatMap(without ->
                count("Rpl_semi_sync_source_yes_tx", "Rpl_semi_sync_master_yes_tx")
                    .flatMap(acked ->
                        count(
                                "Rpl_semi_sync_source_wait_sessions",
                                "Rpl_semi_sync_master_wait_sessions")
                            .map(waiting ->
                                new AckWaits(
                                    point.equalsIgnoreCase("AFTER_SYNC"),
                                    waitsAlone,
                                    without,
                                    acked,
                                    waiting)))));
  }

  private static <T> Observed<T> whereLoaded(Observed<Boolean> enabled, Observed<T> status) {
    return enabled instanceof Observed.Absent<Boolean>(String why) ? Observed.absent(why) : status;
  }

  Observed<Duration> uptime() {
    return count("Uptime").map(Duration::ofSeconds);
  }

  /**
   * @param took how long the reading took
   * @param session the connection over which all of it was read; empty where it took several
   */
  Observed<ProcessStart> startedAt(Duration took, Optional<String> session) {
    Optional<ProcessObservation> seen =
        session.map(
            name -> new ProcessObservation(reading.clock(), name, count("Connections"), writing()));
    return uptime().map(uptime -> ProcessStart.of(reading.clock(), uptime, took).seenAs(seen));
  }

  /** The counters that are whole numbers; the words among the status variables are left out. */
  Observed<StatusCounters> counters() {
    return reading
        .status()
        .map(status -> {
          Map<String, Long> counts = new TreeMap<>();
          status.forEach((name, text) -> {
            if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
              counts.put(name, Long.parseLong(text));
            }
          });
          return StatusCounters.of(counts);
        });
  }

  private Observed<Long> count(String... names) {
    return reading
        .statusText(names)
        .flatMap(text -> {
          try {
            return Observed.known(Long.parseLong(text));
          } catch (NumberFormatException e) {
            return Observed.unknown(names[0] + " is \"" + text + "\", not a whole number");
          }
        });
  }

  private Observed<Boolean> statusFlag(String... names) {
    return reading.statusText(names).map(text -> text.equalsIgnoreCase("ON"));
  }
}
