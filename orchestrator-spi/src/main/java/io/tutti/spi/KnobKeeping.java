package io.tutti.spi;

import io.tutti.error.OrchestratorException;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;

/**
 * Lets a server keep settings over restarts; for flavors with {@link
 * Capability#PERSISTED_SETTINGS}, and only for knobs that {@link ServerKnob#isPersistable}.
 */
public interface KnobKeeping {

  /**
   * Sets a knob and lets the server keep it.
   *
   * @throws OrchestratorException as those of {@link ReplicationControl}
   */
  void persist(KnobSetting setting, Deadline deadline);

  /**
   * Lets the server keep nothing of a knob; what is in force stays so.
   *
   * @throws OrchestratorException as those of {@link ReplicationControl}
   */
  void forget(ServerKnob knob, Deadline deadline);
}
