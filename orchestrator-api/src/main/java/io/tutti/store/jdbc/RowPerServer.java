package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A table with one document for each server.
 *
 * @param moment the column of when it began
 * @param order by which all are listed
 */
record RowPerServer<T>(
    JdbcStore store,
    Documents documents,
    Class<T> type,
    String table,
    String moment,
    String order) {

  List<T> all() {
    return store
        .client()
        .sql("SELECT document FROM %s ORDER BY %s".formatted(table, order))
        .query((row, number) -> documents.read(row.getBytes(1), type))
        .list();
  }

  Optional<T> find(InstanceAddress instance) {
    return store
        .client()
        .sql("SELECT document FROM %s WHERE address = ?".formatted(table))
        .params(instance.toString())
        .query((row, number) -> documents.read(row.getBytes(1), type))
        .optional();
  }

  /** In the place of the one that was there. */
  void save(InstanceAddress instance, Instant since, T document) {
    store.durably(() -> replace(instance, since, document));
  }

  /** The same, durable with the next write that is. */
  void keep(InstanceAddress instance, Instant since, T document) {
    store.committed(() -> replace(instance, since, document));
  }

  private int replace(InstanceAddress instance, Instant since, T document) {
    delete(instance);
    return store
        .client()
        .sql("INSERT INTO %s (address, %s, document) VALUES (?, ?, ?)".formatted(table, moment))
        .param(instance.toString())
        .param(Moments.toNanos(since))
        .param(documents.write(document))
        .update();
  }

  void remove(InstanceAddress instance) {
    store.durably(() -> delete(instance));
  }

  private int delete(InstanceAddress instance) {
    return store
        .client()
        .sql("DELETE FROM %s WHERE address = ?".formatted(table))
        .params(instance.toString())
        .update();
  }
}
