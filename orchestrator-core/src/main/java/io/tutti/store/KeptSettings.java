package io.tutti.store;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Parameters;

/**
 * What operations keep of an instance's settings beyond their end: what was there before any of
 * them, and what is wanted from now on.
 */
public interface KeptSettings {

  /** All that is kept of an instance; {@link Parameters#NONE} when nothing is. */
  Parameters load(InstanceAddress address);

  /** Keeps exactly this; durable when it returns. */
  void save(InstanceAddress address, Parameters kept);
}
