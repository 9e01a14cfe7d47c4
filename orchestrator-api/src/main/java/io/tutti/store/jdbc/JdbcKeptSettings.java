package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Parameters;
import io.tutti.store.KeptSettings;

/** One row for each instance of which something is kept. */
final class JdbcKeptSettings implements KeptSettings {
  private final JdbcStore store;
  private final Documents documents = new Documents();

  JdbcKeptSettings(JdbcStore store) {
    this.store = store;
  }

  @Override
  public Parameters load(InstanceAddress address) {
    return store
        .client()
        .sql("SELECT document FROM kept_settings WHERE address = ?")
        .params(address.toString())
        .query((row, number) -> documents.read(row.getBytes(1), Parameters.class))
        .optional()
        .orElse(Parameters.NONE);
  }

  @Override
  public void save(InstanceAddress address, Parameters kept) {
    store.durably(() -> {
      store
          .client()
          .sql("DELETE FROM kept_settings WHERE address = ?")
          .params(address.toString())
          .update();
      if (!kept.isEmpty()) {
        store
            .client()
            .sql("INSERT INTO kept_settings (address, document) VALUES (?, ?)")
            .params(address.toString(), documents.write(kept))
            .update();
      }
      return true;
    });
  }
}
