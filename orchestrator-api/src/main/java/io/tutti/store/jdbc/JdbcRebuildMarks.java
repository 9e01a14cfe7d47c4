package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.RebuildMarks;
import io.tutti.topology.RebuildMark;
import java.util.List;
import java.util.Optional;

/** One row for each server that is to be rebuilt. */
final class JdbcRebuildMarks implements RebuildMarks {
  private final JdbcStore store;
  private final Documents documents = new Documents();

  JdbcRebuildMarks(JdbcStore store) {
    this.store = store;
  }

  @Override
  public List<RebuildMark> all() {
    return store
        .client()
        .sql("SELECT document FROM rebuild_mark ORDER BY since_nanos")
        .query((row, number) -> documents.read(row.getBytes(1), RebuildMark.class))
        .list();
  }

  @Override
  public Optional<RebuildMark> find(InstanceAddress instance) {
    return store
        .client()
        .sql("SELECT document FROM rebuild_mark WHERE address = ?")
        .params(instance.toString())
        .query((row, number) -> documents.read(row.getBytes(1), RebuildMark.class))
        .optional();
  }

  @Override
  public void save(RebuildMark mark) {
    store.durably(() -> {
      delete(mark.instance());
      return store
          .client()
          .sql("INSERT INTO rebuild_mark (address, since_nanos, document) VALUES (?, ?, ?)")
          .param(mark.instance().toString())
          .param(Moments.toNanos(mark.since()))
          .param(documents.write(mark))
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
        .sql("DELETE FROM rebuild_mark WHERE address = ?")
        .params(instance.toString())
        .update();
  }
}
