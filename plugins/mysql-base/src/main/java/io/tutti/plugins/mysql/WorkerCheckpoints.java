package io.tutti.plugins.mysql;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.model.WorkerCheckpoint;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.Row;
import io.tutti.plugins.sql.Rows;
import java.util.SortedMap;
import java.util.TreeMap;

/** The rows of {@code mysql.slave_worker_info}, which the server keeps across crashes. */
final class WorkerCheckpoints {
  private static final String KEY = "worker-checkpoints";

  /**
   * Only the bytes of a bitmap that hold something: with checkpoints as rare as they can be, one
   * has 64 kB for each worker.
   */
  private static final String COLUMNS =
      "Id, Relay_log_name, Relay_log_pos, Master_log_name, Master_log_pos, Checkpoint_relay_log_name,"
          + " Checkpoint_relay_log_pos, Checkpoint_master_log_name, Checkpoint_master_log_pos,"
          + " Checkpoint_seqno, Checkpoint_group_size,"
          + " HEX(TRIM(TRAILING x'00' FROM Checkpoint_group_bitmap)) AS Bitmap_hex";

  private WorkerCheckpoints() {}

  /** Servers before 5.7 have no channels, and no column for them. */
  static Question question(ServerVersion version) {
    String columns = version.isAtLeast(5, 7, 0) ? COLUMNS + ", Channel_name" : COLUMNS;
    return new Question(
        KEY,
        "SELECT … FROM mysql.slave_worker_info",
        "SELECT " + columns + " FROM mysql.slave_worker_info",
        "SELECT ON mysql.slave_worker_info");
  }

  /** The checkpoints of one channel's workers, by the worker's number. */
  static Observed<SortedMap<Long, WorkerCheckpoint>> of(Reading reading, String channel) {
    if (reading.text("relay_log_info_repository").is("FILE")) {
      return Observed.absent(
          "relay_log_info_repository is FILE: the server keeps its workers' progress in files that"
              + " no statement reads");
    }
    return reading.rows(KEY).map(rows -> byWorker(rows, channel));
  }

  private static SortedMap<Long, WorkerCheckpoint> byWorker(Rows rows, String channel) {
    SortedMap<Long, WorkerCheckpoint> byWorker = new TreeMap<>();
    for (Row row : rows.all()) {
      if (row.textOrEmpty("Channel_name").equals(channel)) {
        byWorker.put(row.number("Id").orElse(0), checkpoint(row));
      }
    }
    return byWorker;
  }

  private static WorkerCheckpoint checkpoint(Row row) {
    return new WorkerCheckpoint(
        position(row, "Relay_log"),
        position(row, "Master_log"),
        position(row, "Checkpoint_relay_log"),
        position(row, "Checkpoint_master_log"),
        row.number("Checkpoint_seqno").orElse(0),
        row.number("Checkpoint_group_size").orElse(0),
        row.textOrEmpty("Bitmap_hex"));
  }

  private static Observed<BinlogPosition> position(Row row, String prefix) {
    return Reading.position(
        row.textOrEmpty(prefix + "_name"), row.number(prefix + "_pos").orElse(0));
  }
}
