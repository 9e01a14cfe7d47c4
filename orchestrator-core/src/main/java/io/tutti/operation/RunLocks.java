package io.tutti.operation;

import io.tutti.plan.Reason;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The locks of an operation's servers, while it is carried out ({@link ActingLocks}). Once clients
 * are served by another one, what is left is done all the same, and it is said that another
 * controller acts there, too.
 */
final class RunLocks implements AutoCloseable {
  /** A connection that was ended just now may have its lock for a moment yet. */
  private static final Duration WAIT_MAX = Duration.ofSeconds(1);

  /** What was begun is not left for what another controller ends soon. */
  private static final Duration AGAIN_WAIT_MAX = Duration.ofSeconds(30);

  private final OperationEngine engine;
  private final JournaledOperation operation;
  private ActingLocks.Held held = ActingLocks.Held.NONE;

  RunLocks(OperationEngine engine, JournaledOperation operation) {
    this.engine = engine;
    this.operation = operation;
  }

  /**
   * @throws StepFailure when another controller has one of them, or it is not known, and nobody is
   *     served by what is done yet
   */
  void take() {
    if (!changesServers()) {
      return;
    }
    try {
      held =
          engine
              .acting()
              .take(
                  operation.current().plan().scope().instances(),
                  operation.current().mayHaveEffect() ? AGAIN_WAIT_MAX : WAIT_MAX);
      if (!held.said().isEmpty()) {
        operation.note(held.said().strip());
      }
    } catch (StepFailure another) {
      if (!isPastNoReturn()) {
        throw another;
      }
      operation.note(another.why().sentence() + " What is left is done, as clients are served.");
    }
  }

  private boolean changesServers() {
    return IntStream.range(0, operation.current().plan().steps().size())
        .anyMatch(index -> StepExecution.forward(engine, operation).changesServers(index));
  }

  private boolean isPastNoReturn() {
    return StepExecution.forward(engine, operation).isPastNoReturn();
  }

  /** That another controller has got one of them since, where that was seen. */
  Optional<StepFailure> lost() {
    return held.lost();
  }

  /**
   * @throws StepFailure when another controller has got one of them since
   */
  void requireHeld() {
    Optional<StepFailure> lost = lost();
    if (lost.isPresent()) {
      if (!isPastNoReturn()) {
        throw StepFailure.fatal(
            Reason.ANOTHER_CONTROLLER, lost.get().why().sentence(), lost.get().why().remedies());
      }
      operation.note(lost.get().why().sentence());
    }
  }

  @Override
  public void close() {
    held.close();
  }
}
