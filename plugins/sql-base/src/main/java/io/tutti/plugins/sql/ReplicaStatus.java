package io.tutti.plugins.sql;

import io.tutti.gtid.GtidSet;
import io.tutti.model.Applier;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.Receiver;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One row of {@code SHOW SLAVE STATUS}, {@code SHOW ALL SLAVES STATUS} or {@code SHOW REPLICA
 * STATUS}: one channel, under the column names of every release.
 *
 * @param zone the server's time zone, as error timestamps are its local time
 */
public record ReplicaStatus(Row row, ZoneOffset zone) {
  /** {@code 261120 23:36:32}; hours before ten are padded with a blank by old servers. */
  private static final DateTimeFormatter ERROR_TIME =
      DateTimeFormatter.ofPattern("yyMMdd HH:mm:ss");

  /**
   * What a flavor adds to the row.
   *
   * @param heartbeats how many the receiver has got
   * @param coordinatorText what the coordinator does, in the server's words
   * @param workers empty when the applier works alone
   */
  public record Supplement(
      Observed<String> sourceUuid,
      Positioning positioning,
      Observed<GtidSet> retrieved,
      Observed<Duration> heartbeatPeriod,
      Observed<Long> heartbeats,
      Observed<String> coordinatorText,
      Observed<List<Worker>> workers,
      Observed<Lag> lag) {}

  public String channelName() {
    return row.textOrEmpty("Channel_Name", "Connection_name");
  }

  /** Where it replicates from; empty for channels without a source, as group replication's. */
  public Optional<InstanceAddress> source() {
    String host = row.textOrEmpty("Master_Host", "Source_Host");
    long port = row.number("Master_Port", "Source_Port").orElse(0);
    if (host.isEmpty() || host.equals("<NULL>") || port < 1 || port > 65_535) {
      return Optional.empty();
    }
    return InstanceAddress.find(host, (int) port);
  }

  public ThreadState receiverState() {
    return threadState(row.textOrEmpty("Slave_IO_Running", "Replica_IO_Running"));
  }

  public ThreadState applierState() {
    return threadState(row.textOrEmpty("Slave_SQL_Running", "Replica_SQL_Running"));
  }

  /** Up to where the source's binlog was received. */
  public Observed<BinlogPosition> read() {
    return position(
        "Master_Log_File", "Source_Log_File", "Read_Master_Log_Pos", "Read_Source_Log_Pos");
  }

  /** The low-water mark in the source's binlog. */
  public Observed<BinlogPosition> executed() {
    return position(
        "Relay_Master_Log_File",
        "Relay_Source_Log_File",
        "Exec_Master_Log_Pos",
        "Exec_Source_Log_Pos");
  }

  public String appliersWords() {
    return row.textOrEmpty("Slave_SQL_Running_State", "Replica_SQL_Running_State");
  }

  /** The channel, or nothing when it has no source. */
  public Optional<Channel> channel(Supplement more) {
    return source()
        .map(source ->
            new Channel(
                channelName(),
                source,
                more.sourceUuid(),
                sourceServerId(),
                more.positioning(),
                receiver(more),
                applier(more),
                more.lag()));
  }

  /**
   * Lag by the age of the event in work; unknown while a thread is stopped. Servers may report 0
   * for a receiver that an error stopped (5.7.22, measured), and know nothing of the source then.
   */
  public Observed<Lag> secondsBehind() {
    OptionalLong seconds = row.number("Seconds_Behind_Master", "Seconds_Behind_Source");
    if (seconds.isPresent()
        && (seconds.getAsLong() > 0 || receiverState() == ThreadState.RUNNING)) {
      return Observed.known(
          new Lag(Duration.ofSeconds(seconds.getAsLong()), LagSource.SECONDS_BEHIND));
    }
    return Observed.unknown(
        "the server reports no lag while its receiver is "
            + receiverState().name().toLowerCase(java.util.Locale.ROOT)
            + " and its applier "
            + applierState().name().toLowerCase(java.util.Locale.ROOT));
  }

  private Observed<Long> sourceServerId() {
    return sourceId()
        .map(Observed::known)
        .orElseGet(() -> Observed.absent("no contact with the source yet"));
  }

  /** The source's server_id, once there was contact with it. */
  Optional<Long> sourceId() {
    long id = row.number("Master_Server_Id", "Source_Server_Id").orElse(0);
    return id == 0 ? Optional.empty() : Optional.of(id);
  }

  private Receiver receiver(Supplement more) {
    return new Receiver(
        receiverState(),
        row.textOrEmpty("Slave_IO_State", "Replica_IO_State"),
        read(),
        more.retrieved(),
        error("Last_IO_Errno", "Last_IO_Error", "Last_IO_Error_Timestamp"),
        more.heartbeatPeriod(),
        seconds("Connect_Retry"),
        tls(),
        more.heartbeats(),
        account());
  }

  /** One that was named in START only is shown as empty. */
  private Observed<String> account() {
    return row.text("Master_User", "Source_User")
        .map(user ->
            user.isEmpty()
                ? Observed.<String>absent("the channel keeps none")
                : Observed.known(user))
        .orElse(Observed.unknown("the server does not show it"));
  }

  private Observed<Boolean> tls() {
    return row.text("Master_SSL_Allowed", "Source_SSL_Allowed")
        .map(text -> Observed.known(text.equalsIgnoreCase("Yes")))
        .orElse(Observed.absent("the server does not report it"));
  }

  private Applier applier(Supplement more) {
    return new Applier(
        applierState(),
        more.coordinatorText(),
        executed(),
        position("Relay_Log_File", "Relay_Log_File", "Relay_Log_Pos", "Relay_Log_Pos"),
        number("Relay_Log_Space"),
        error("Last_SQL_Errno", "Last_SQL_Error", "Last_SQL_Error_Timestamp"),
        seconds("SQL_Delay"),
        more.workers());
  }

  private Observed<Long> number(String label) {
    OptionalLong value = row.number(label);
    return value.isPresent()
        ? Observed.known(value.getAsLong())
        : Observed.absent("the server prints no " + label);
  }

  private Observed<Duration> seconds(String label) {
    return number(label).map(Duration::ofSeconds);
  }

  private Observed<BinlogPosition> position(
      String oldFile, String newFile, String oldOffset, String newOffset) {
    return Reading.position(
        row.textOrEmpty(oldFile, newFile), row.number(oldOffset, newOffset).orElse(0));
  }

  private Optional<LastError> error(String number, String message, String timestamp) {
    int errno = (int) row.number(number).orElse(0);
    return errno == 0
        ? Optional.empty()
        : Optional.of(
            new LastError(
                errno,
                row.textOrEmpty(message),
                errorTime(row.textOrEmpty(timestamp)),
                ErrorCauses.of(errno)));
  }

  private Optional<Instant> errorTime(String text) {
    if (text.isBlank()) {
      return Optional.empty();
    }
    try {
      String padded = text.strip().replace("  ", " 0");
      return Optional.of(LocalDateTime.parse(padded, ERROR_TIME).toInstant(zone));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static ThreadState threadState(String text) {
    return switch (text) {
      case "Yes" -> ThreadState.RUNNING;
      case "Connecting", "Preparing" -> ThreadState.CONNECTING;
      default -> ThreadState.STOPPED;
    };
  }
}
