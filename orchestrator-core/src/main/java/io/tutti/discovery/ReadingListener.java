package io.tutti.discovery;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import java.util.Optional;

/** Hears of each reading of an instance before anybody else does. */
public interface ReadingListener {
  ReadingListener NONE = (before, now) -> {};

  /**
   * @param before what was known until now, perhaps by an earlier controller
   * @param now what was read, under the address that it is kept under
   */
  void onReading(Optional<InstanceState> before, InstanceState now);

  /** An instance is no longer watched. */
  default void onForgotten(InstanceAddress address) {}
}
