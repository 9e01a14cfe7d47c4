package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.RebuildMarks;
import io.tutti.topology.RebuildMark;
import java.util.List;
import java.util.Optional;

/** One row for each server that is to be rebuilt. */
final class JdbcRebuildMarks implements RebuildMarks {
  private final RowPerServer<RebuildMark> rows;

  JdbcRebuildMarks(JdbcStore store) {
    this.rows =
        new RowPerServer<>(
            store,
            new Documents(),
            RebuildMark.class,
            "rebuild_mark",
            "since_nanos",
            "since_nanos");
  }

  @Override
  public List<RebuildMark> all() {
    return rows.all();
  }

  @Override
  public Optional<RebuildMark> find(InstanceAddress instance) {
    return rows.find(instance);
  }

  @Override
  public void save(RebuildMark mark) {
    rows.save(mark.instance(), mark.since(), mark);
  }

  @Override
  public void remove(InstanceAddress instance) {
    rows.remove(instance);
  }
}
