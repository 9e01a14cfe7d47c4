package io.tutti.plugins.mariadb;

import io.tutti.model.ServerVersion;
import io.tutti.spi.LogReader;
import java.util.List;
import java.util.stream.Stream;

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

  /** Their heads tell after a restart what was lost. */
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

  /** One statement, as all of these are global. */
  List<String> statements(String account) {
    String privileges =
        Stream.of(
                forProcesslist(),
                forConnections(),
                forBinlogPosition(),
                forRegisteredReplicas(),
                forBinlogs())
            .map(grant -> grant.substring(0, grant.length() - EVERYWHERE.length()))
            .distinct()
            .collect(java.util.stream.Collectors.joining(", "));
    return List.of("GRANT " + privileges + EVERYWHERE + " TO " + account);
  }
}
