package io.tutti.store.jdbc;

import io.tutti.store.FailoverHolds;
import io.tutti.topology.FailoverHold;
import java.util.List;

/** One row for each cluster, and intermediate source, that was failed over by itself. */
final class JdbcFailoverHolds implements FailoverHolds {
  private final KeyedDocuments<FailoverHold> rows;

  JdbcFailoverHolds(JdbcStore store) {
    this.rows = new KeyedDocuments<>(store, new Documents(), FailoverHold.class, "failover_hold");
  }

  @Override
  public List<FailoverHold> all() {
    return rows.all();
  }

  @Override
  public void save(FailoverHold hold) {
    rows.save(hold.id(), hold);
  }

  @Override
  public void remove(FailoverHold hold) {
    rows.remove(hold.id());
  }
}
