package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.BootSights;
import io.tutti.topology.BootSight;
import java.util.List;
import java.util.Optional;

/** One row for each server that was seen to start. */
final class JdbcBootSights implements BootSights {
  private final JdbcStore store;
  private final Documents documents = new Documents();

  JdbcBootSights(JdbcStore store) {
    this.store = store;
  }

  @Override
  public List<BootSight> all() {
    return store
        .client()
        .sql("SELECT document FROM boot_sight ORDER BY address")
        .query((row, number) -> documents.read(row.getBytes(1), BootSight.class))
        .list();
  }

  @Override
  public Optional<BootSight> find(InstanceAddress instance) {
    return store
        .client()
        .sql("SELECT document FROM boot_sight WHERE address = ?")
        .params(instance.toString())
        .query((row, number) -> documents.read(row.getBytes(1), BootSight.class))
        .optional();
  }

  @Override
  public void save(BootSight sight) {
    store.durably(() -> {
      store
          .client()
          .sql("DELETE FROM boot_sight WHERE address = ?")
          .params(sight.instance().toString())
          .update();
      return store
          .client()
          .sql("INSERT INTO boot_sight (address, started_nanos, document) VALUES (?, ?, ?)")
          .param(sight.instance().toString())
          .param(Moments.toNanos(sight.startedAt().earliest()))
          .param(documents.write(sight))
          .update();
    });
  }
}
