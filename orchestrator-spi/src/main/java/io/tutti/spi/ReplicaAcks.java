package io.tutti.spi;

import java.time.Duration;
import java.util.Optional;

/**
 * The acknowledgements of a replica (semi-synchronous replication), for flavors whose receivers,
 * where they acknowledge, connect to their source once more when they are stopped: one that does
 * not answer lets the STOP wait. Every method throws as those of {@link ReplicationControl}.
 */
public interface ReplicaAcks {
  /** How long a STOP would wait for each answer; empty where it would not. */
  Optional<Duration> stopWait(Deadline deadline);

  /** From now on a STOP waits as short as the release lets it, and nothing is acknowledged. */
  void endAtOnce(Deadline deadline);

  /** Takes that back: it acknowledges, from its next start on, and a STOP waits so long. */
  void endAfter(Duration wait, Deadline deadline);
}
