package io.tutti.plugins.mariadb;

import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.Row;
import io.tutti.plugins.sql.Rows;
import io.tutti.plugins.sql.ShownOptions;
import io.tutti.spi.backup.ChannelOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** How a connection of MariaDB is set; SHOW ALL SLAVES STATUS has all of it. */
final class MariaDbChannelOptions {
  /** Those whose name has no MASTER in it. */
  private static final List<String> PLAIN =
      List.of("IGNORE_SERVER_IDS", "DO_DOMAIN_IDS", "IGNORE_DOMAIN_IDS");

  private MariaDbChannelOptions() {}

  /**
   * @param status shows all connections
   */
  static ChannelOptions read(String channel, Question status, Function<Question, Rows> ask) {
    Optional<Row> found =
        ask.apply(status.withAllColumns()).all().stream()
            .filter(each -> each.textOrEmpty("Connection_name").equals(channel))
            .findFirst();
    if (found.isEmpty()) {
      return ChannelOptions.NONE;
    }
    Row row = found.get();
    ShownOptions shown = new ShownOptions();
    shown.tls(row);
    shown.number("CONNECT_RETRY", row.text("Connect_Retry"));
    shown.number("RETRY_COUNT", row.text("Master_Retry_Count"));
    if (row.has("Slave_heartbeat_period")) {
      shown.number("HEARTBEAT_PERIOD", row.text("Slave_heartbeat_period"));
    } else {
      shown.unread("MASTER_HEARTBEAT_PERIOD");
    }
    shown.numberIfSet("DELAY", row.text("SQL_Delay"));
    shown.numbers("IGNORE_SERVER_IDS", row.text("Replicate_Ignore_Server_Ids"));
    shown.numbers("DO_DOMAIN_IDS", row.text("Replicate_Do_Domain_Ids"));
    shown.numbers("IGNORE_DOMAIN_IDS", row.text("Replicate_Ignore_Domain_Ids"));
    return shown.toOptions();
  }

  /** How a statement says them, with a comma before each. */
  static String said(ChannelOptions options) {
    return ShownOptions.said(options.all(), "MASTER_", PLAIN);
  }
}
