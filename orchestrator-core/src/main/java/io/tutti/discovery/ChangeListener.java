package io.tutti.discovery;

import io.tutti.topology.Node;
import java.util.Optional;

/**
 * Hears of each change of what is known, once it is in the next snapshot. Called while the fleet is
 * locked: it must neither wait nor ask for a snapshot.
 */
@FunctionalInterface
public interface ChangeListener {
  ChangeListener NONE = (before, now) -> {};

  /**
   * @param before empty for an instance that was not known
   * @param now empty for one that is no longer
   */
  void onChange(Optional<Node> before, Optional<Node> now);
}
