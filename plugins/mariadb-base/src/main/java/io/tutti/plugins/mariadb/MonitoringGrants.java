package io.tutti.plugins.mariadb;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.GrantList;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.AccountGrant.Need;
import io.tutti.spi.LogReader;
import java.util.List;

/**
 * What an account needs for our readings, by release; each tried on 10.1.8, 10.2.11, 10.11.5 and
 * 11.4.5. MariaDB 10.5.2 split REPLICATION CLIENT and SUPER up, and 10.5.9 took SHOW ALL SLAVES
 * STATUS away from REPLICATION SLAVE ADMIN (manual, "GRANT").
 *
 * @param version the server's release
 */
record MonitoringGrants(ServerVersion version) {
  private static final String EVERYWHERE = " ON *.*";

  String forConnections() {
    if (version.isBefore(10, 5, 2)) {
      return "REPLICATION CLIENT" + EVERYWHERE;
    }
    return (version.isBefore(10, 5, 9) ? "REPLICATION SLAVE ADMIN" : "SLAVE MONITOR") + EVERYWHERE;
  }

  String forBinlogPosition() {
    return (version.isBefore(10, 5, 2) ? "REPLICATION CLIENT" : "BINLOG MONITOR") + EVERYWHERE;
  }

  /** From 10.5.2 on more than reading: it also allows to set some variables of a source. */
  String forRegisteredReplicas() {
    return (version.isBefore(10, 5, 2) ? "REPLICATION SLAVE" : "REPLICATION MASTER ADMIN")
        + EVERYWHERE;
  }

  /** Their heads show after a restart what was lost. */
  String forBinlogs() {
    return "REPLICATION SLAVE" + EVERYWHERE;
  }

  String forEvents(LogReader.Log log) {
    if (version.isBefore(10, 5, 2)) {
      return "REPLICATION SLAVE" + EVERYWHERE;
    }
    return switch (log) {
      case BINARY -> "BINLOG MONITOR" + EVERYWHERE;
      case RELAY -> forConnections();
    };
  }

  String forProcesslist() {
    return "PROCESS" + EVERYWHERE;
  }

  List<AccountGrant> grants() {
    GrantList list = new GrantList();
    list.add(Need.WATCHING, forProcesslist(), "what replication threads do; sessions of clients");
    list.add(Need.WATCHING, forConnections(), "SHOW ALL SLAVES STATUS");
    list.add(Need.WATCHING, forBinlogPosition(), "SHOW MASTER STATUS; SHOW BINARY LOGS");
    list.add(Need.WATCHING, forRegisteredReplicas(), "SHOW SLAVE HOSTS");
    for (LogReader.Log log : LogReader.Log.values()) {
      list.add(Need.WATCHING, forEvents(log), "events of logs, to see what gaps are");
    }
    list.add(
        Need.WATCHING,
        forBinlogs(),
        "binlogs, to find out what a crash cost: so all that was written");
    return list.grants();
  }
}
