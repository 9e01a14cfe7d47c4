package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.KeptSettings;
import java.util.Map;
import java.util.stream.Collectors;

/** One row for each instance of which something is kept. */
final class JdbcKeptSettings implements KeptSettings {
  private final JdbcStore store;
  private final Documents documents = new Documents();

  JdbcKeptSettings(JdbcStore store) {
    this.store = store;
  }

  @Override
  public KeptSettings.Settings load(InstanceAddress address) {
    return store
        .client()
        .sql("SELECT document FROM kept_settings WHERE address = ?")
        .params(address.toString())
        .query((row, number) -> documents.read(row.getBytes(1), KeptSettings.Settings.class))
        .optional()
        .orElse(KeptSettings.Settings.NONE);
  }

  @Override
  public Map<InstanceAddress, Kept> loadAll() {
    return store
        .client()
        .sql("SELECT address, document, at_nanos FROM kept_settings")
        .query((row, number) ->
            Map.entry(
                InstanceAddress.parse(row.getString(1)),
                new Kept(
                    documents.read(row.getBytes(2), KeptSettings.Settings.class),
                    Moments.ofNanos(row.getLong(3)))))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public void save(InstanceAddress address, Kept kept) {
    store.durably(() -> {
      store
          .client()
          .sql("DELETE FROM kept_settings WHERE address = ?")
          .params(address.toString())
          .update();
      if (!kept.settings().isEmpty()) {
        store
            .client()
            .sql("INSERT INTO kept_settings (address, document, at_nanos) VALUES (?, ?, ?)")
            .params(
                address.toString(), documents.write(kept.settings()), Moments.toNanos(kept.at()))
            .update();
      }
      return true;
    });
  }
}
