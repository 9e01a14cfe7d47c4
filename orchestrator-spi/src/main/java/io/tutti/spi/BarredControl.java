package io.tutti.spi;

import io.tutti.error.OrchestratorException;

/** Talks to a server with a barred applier; for flavors with {@link Capability#BARRED_APPLIER}. */
public interface BarredControl {

  /**
   * Reads where it stands.
   *
   * @throws OrchestratorException as those of {@link ReplicationControl}
   */
  BarredApplier.Standing read(Deadline deadline);

  /**
   * Does one act.
   *
   * @throws OrchestratorException as those of {@link ReplicationControl}
   */
  void act(BarredApplier.Act act, Deadline deadline);
}
