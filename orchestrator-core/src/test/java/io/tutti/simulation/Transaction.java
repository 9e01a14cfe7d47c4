package io.tutti.simulation;

import io.tutti.gtid.Gtid;
import io.tutti.gtid.MariaDbGtid;
import java.time.Instant;
import java.util.Optional;

/**
 * One transaction, the same wherever it is applied.
 *
 * @param row the one row that it inserts: no other transaction of a simulation inserts it
 * @param gtid its name, which a server that lost it may give to another one
 * @param serverId of the server that wrote it first
 * @param schema of the table that it writes: transactions of one schema are applied in their order
 */
public record Transaction(long row, Optional<Gtid> gtid, long serverId, Instant at, String schema) {

  /** Whether two must be applied in their order. */
  boolean dependsOn(Transaction earlier) {
    return gtid.orElse(null) instanceof MariaDbGtid mine
            && earlier.gtid.orElse(null) instanceof MariaDbGtid theirs
        ? mine.domain() == theirs.domain()
        : schema.equals(earlier.schema);
  }

  @Override
  public String toString() {
    return "row %d of %s%s".formatted(row, schema, gtid.map(name -> " (" + name + ")").orElse(""));
  }
}
