package io.tutti.sandbox;

import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.util.Optional;

/** The replication statements of one release. */
final class ReplicationSql {

  /** Seconds between heartbeats and between connection attempts of who is impatient. */
  private static final int RETRY_SECONDS = 1;

  private static final int RETRIES_OF_TEN_MINUTES = 600;

  private final ServerRelease release;

  ReplicationSql(ServerRelease release) {
    this.release = release;
  }

  /**
   * The statement that points a channel to its source.
   *
   * @param channel channel or connection name, empty for the default one
   * @param fast heartbeats come, and lost connections are tried again, each second; else as servers
   *     do by default
   * @param binlog name of the source's first binary log for position-based replication; empty to
   *     replicate by GTID
   */
  String changeSource(String channel, ServerAddress source, boolean fast, Optional<String> binlog) {
    StringBuilder sql = new StringBuilder();
    String word = usesSourceTerms() ? "SOURCE" : "MASTER";
    sql.append(usesSourceTerms() ? "CHANGE REPLICATION SOURCE" : "CHANGE MASTER");
    if (isMariaDb()) {
      sql.append(quotedName(channel));
    }
    sql.append(
        " TO %1$s_HOST='%2$s', %1$s_PORT=%3$d".formatted(word, source.host(), source.port()));
    sql.append(
        ", %1$s_USER='%2$s', %1$s_PASSWORD='%3$s'"
            .formatted(
                word, SandboxAccount.REPLICATION.user(), SandboxAccount.REPLICATION.password()));
    if (fast) {
      sql.append(
          ", %1$s_CONNECT_RETRY=%2$d, %1$s_HEARTBEAT_PERIOD=%2$d".formatted(word, RETRY_SECONDS));
      if (usesSourceTerms()) {
        // It gives up after 10 tries by default: after 10 minutes, as with the usual 60 s between.
        sql.append(", SOURCE_RETRY_COUNT=" + RETRIES_OF_TEN_MINUTES);
      }
    }
    if (release.has(ServerFeature.CACHING_SHA2_ACCOUNTS)) {
      sql.append(", GET_%s_PUBLIC_KEY=1".formatted(usesSourceTerms() ? "SOURCE" : "MASTER"));
    }
    if (isMariaDb() && release.isAtLeast(11, 3)) {
      // On by default since 11.3, and the sandbox's sources have no TLS.
      sql.append(", MASTER_SSL=0, MASTER_SSL_VERIFY_SERVER_CERT=0");
    }
    if (binlog.isPresent()) {
      sql.append(", %1$s_LOG_FILE='%2$s', %1$s_LOG_POS=4".formatted(word, binlog.get()));
      sql.append(isMariaDb() ? ", MASTER_USE_GTID=no" : ", %s_AUTO_POSITION=0".formatted(word));
    } else {
      sql.append(
          isMariaDb() ? ", MASTER_USE_GTID=slave_pos" : ", %s_AUTO_POSITION=1".formatted(word));
    }
    return sql + forChannel(channel);
  }

  String start(String channel) {
    return "START " + threads(channel);
  }

  String stop(String channel) {
    return "STOP " + threads(channel);
  }

  /** The statement that shows every channel. */
  String status() {
    if (isMariaDb()) {
      return "SHOW ALL SLAVES STATUS";
    }
    return usesSourceTerms() ? "SHOW REPLICA STATUS" : "SHOW SLAVE STATUS";
  }

  /** Reads a row of {@link #status()}. */
  ReplicationChannel channel(Row row) {
    return new ReplicationChannel(
        row.firstText("Connection_name", "Channel_Name"),
        new ServerAddress(
            row.firstText("Source_Host", "Master_Host"),
            Integer.parseInt(row.firstText("Source_Port", "Master_Port"))),
        row.firstText("Replica_IO_Running", "Slave_IO_Running"),
        row.firstText("Replica_SQL_Running", "Slave_SQL_Running"),
        row.firstText("Last_IO_Error"),
        row.firstText("Last_SQL_Error"));
  }

  private String threads(String channel) {
    if (isMariaDb()) {
      return "SLAVE" + quotedName(channel);
    }
    return (usesSourceTerms() ? "REPLICA" : "SLAVE") + forChannel(channel);
  }

  private String forChannel(String channel) {
    return isMariaDb() || channel.isEmpty() ? "" : " FOR CHANNEL '%s'".formatted(channel);
  }

  private static String quotedName(String channel) {
    return channel.isEmpty() ? "" : " '%s'".formatted(channel);
  }

  private boolean isMariaDb() {
    return release.family() == ServerFamily.MARIADB;
  }

  private boolean usesSourceTerms() {
    return release.has(ServerFeature.SOURCE_REPLICA_TERMS);
  }
}
