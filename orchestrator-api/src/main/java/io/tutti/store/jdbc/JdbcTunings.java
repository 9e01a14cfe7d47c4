package io.tutti.store.jdbc;

import io.tutti.tuning.Tuning;
import io.tutti.tuning.Tunings;
import java.util.List;
import java.util.Optional;

/** One row for each operation that measured a replica. */
final class JdbcTunings implements Tunings {
  private final KeyedDocuments<Tuning> rows;

  JdbcTunings(JdbcStore store) {
    this.rows =
        new KeyedDocuments<>(store, new Documents(StateJson.mapper()), Tuning.class, "tuning");
  }

  @Override
  public void save(Tuning tuning) {
    rows.save(tuning.id(), tuning);
  }

  @Override
  public Optional<Tuning> find(String id) {
    return rows.find(id);
  }

  @Override
  public List<Tuning> all() {
    return rows.all().reversed();
  }
}
