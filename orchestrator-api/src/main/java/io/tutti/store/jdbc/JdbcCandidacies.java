package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.Candidacies;
import io.tutti.topology.Candidacy;
import java.util.List;

/** One row for each server that somebody wants promoted, or not. */
final class JdbcCandidacies implements Candidacies {
  private final KeyedDocuments<Candidacy> rows;

  JdbcCandidacies(JdbcStore store) {
    this.rows = new KeyedDocuments<>(store, new Documents(), Candidacy.class, "candidacy");
  }

  @Override
  public List<Candidacy> all() {
    return rows.all();
  }

  @Override
  public void save(Candidacy candidacy) {
    rows.save(candidacy.instance().toString(), candidacy);
  }

  @Override
  public void remove(InstanceAddress instance) {
    rows.remove(instance.toString());
  }
}
