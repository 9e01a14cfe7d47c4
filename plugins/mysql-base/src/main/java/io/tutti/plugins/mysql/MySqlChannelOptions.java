package io.tutti.plugins.mysql;

import io.tutti.error.OrchestratorException;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.Row;
import io.tutti.plugins.sql.Rows;
import io.tutti.plugins.sql.ShownOptions;
import io.tutti.plugins.sql.SqlNames;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.spi.backup.ChannelOptions.Option;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * How a channel of MySQL is set. SHOW has TLS, the retries and the delay; tables of the performance
 * schema have the rest from 5.7 on. What belongs to a host (SOURCE_BIND) is not carried, and
 * neither is whether the server looks for another source itself.
 */
final class MySqlChannelOptions {
  private static final String ROWS = "performance_schema.replication_connection_configuration";
  private static final String APPLIERS = "performance_schema.replication_applier_configuration";
  private static final String GTID_ONLY = "GTID_ONLY";

  /** Those whose name has neither MASTER nor SOURCE in it. */
  private static final List<String> PLAIN =
      List.of(
          "IGNORE_SERVER_IDS",
          "PRIVILEGE_CHECKS_USER",
          "REQUIRE_ROW_FORMAT",
          "REQUIRE_TABLE_PRIMARY_KEY_CHECK",
          "ASSIGN_GTIDS_TO_ANONYMOUS_TRANSACTIONS",
          GTID_ONLY,
          "NETWORK_NAMESPACE");

  private final ServerVersion version;
  private final String channel;
  private final Function<Question, Rows> ask;
  private final ShownOptions shown = new ShownOptions();

  private MySqlChannelOptions(ServerVersion version, String channel, Function<Question, Rows> ask) {
    this.version = version;
    this.channel = channel;
    this.ask = ask;
  }

  /**
   * @param status shows all channels
   */
  static ChannelOptions read(
      ServerVersion version, String channel, Question status, Function<Question, Rows> ask) {
    return new MySqlChannelOptions(version, channel, ask).read(status);
  }

  private ChannelOptions read(Question status) {
    Optional<Row> row =
        ask.apply(status.withAllColumns()).all().stream()
            .filter(each -> each.textOrEmpty("Channel_Name").equals(channel))
            .findFirst();
    if (row.isEmpty()) {
      return ChannelOptions.NONE;
    }
    shown.tls(row.get());
    shown.text("TLS_VERSION", row.get().text("Master_TLS_Version", "Source_TLS_Version"));
    shown.text(
        "PUBLIC_KEY_PATH", row.get().text("Master_public_key_path", "Source_public_key_path"));
    shown.number("CONNECT_RETRY", row.get().text("Connect_Retry"));
    shown.number("RETRY_COUNT", row.get().text("Master_Retry_Count", "Source_Retry_Count"));
    shown.numberIfSet("DELAY", row.get().text("SQL_Delay"));
    shown.numbers("IGNORE_SERVER_IDS", row.get().text("Replicate_Ignore_Server_Ids"));
    shown.text("NETWORK_NAMESPACE", row.get().text("Network_Namespace"));
    if (version.isBefore(5, 7, 0)) {
      ofOldServer();
    } else {
      ofTables();
    }
    return shown.toOptions();
  }

  private void ofOldServer() {
    String sql = "SHOW GLOBAL STATUS LIKE 'Slave_heartbeat_period'";
    find(sql, "")
        .ifPresentOrElse(
            row -> shown.number("HEARTBEAT_PERIOD", row.text("Value")),
            () -> shown.unread("HEARTBEAT_PERIOD"));
  }

  private void ofTables() {
    String of = " WHERE CHANNEL_NAME = " + SqlNames.quoted(channel);
    find("SELECT * FROM " + ROWS + of, "SELECT ON " + ROWS)
        .ifPresentOrElse(
            this::ofReceiver, () -> shown.unread("HEARTBEAT_PERIOD and others of " + ROWS));
    if (version.isAtLeast(8, 0, 18)) {
      find("SELECT * FROM " + APPLIERS + of, "SELECT ON " + APPLIERS)
          .ifPresentOrElse(
              this::ofApplier,
              () -> shown.unread("PRIVILEGE_CHECKS_USER and others of " + APPLIERS));
    }
  }

  private void ofReceiver(Row row) {
    shown.number("HEARTBEAT_PERIOD", row.text("HEARTBEAT_INTERVAL"));
    shown.text("TLS_CIPHERSUITES", row.text("TLS_CIPHERSUITES"));
    shown.text("COMPRESSION_ALGORITHMS", row.text("COMPRESSION_ALGORITHM"));
    shown.number("ZSTD_COMPRESSION_LEVEL", row.text("ZSTD_COMPRESSION_LEVEL"));
    shown.flagIfSet(GTID_ONLY, row.text(GTID_ONLY));
  }

  private void ofApplier(Row row) {
    shown.word("PRIVILEGE_CHECKS_USER", row.text("PRIVILEGE_CHECKS_USER"));
    shown.flagIfSet("REQUIRE_ROW_FORMAT", row.text("REQUIRE_ROW_FORMAT"));
    shown.word(
        "REQUIRE_TABLE_PRIMARY_KEY_CHECK",
        row.text("REQUIRE_TABLE_PRIMARY_KEY_CHECK").filter(text -> !text.equals("STREAM")));
    String assigned = "ASSIGN_GTIDS_TO_ANONYMOUS_TRANSACTIONS";
    String type = row.textOrEmpty(assigned + "_TYPE");
    if (type.equals("LOCAL")) {
      shown.word(assigned, Optional.of(type));
    } else if (type.equals("UUID")) {
      shown.text(assigned, row.text(assigned + "_VALUE"));
    }
  }

  /** A table that the account may not read, or that is off, is said to be unread. */
  private Optional<Row> find(String sql, String grant) {
    try {
      return ask.apply(new Question("options", sql, sql, grant)).first();
    } catch (OrchestratorException e) {
      return Optional.empty();
    }
  }

  /**
   * How a statement says them, with a comma before each.
   *
   * @param byGtid whether the channel finds its place by GTID: else it cannot work by GTIDs alone
   */
  static String said(ServerVersion version, ChannelOptions options, boolean byGtid) {
    Stream<Option> fitting =
        options.all().stream().filter(each -> byGtid || !each.name().equals(GTID_ONLY));
    return ShownOptions.said(
        fitting.toList(), version.isAtLeast(8, 0, 23) ? "SOURCE_" : "MASTER_", PLAIN);
  }
}
