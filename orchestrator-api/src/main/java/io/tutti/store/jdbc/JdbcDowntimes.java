package io.tutti.store.jdbc;

import io.tutti.store.Downtimes;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import java.util.List;

/** One row for each server, or cluster, that is worked on. */
final class JdbcDowntimes implements Downtimes {
  private final KeyedDocuments<Downtime> rows;

  JdbcDowntimes(JdbcStore store) {
    this.rows = new KeyedDocuments<>(store, new Documents(), Downtime.class, "downtime");
  }

  @Override
  public List<Downtime> all() {
    return rows.all();
  }

  @Override
  public void save(Downtime downtime) {
    rows.save(downtime.of().toString(), downtime);
  }

  @Override
  public void remove(Extent of) {
    rows.remove(of.toString());
  }
}
