package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.StartupObservations;
import io.tutti.topology.StartupObservation;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One row for each server that was seen to start; written by one at a time. */
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
  public synchronized void save(StartupObservation observation) {
    rows.save(observation.instance(), observation.startedAt().earliest(), observation);
  }

  @Override
  public synchronized void change(
      InstanceAddress instance, UnaryOperator<StartupObservation> change) {
    Optional<StartupObservation> kept = find(instance);
    kept.map(change).filter(changed -> !kept.get().equals(changed)).ifPresent(this::save);
  }
}
