package io.tutti.spi.backup;

import io.tutti.model.InstanceAddress;
import java.util.List;

/**
 * One way to let a restored copy replicate from where it was taken.
 *
 * @param by the coordinate that it uses
 * @param source the server that the copy then replicates from
 * @param statements for the restored server, in order; {@link #USER} and {@link #PASSWORD} stand
 *     for the replication account
 * @param when what the statements expect of the copy, one sentence
 */
public record Attachment(By by, InstanceAddress source, List<String> statements, String when) {
  /** Represents the replication account's name. */
  public static final String USER = "REPLICATION_USER";

  /** Represents the replication account's password. */
  public static final String PASSWORD = "REPLICATION_PASSWORD";

  /** A coordinate that a copy can be attached by. */
  public enum By {
    /** The replica's GTIDs, to its source. */
    GTID,
    /** The place in the source's binlog up to which the replica has applied, to that source. */
    SOURCE_POSITION,
    /** The place in the replica's own binlog, to the replica itself. */
    OWN_POSITION
  }

  public Attachment {
    statements = List.copyOf(statements);
  }
}
