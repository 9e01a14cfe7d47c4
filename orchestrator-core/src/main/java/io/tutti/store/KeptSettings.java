package io.tutti.store;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Parameters;
import java.time.Instant;
import java.util.Map;

/**
 * What operations keep of an instance's settings beyond their end: what was there before any of
 * them, and what is wanted from now on.
 */
public interface KeptSettings {

  /**
   * What is kept of one instance.
   *
   * @param at when an operation kept it
   */
  record Kept(Parameters settings, Instant at) {}

  /** All that is kept of an instance; {@link Parameters#NONE} when nothing is. */
  Parameters load(InstanceAddress address);

  /** Everything that is kept, by instance. */
  Map<InstanceAddress, Kept> loadAll();

  /** Keeps exactly this; durable when it returns. */
  void save(InstanceAddress address, Kept kept);
}
