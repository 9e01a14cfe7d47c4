package io.tutti.model;

import java.time.Duration;
import java.util.Objects;

/**
 * Semi-synchronous replication, both sides; all absent where the plugin is not loaded.
 *
 * @param sourceEnabled whether commits here wait for an ack
 * @param sourceActive whether they do so now, or fell back to asynchronous
 * @param acksRequired how many replicas must ack
 * @param timeout after which a commit stops waiting
 * @param connectedReplicas replicas that would ack
 * @param replicaEnabled whether this server acks what it receives
 * @param replicaActive whether it does so now
 * @param waits how commits wait here, and have waited
 */
public record SemiSync(
    Observed<Boolean> sourceEnabled,
    Observed<Boolean> sourceActive,
    Observed<Long> acksRequired,
    Observed<Duration> timeout,
    Observed<Long> connectedReplicas,
    Observed<Boolean> replicaEnabled,
    Observed<Boolean> replicaActive,
    Observed<AckWaits> waits) {
  public SemiSync {
    // States that an older controller stored have none.
    waits = Objects.requireNonNullElse(waits, Observed.unknown("it was not read"));
  }

  /** One of which no more was read. */
  public SemiSync(
      Observed<Boolean> sourceEnabled,
      Observed<Boolean> sourceActive,
      Observed<Long> acksRequired,
      Observed<Duration> timeout,
      Observed<Long> connectedReplicas,
      Observed<Boolean> replicaEnabled,
      Observed<Boolean> replicaActive) {
    this(
        sourceEnabled,
        sourceActive,
        acksRequired,
        timeout,
        connectedReplicas,
        replicaEnabled,
        replicaActive,
        Observed.unknown("it was not read"));
  }

  /** How many must ack: one, where a source cannot be told another number. */
  public Observed<Long> acksNeeded() {
    return acksRequired instanceof Observed.Absent<Long> && sourceEnabled.isKnown()
        ? Observed.known(1L)
        : acksRequired;
  }

  /** Whether commits wait here now. */
  public boolean isWaiting() {
    return sourceEnabled.is(true) && sourceActive.is(true);
  }

  /**
   * Whether it is known that it acknowledges nothing: not loaded, or off, and not on over the
   * connection that it has.
   */
  public boolean isKnownNotToAck() {
    return replicaEnabled instanceof Observed.Absent<Boolean>
        || (replicaEnabled.is(false) && replicaActive.is(false));
  }
}
