package io.tutti.store;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.StartupObservation;
import java.util.List;
import java.util.Optional;

/** Keeps how servers were when they were seen first after their last start. */
public interface StartupObservations {

  List<StartupObservation> all();

  /** By the address that the server is kept under. */
  Optional<StartupObservation> find(InstanceAddress instance);

  /** Keeps exactly this for its server; durable when it returns. */
  void save(StartupObservation observation);
}
