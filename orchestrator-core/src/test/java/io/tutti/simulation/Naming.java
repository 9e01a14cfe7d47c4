package io.tutti.simulation;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.Positioning;
import io.tutti.spi.Capability;
import java.util.Set;

/** How simulated servers name transactions, and so how their replicas find their place. */
public enum Naming {
  /** By the UUID of a server and a number. */
  UUIDS(Positioning.AUTO_POSITION, MySqlGtidSet.EMPTY),
  /** Not at all: by the place in the binlog. */
  PLACES(Positioning.LOG_POSITION, MySqlGtidSet.EMPTY),
  /** By a domain, a server id and a sequence; schema {@code b} has a domain of its own. */
  DOMAINS(Positioning.REPLICA_POS, MariaDbGtidSet.EMPTY);

  private final Positioning positioning;
  private final GtidSet none;

  Naming(Positioning positioning, GtidSet none) {
    this.positioning = positioning;
    this.none = none;
  }

  public Positioning positioning() {
    return positioning;
  }

  GtidSet none() {
    return none;
  }

  boolean hasUuids() {
    return this != DOMAINS;
  }

  /** With domains a channel of which both threads are stopped begins again. */
  boolean keepsReceived() {
    return this != DOMAINS;
  }

  Set<Capability> capabilities() {
    return hasUuids()
        ? Set.of(
            Capability.MULTI_SOURCE,
            Capability.UUID_GTID,
            Capability.WORKER_STATE,
            Capability.WORKER_CHECKPOINTS,
            Capability.SUPER_READ_ONLY,
            Capability.OFFLINE_MODE,
            Capability.CLONE)
        : Set.of(Capability.MULTI_SOURCE, Capability.DOMAIN_GTID);
  }
}
