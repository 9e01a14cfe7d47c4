package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.Fences;
import io.tutti.topology.Fence;
import java.util.List;
import java.util.Optional;

/** One row for each fenced server. */
final class JdbcFences implements Fences {
  private final RowPerServer<Fence> rows;

  JdbcFences(JdbcStore store) {
    this.rows =
        new RowPerServer<>(
            store, new Documents(), Fence.class, "fence", "since_nanos", "since_nanos");
  }

  @Override
  public List<Fence> all() {
    return rows.all();
  }

  @Override
  public Optional<Fence> find(InstanceAddress instance) {
    return rows.find(instance);
  }

  @Override
  public void save(Fence fence) {
    rows.save(fence.instance(), fence.since(), fence);
  }

  @Override
  public void keep(Fence fence) {
    rows.keep(fence.instance(), fence.since(), fence);
  }

  @Override
  public void sync() {
    rows.store().sync();
  }

  @Override
  public void remove(InstanceAddress instance) {
    rows.remove(instance);
  }
}
