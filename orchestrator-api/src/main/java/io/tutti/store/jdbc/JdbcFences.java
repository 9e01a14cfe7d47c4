package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.Fences;
import io.tutti.topology.Fence;
import java.util.List;
import java.util.Optional;

/** One row for each fenced server. */
final class JdbcFences implements Fences {
  private final JdbcStore store;
  private final Documents documents = new Documents();

  JdbcFences(JdbcStore store) {
    this.store = store;
  }

  @Override
  public List<Fence> all() {
    return store
        .client()
        .sql("SELECT document FROM fence ORDER BY since_nanos")
        .query((row, number) -> documents.read(row.getBytes(1), Fence.class))
        .list();
  }

  @Override
  public Optional<Fence> find(InstanceAddress instance) {
    return store
        .client()
        .sql("SELECT document FROM fence WHERE address = ?")
        .params(instance.toString())
        .query((row, number) -> documents.read(row.getBytes(1), Fence.class))
        .optional();
  }

  @Override
  public void save(Fence fence) {
    store.durably(() -> {
      delete(fence.instance());
      return store
          .client()
          .sql("INSERT INTO fence (address, since_nanos, document) VALUES (?, ?, ?)")
          .param(fence.instance().toString())
          .param(Moments.toNanos(fence.since()))
          .param(documents.write(fence))
          .update();
    });
  }

  @Override
  public void remove(InstanceAddress instance) {
    store.durably(() -> delete(instance));
  }

  private int delete(InstanceAddress instance) {
    return store
        .client()
        .sql("DELETE FROM fence WHERE address = ?")
        .params(instance.toString())
        .update();
  }
}
