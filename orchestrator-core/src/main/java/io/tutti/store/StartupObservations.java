package io.tutti.store;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.StartupObservation;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Keeps how servers were when they were seen first after their last start. */
public interface StartupObservations {

  List<StartupObservation> all();

  /** By the address that the server is kept under. */
  Optional<StartupObservation> find(InstanceAddress instance);

  /** Keeps exactly this for its server; durable when it returns. */
  void save(StartupObservation observation);

  /**
   * Keeps what follows from what is kept of a server, and nothing where nothing is; durable when it
   * returns. Nobody else writes in between: what somebody has found is not to be put in the place
   * of what was seen of the server's next process.
   */
  void change(InstanceAddress instance, UnaryOperator<StartupObservation> change);
}
