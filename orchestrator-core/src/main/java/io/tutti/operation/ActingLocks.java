package io.tutti.operation;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/**
 * Keeps controllers with stores of their own from acting on the same servers at the same time. All
 * that acts here holds them together: what keeps operations of one controller apart is its store.
 */
@FunctionalInterface
public interface ActingLocks {
  ActingLocks NONE = (servers, waitMax) -> Held.NONE;

  /**
   * Takes those of the servers that answered last, until it is closed.
   *
   * @param waitMax how long whoever has one is waited for
   * @throws StepFailure when another controller has one of them, or a server that answers does not
   *     say whether one has
   */
  Held take(Collection<InstanceAddress> servers, Duration waitMax);

  /** What was taken. */
  interface Held extends AutoCloseable {
    Held NONE = new Held() {};

    /**
     * Asks for that one again, as somebody may have ended its connection.
     *
     * @throws StepFailure as {@link #take}
     */
    default void requireStill(InstanceAddress server) {
      // Nobody can have it.
    }

    /** That another controller has got one of them since, where that was seen. */
    default Optional<StepFailure> lost() {
      return Optional.empty();
    }

    /** As the end of what is said: empty where all of them are held. */
    default String said() {
      return "";
    }

    /** Why that server could not be connected to, just now. */
    default Optional<OrchestratorException> silent(InstanceAddress server) {
      return Optional.empty();
    }

    @Override
    default void close() {
      // There is nothing to give back.
    }
  }
}
