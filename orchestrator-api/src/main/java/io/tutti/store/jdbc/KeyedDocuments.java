package io.tutti.store.jdbc;

import java.util.List;
import java.util.Optional;

/** A table with one document for each key. */
record KeyedDocuments<T>(JdbcStore store, Documents documents, Class<T> type, String table) {

  /** In the order of their keys. */
  List<T> all() {
    return store
        .client()
        .sql("SELECT document FROM %s ORDER BY id".formatted(table))
        .query((row, number) -> documents.read(row.getBytes(1), type))
        .list();
  }

  Optional<T> find(String key) {
    return store
        .client()
        .sql("SELECT document FROM %s WHERE id = ?".formatted(table))
        .param(key)
        .query((row, number) -> documents.read(row.getBytes(1), type))
        .optional();
  }

  /** In the place of the one that was there. */
  void save(String key, T document) {
    store.durably(() -> {
      delete(key);
      return store
          .client()
          .sql("INSERT INTO %s (id, document) VALUES (?, ?)".formatted(table))
          .param(key)
          .param(documents.write(document))
          .update();
    });
  }

  void remove(String key) {
    store.durably(() -> delete(key));
  }

  private int delete(String key) {
    return store.client().sql("DELETE FROM %s WHERE id = ?".formatted(table)).params(key).update();
  }
}
