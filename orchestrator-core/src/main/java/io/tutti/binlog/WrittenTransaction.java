package io.tutti.binlog;

import io.tutti.gtid.Gtid;
import io.tutti.model.BinlogPosition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One transaction as a binlog holds it, with all that it does.
 *
 * @param gtid its name; empty where it has none
 * @param begin in the binlog that was read
 * @param serverId of the server that wrote it first
 * @param at when it was written first, to the second
 * @param statements that it holds as text, each with its schema chosen
 * @param changes of rows, as far as they are shown
 * @param changesMore how many rows more it changes
 * @param replay SQL that does the same on a server of the same kind; empty where there is none
 * @param trouble why it is not reported, or not replayable, whole
 */
public record WrittenTransaction(
    Optional<Gtid> gtid,
    BinlogPosition begin,
    long serverId,
    Instant at,
    List<String> statements,
    List<RowChange> changes,
    long changesMore,
    List<String> replay,
    Optional<String> trouble) {
  public WrittenTransaction {
    statements = List.copyOf(statements);
    changes = List.copyOf(changes);
    replay = List.copyOf(replay);
  }

  /** How long it is, about. */
  public long characters() {
    return changes.stream().mapToLong(RowChange::characters).sum()
        + Stream.concat(statements.stream(), replay.stream()).mapToLong(String::length).sum();
  }
}
