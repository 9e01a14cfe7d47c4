package io.tutti.acceptance;

import io.tutti.sandbox.Row;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.util.List;

/**
 * What a replica shows of one of its channels.
 *
 * @param row of SHOW REPLICA STATUS, under new names or old ones
 */
record ReplicaStatus(Row row) {

  /** How a release calls replicas in its statements. */
  static String word(ServerRelease release) {
    return release.has(ServerFeature.SOURCE_REPLICA_TERMS) ? "REPLICA" : "SLAVE";
  }

  static List<ReplicaStatus> all(SandboxServer replica) {
    return replica.query("SHOW %s STATUS".formatted(word(replica.release()))).stream()
        .map(ReplicaStatus::new)
        .toList();
  }

  static ReplicaStatus of(SandboxServer replica) {
    return all(replica).getFirst();
  }

  static ReplicaStatus of(SandboxServer replica, String channel) {
    return all(replica).stream()
        .filter(each -> channel.isEmpty() || each.text("Channel_Name").equals(channel))
        .findFirst()
        .orElseThrow();
  }

  /** The text of the first of these columns that is there. */
  String text(String... columns) {
    return row.firstText(columns);
  }

  /** The binlog of its source that it receives. */
  String receivedFile() {
    return text("Master_Log_File", "Source_Log_File");
  }

  /** Up to where in its source's binlogs it has received. */
  String received() {
    return receivedFile() + ":" + text("Read_Master_Log_Pos", "Read_Source_Log_Pos");
  }

  /** Up to where in its source's binlogs it has applied. */
  String applied() {
    return text("Relay_Master_Log_File", "Relay_Source_Log_File")
        + ":"
        + text("Exec_Master_Log_Pos", "Exec_Source_Log_Pos");
  }
}
