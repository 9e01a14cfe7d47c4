package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.StartupObservations;
import io.tutti.topology.StartupObservation;
import java.util.List;
import java.util.Optional;

/** One row for each server that was seen to start. */
final class JdbcStartupObservations implements StartupObservations {
  private final RowPerServer<StartupObservation> rows;

  JdbcStartupObservations(JdbcStore store) {
    this.rows =
        new RowPerServer<>(
            store,
            new Documents(),
            StartupObservation.class,
            "startup_observation",
            "started_nanos",
            "address");
  }

  @Override
  public List<StartupObservation> all() {
    return rows.all();
  }

  @Override
  public Optional<StartupObservation> find(InstanceAddress instance) {
    return rows.find(instance);
  }

  @Override
  public void save(StartupObservation observation) {
    rows.save(observation.instance(), observation.startedAt().earliest(), observation);
  }
}
