package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.BootSights;
import io.tutti.topology.BootSight;
import java.util.List;
import java.util.Optional;

/** One row for each server that was seen to start. */
final class JdbcBootSights implements BootSights {
  private final RowPerServer<BootSight> rows;

  JdbcBootSights(JdbcStore store) {
    this.rows =
        new RowPerServer<>(
            store,
            new Documents(),
            BootSight.class,
            "startup_observation",
            "started_nanos",
            "address");
  }

  @Override
  public List<BootSight> all() {
    return rows.all();
  }

  @Override
  public Optional<BootSight> find(InstanceAddress instance) {
    return rows.find(instance);
  }

  @Override
  public void save(BootSight sight) {
    rows.save(sight.instance(), sight.startedAt().earliest(), sight);
  }
}
