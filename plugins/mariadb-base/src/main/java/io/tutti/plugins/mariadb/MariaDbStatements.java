package io.tutti.plugins.mariadb;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtid;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Positioning;
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
import io.tutti.spi.knob.KnobScope;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.util.List;
import java.util.Optional;

/** How MariaDB's replication is started, stopped and set, on all releases alike. */
record MariaDbStatements() implements ReplicationStatements {
  private static final int PASSWORD_BYTES_MAX = 96;

  @Override
  public String start(ReplicationThread thread, String channel) {
    return "START SLAVE " + threads(thread, channel);
  }

  @Override
  public String stop(ReplicationThread thread, String channel) {
    return "STOP SLAVE " + threads(thread, channel);
  }

  private static String threads(ReplicationThread thread, String channel) {
    String which =
        switch (thread) {
          case RECEIVER -> " IO_THREAD";
          case APPLIER -> " SQL_THREAD";
          case BOTH -> "";
        };
    return SqlNames.quoted(channel) + which;
  }

  @Override
  public String keepAccount(String channel) {
    return "CHANGE MASTER %s TO MASTER_USER='%s', MASTER_PASSWORD='%s'"
        .formatted(SqlNames.quoted(channel), Attachment.USER, Attachment.PASSWORD);
  }

  @Override
  public Optional<String> notTaken(Credentials account) {
    return ChannelAccount.notTaken(account, PASSWORD_BYTES_MAX);
  }

  /** It keeps no progress of its workers. */
  @Override
  public Optional<String> startUntilGapsAreClosed(String channel) {
    return Optional.empty();
  }

  /** A start of both threads drops what was received. */
  @Override
  public Optional<String> dropReceived(String channel) {
    return Optional.empty();
  }

  /** {@code gtid_slave_pos} is a table, and each transaction writes its row. */
  @Override
  public Optional<String> restoreExecuted(GtidSet executed) {
    return Optional.empty();
  }

  @Override
  public List<String> relayLogInfo(RelayLogInfoReset.Act act) {
    return List.of();
  }

  @Override
  public boolean notesEveryTransaction() {
    return true;
  }

  @Override
  public String startUntil(BinlogPosition place, String channel) {
    return "%s UNTIL MASTER_LOG_FILE = %s, MASTER_LOG_POS = %d"
        .formatted(
            start(ReplicationThread.APPLIER, channel),
            SqlNames.quoted(place.file()),
            place.position());
  }

  @Override
  public String goOnAt(BinlogPosition place, String channel) {
    return "CHANGE MASTER %s TO MASTER_USE_GTID = no, MASTER_LOG_FILE = %s, MASTER_LOG_POS = %d"
        .formatted(SqlNames.quoted(channel), SqlNames.quoted(place.file()), place.position());
  }

  /**
   * The position of its domain alone is moved, whatever the others are, so it can be said twice.
   */
  @Override
  public List<String> skipTransaction(Gtid gtid) {
    if (!(gtid instanceof MariaDbGtid named)) {
      throw new OrchestratorException(
          ErrorCode.UNSUPPORTED_CAPABILITY,
          gtid.toString(),
          "MariaDB has no transaction that is called " + gtid + ".",
          List.of("name it by domain, server id and sequence: 0-1-42"));
    }
    String others =
        "REGEXP_REPLACE(@@global.gtid_slave_pos, '(^|,)%d-[0-9]+-[0-9]+', '')"
            .formatted(named.domain());
    return List.of(
        "SET GLOBAL gtid_slave_pos = CONCAT_WS(',', NULLIF(TRIM(BOTH ',' FROM %s), ''), '%s')"
            .formatted(others, gtid));
  }

  @Override
  public String follow(NewSource source, String channel) {
    return "CHANGE MASTER %s TO MASTER_HOST = %s, MASTER_PORT = %d, %s"
        .formatted(
            SqlNames.quoted(channel),
            SqlNames.quoted(source.address().host()),
            source.address().port(),
            source
                .place()
                .map(at ->
                    "MASTER_USE_GTID = no, MASTER_LOG_FILE = %s, MASTER_LOG_POS = %d"
                        .formatted(SqlNames.quoted(at.file()), at.position()))
                .orElse("MASTER_USE_GTID = " + word(source.positioning())));
  }

  private static String word(Positioning positioning) {
    return positioning == Positioning.CURRENT_POS ? "current_pos" : "slave_pos";
  }

  @Override
  public String endChannel(String channel) {
    return "RESET SLAVE " + SqlNames.quoted(channel) + " ALL";
  }

  /** What the binlogs knew of GTIDs goes with them; {@code gtid_slave_pos} stays. */
  @Override
  public String wipeBinlogs() {
    return "RESET MASTER";
  }

  @Override
  public List<String> skipNext(int count, String channel) {
    String set = "SET GLOBAL sql_slave_skip_counter = " + count;
    List<String> choosing = choosing(channel);
    return choosing.isEmpty()
        ? List.of(set)
        : List.of(choosing.getFirst(), set, choosing.getLast());
  }

  @Override
  public List<String> set(KnobSetting setting) {
    String set = "SET GLOBAL " + SqlNames.assignment(setting);
    if (setting.knob().scope() != KnobScope.CHANNEL || setting.channel().isEmpty()) {
      return List.of(set);
    }
    List<String> choosing = choosing(setting.channel());
    return List.of(choosing.getFirst(), set, choosing.getLast());
  }

  /** Chooses the connection of which a variable of connections is meant, and back. */
  static List<String> choosing(String channel) {
    return channel.isEmpty()
        ? List.of()
        : List.of(
            "SET SESSION default_master_connection = " + SqlNames.quoted(channel),
            "SET SESSION default_master_connection = ''");
  }

  /** It keeps no setting by itself. */
  @Override
  public Optional<String> persist(KnobSetting setting) {
    return Optional.empty();
  }

  @Override
  public Optional<String> forget(ServerKnob knob) {
    return Optional.empty();
  }

  @Override
  public String optionLine(KnobSetting setting) {
    return setting.knob().scope() == KnobScope.CHANNEL && !setting.channel().isEmpty()
        ? setting.channel() + "." + SqlNames.optionLine(setting)
        : SqlNames.optionLine(setting);
  }

  @Override
  public List<String> acks(AckSetting wanted, Settings shown) {
    return AckStatements.of(wanted, shown.values().keySet());
  }
}
