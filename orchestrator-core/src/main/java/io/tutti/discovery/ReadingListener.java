package io.tutti.discovery;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Hears of each reading of an instance before anybody else does. */
public interface ReadingListener {
  ReadingListener NONE = (before, now) -> {};

  /**
   * @param before what was known until now, perhaps by an earlier controller
   * @param now what was read, under the address that it is kept under
   */
  void onReading(Optional<InstanceState> before, InstanceState now);

  /**
   * A contact has failed. Returns who is to be read at once because of that.
   *
   * @param at when it had failed
   */
  default Set<InstanceAddress> readersWanted(
      InstanceAddress address, OrchestratorException cause, Instant at) {
    return Set.of();
  }

  /** An instance is no longer watched. */
  default void onForgotten(InstanceAddress address) {}

  /** Informs another one, too, after this one. */
  default ReadingListener and(ReadingListener next) {
    ReadingListener first = this;
    return new ReadingListener() {
      @Override
      public void onReading(Optional<InstanceState> before, InstanceState now) {
        first.onReading(before, now);
        next.onReading(before, now);
      }

      @Override
      public Set<InstanceAddress> readersWanted(
          InstanceAddress address, OrchestratorException cause, Instant at) {
        Set<InstanceAddress> wanted = new HashSet<>(first.readersWanted(address, cause, at));
        wanted.addAll(next.readersWanted(address, cause, at));
        return wanted;
      }

      @Override
      public void onForgotten(InstanceAddress address) {
        first.onForgotten(address);
        next.onForgotten(address);
      }
    };
  }
}
