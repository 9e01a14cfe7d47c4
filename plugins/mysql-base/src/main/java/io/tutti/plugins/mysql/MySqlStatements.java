package io.tutti.plugins.mysql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.ServerVersion;
import io.tutti.model.Settings;
import io.tutti.plugins.sql.AckStatements;
import io.tutti.plugins.sql.ChannelAccount;
import io.tutti.plugins.sql.SqlNames;
import io.tutti.spi.AckSetting;
import io.tutti.spi.Credentials;
import io.tutti.spi.NewSource;
import io.tutti.spi.RelayLogInfoReset;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** How MySQL's replication is started, stopped and set; the words changed with 8.0.22. */
record MySqlStatements(ServerVersion version) implements ReplicationStatements {
  private static final int PASSWORD_BYTES_MAX = 32;

  @Override
  public String start(ReplicationThread thread, String channel) {
    return "START " + threads(thread, channel);
  }

  @Override
  public String stop(ReplicationThread thread, String channel) {
    return "STOP " + threads(thread, channel);
  }

  /** The applier alone: after a crash the receiver may not know how far it had come. */
  @Override
  public Optional<String> startUntilGapsAreClosed(String channel) {
    return Optional.of(applierUntil("SQL_AFTER_MTS_GAPS", channel));
  }

  private String applierUntil(String condition, String channel) {
    String threads = threads(ReplicationThread.APPLIER, channel);
    int end = threads.indexOf(" SQL_THREAD") + " SQL_THREAD".length();
    return "START " + threads.substring(0, end) + " UNTIL " + condition + threads.substring(end);
  }

  @Override
  public String startUntil(BinlogPosition place, String channel) {
    return applierUntil(
        "%1$s_LOG_FILE = %2$s, %1$s_LOG_POS = %3$d"
            .formatted(
                version.isAtLeast(8, 0, 23) ? "SOURCE" : "MASTER",
                SqlNames.quoted(place.file()),
                place.position()),
        channel);
  }

  /** Changing the source, to whatever it is already, deletes the relay logs. */
  @Override
  public Optional<String> dropReceived(String channel) {
    String change =
        version.isAtLeast(8, 0, 23)
            ? "CHANGE REPLICATION SOURCE TO SOURCE_AUTO_POSITION = 1"
            : "CHANGE MASTER TO MASTER_AUTO_POSITION = 1";
    return Optional.of(change + ofChannel(channel));
  }

  /**
   * Before 8.0 a worker notes DDL, and rows of tables without transactions, with its next
   * transaction, or after {@code sync_relay_log_info} of them.
   */
  @Override
  public boolean notesEveryTransaction() {
    return version.isAtLeast(8, 0, 0);
  }

  @Override
  public String goOnAt(BinlogPosition place, String channel) {
    boolean named = version.isAtLeast(8, 0, 23);
    String word = named ? "SOURCE" : "MASTER";
    return "CHANGE %1$s TO %2$s_AUTO_POSITION = 0, %2$s_LOG_FILE = %3$s, %2$s_LOG_POS = %4$d"
            .formatted(
                named ? "REPLICATION SOURCE" : "MASTER",
                word,
                SqlNames.quoted(place.file()),
                place.position())
        + ofChannel(channel);
  }

  @Override
  public String follow(NewSource source, String channel) {
    boolean named = version.isAtLeast(8, 0, 23);
    String word = named ? "SOURCE" : "MASTER";
    String place =
        source
            .place()
            .map(at ->
                "%1$s_AUTO_POSITION = 0, %1$s_LOG_FILE = %2$s, %1$s_LOG_POS = %3$d"
                    .formatted(word, SqlNames.quoted(at.file()), at.position()))
            .orElse(word + "_AUTO_POSITION = 1");
    return "CHANGE %1$s TO %2$s_HOST = %3$s, %2$s_PORT = %4$d, %5$s"
            .formatted(
                named ? "REPLICATION SOURCE" : "MASTER",
                word,
                SqlNames.quoted(source.address().host()),
                source.address().port(),
                place)
        + ofChannel(channel);
  }

  @Override
  public String endChannel(String channel) {
    return (version.isAtLeast(8, 0, 22) ? "RESET REPLICA ALL" : "RESET SLAVE ALL")
        + ofChannel(channel);
  }

  @Override
  public String keepAccount(String channel) {
    boolean named = version.isAtLeast(8, 0, 23);
    return "CHANGE %1$s TO %2$s_USER = '%3$s', %2$s_PASSWORD = '%4$s'"
            .formatted(
                named ? "REPLICATION SOURCE" : "MASTER",
                named ? "SOURCE" : "MASTER",
                Attachment.USER,
                Attachment.PASSWORD)
        + ofChannel(channel);
  }

  /** 5.6 cuts a longer password off without a word, others refuse it (error 3056). */
  @Override
  public Optional<String> notTaken(Credentials account) {
    return ChannelAccount.notTaken(account, PASSWORD_BYTES_MAX);
  }

  /** RESET MASTER is a syntax error from 8.4 on. */
  @Override
  public String wipeBinlogs() {
    return version.isAtLeast(8, 2, 0) ? "RESET BINARY LOGS AND GTIDS" : "RESET MASTER";
  }

  /** What was purged counts as executed; before 8.0 only on a server that has executed nothing. */
  @Override
  public Optional<String> restoreExecuted(GtidSet executed) {
    return Optional.of("SET GLOBAL gtid_purged = " + SqlNames.quoted(executed.toString()));
  }

  @Override
  public List<String> relayLogInfo(RelayLogInfoReset.Act act) {
    return version.isBefore(5, 7, 0) ? RelayLogInfoStatements.of(act) : List.of();
  }

  /** An empty transaction of that name, which read_only and super_read_only let pass. */
  @Override
  public List<String> skipTransaction(Gtid gtid) {
    return List.of(
        "SET SESSION gtid_next = " + SqlNames.quoted(gtid.toString()),
        "BEGIN",
        "COMMIT",
        "SET SESSION gtid_next = 'AUTOMATIC'");
  }

  /** The variable is the server's: the next applier to be started takes it, and only that one. */
  @Override
  public List<String> skipNext(int count, String channel) {
    String name =
        version.isAtLeast(8, 0, 26) ? "sql_replica_skip_counter" : "sql_slave_skip_counter";
    return List.of("SET GLOBAL " + name + " = " + count);
  }

  /** Without FOR CHANNEL, 5.7 and later would take all channels. */
  private String threads(ReplicationThread thread, String channel) {
    String word = version.isAtLeast(8, 0, 22) ? "REPLICA" : "SLAVE";
    String which =
        switch (thread) {
          case RECEIVER -> " IO_THREAD";
          case APPLIER -> " SQL_THREAD";
          case BOTH -> "";
        };
    return word + which + ofChannel(channel);
  }

  private String ofChannel(String channel) {
    if (version.isAtLeast(5, 7, 0)) {
      return " FOR CHANNEL " + SqlNames.quoted(channel);
    }
    if (!channel.isEmpty()) {
      throw new OrchestratorException(
          ErrorCode.UNKNOWN_CHANNEL,
          channel,
          "MySQL "
              + version
              + " has one channel, without a name, and none called '"
              + channel
              + "'.",
          List.of("leave the channel's name out"));
    }
    return "";
  }

  @Override
  public List<String> set(KnobSetting setting) {
    return List.of("SET GLOBAL " + SqlNames.assignment(setting));
  }

  @Override
  public Optional<String> persist(KnobSetting setting) {
    return Optional.of("SET PERSIST " + SqlNames.assignment(setting))
        .filter(said -> setting.knob().isPersistable());
  }

  @Override
  public Optional<String> forget(ServerKnob knob) {
    return Optional.of("RESET PERSIST IF EXISTS " + knob.serverName())
        .filter(said -> knob.isPersistable());
  }

  @Override
  public List<String> keepForNextStart(SortedMap<String, String> values) {
    return version.isBefore(8, 0, 0)
        ? List.of()
        : values.entrySet().stream()
            .map(each -> "SET PERSIST_ONLY %s = %s".formatted(each.getKey(), each.getValue()))
            .toList();
  }

  @Override
  public List<String> keepNothingForNextStart(Collection<String> variables) {
    return version.isBefore(8, 0, 0)
        ? List.of()
        : variables.stream().map(each -> "RESET PERSIST IF EXISTS " + each).toList();
  }

  @Override
  public String optionLine(KnobSetting setting) {
    return SqlNames.optionLine(setting);
  }

  @Override
  public List<String> acks(AckSetting wanted, Settings shown) {
    return AckStatements.of(wanted, shown.values().keySet());
  }
}
