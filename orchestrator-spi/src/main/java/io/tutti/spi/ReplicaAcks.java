package io.tutti.spi;

/**
 * Whether a replica acknowledges what it receives (semi-synchronous replication), for flavors whose
 * receivers then connect to their source once more when they are stopped: a source that does not
 * answer lets the STOP wait. Every method throws as those of {@link ReplicationControl}.
 */
public interface ReplicaAcks {
  /** Whether it is set so, and a STOP would wait for that. */
  boolean areOn(Deadline deadline);

  /** Sets it until the next restart; a receiver that runs goes on as it began. */
  void set(boolean on, Deadline deadline);
}
