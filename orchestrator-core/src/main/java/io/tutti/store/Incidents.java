package io.tutti.store;

import io.tutti.crash.Incident;
import io.tutti.model.InstanceAddress;
import java.util.List;
import java.util.Optional;

/** Keeps restarts, also of instances that were forgotten. */
public interface Incidents {

  /** Keeps a new one; durable when it returns. */
  void add(Incident incident);

  /** Keeps what was found out since; what was said to close it stays. */
  void found(String id, Incident.Evidence evidence);

  /**
   * Keeps that somebody closed it.
   *
   * @return false when it was closed before; nothing is changed then
   */
  boolean close(String id, Incident.Closing closing);

  /** Keeps who took its server's place, or that nobody did; what else is known stays. */
  void replaced(String id, Optional<Incident.Replacement> replacement);

  Optional<Incident> find(String id);

  /** Those that somebody must look at, the newest first. */
  List<Incident> open();

  /** The newest first, of one instance when it is given, {@code limit} at most. */
  List<Incident> latest(Optional<InstanceAddress> instance, int limit);
}
