package io.tutti.operation;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationState;
import io.tutti.plan.Reason;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operations under way here, each on a virtual thread, a bounded number acting at once. What is
 * urgent waits for no turn: those that have theirs may wait for just that.
 */
final class OperationExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(OperationExecutor.class);

  private final OperationEngine engine;
  private final Runnable turnIsFree;
  private final Semaphore turns;
  private final Map<OperationId, Launched> launched = new ConcurrentHashMap<>();
  private volatile Consumer<Operation> whenEnded = operation -> {};
  private volatile boolean closed;

  private record Launched(JournaledOperation operation, Thread thread, CountDownLatch ended) {}

  /**
   * @param turnIsFree called whenever one has left it
   */
  OperationExecutor(OperationEngine engine, Runnable turnIsFree) {
    this.engine = engine;
    this.turnIsFree = turnIsFree;
    this.turns = new Semaphore(engine.settings().concurrentMax(), true);
  }

  /** Called with each that has ended here, or is left as it is, after that. */
  void whenEnded(Consumer<Operation> listener) {
    whenEnded = listener;
  }

  void refuseWhenClosed(Goal goal) {
    if (closed) {
      throw Refusals.closing(goal);
    }
  }

  void launch(JournaledOperation operation) {
    launch(operation, Optional.empty());
  }

  /**
   * @param draft of its plan, where that was just made
   */
  void launch(JournaledOperation operation, Optional<Draft> draft) {
    refuseWhenClosed(operation.current().plan().goal());
    OperationId id = operation.current().id();
    CountDownLatch ended = new CountDownLatch(1);
    Thread thread =
        Thread.ofVirtual()
            .name("operation-" + id)
            .unstarted(() -> {
              try {
                operation.permit().during(() -> execute(operation, draft));
              } finally {
                launched.remove(id);
                ended.countDown();
              }
              turnIsFree.run();
              whenEnded.accept(operation.current());
            });
    launched.put(id, new Launched(operation, thread, ended));
    thread.start();
  }

  private void execute(JournaledOperation operation, Optional<Draft> draft) {
    if (operation.current().plan().goal().isUrgent()) {
      carryOut(operation, draft);
      return;
    }
    try {
      turns.acquire();
    } catch (InterruptedException e) {
      LOG.info("{} did not get its turn before the shutdown", operation.current());
      return;
    }
    try {
      carryOut(operation, draft);
    } finally {
      turns.release();
    }
  }

  private void carryOut(JournaledOperation operation, Optional<Draft> draft) {
    try {
      new OperationRun(engine, operation, draft).carryOut();
      engine.lock().release(operation.grant());
    } catch (StoppedActing e) {
      LOG.warn("{} is left as it is: {}", operation.current(), e.getMessage(), e);
    } catch (RuntimeException e) {
      LOG.error("{} stopped unexpectedly; it will be resumed", operation.current(), e);
    }
  }

  Optional<JournaledOperation> find(OperationId id) {
    return Optional.ofNullable(launched.get(id)).map(Launched::operation);
  }

  /** Lets those that wait to try something again on that server try it now. */
  void wake(InstanceAddress server) {
    launched.values().stream()
        .map(Launched::operation)
        .filter(each -> each.current().plan().scope().instances().contains(server))
        .forEach(JournaledOperation::wake);
  }

  /**
   * Whether an unfinished operation should continue by itself: a stuck one only when the servers
   * that kept it stuck can be read again.
   */
  boolean mayGoOn(Operation operation) {
    if (closed) {
      return false;
    }
    if (operation.state() == OperationState.DISPLACED) {
      return engine.unfinished().inTheWayOf(operation.id(), operation.plan()).isEmpty();
    }
    return operation.state() != OperationState.STUCK
        || (operation.why().reason() == Reason.SERVER_UNREACHABLE
            && new StuckProbe(engine).findsServerBack(operation));
  }

  void awaitEnd(OperationId id, Duration atMost) throws InterruptedException {
    Launched one = launched.get(id);
    if (one != null && !one.ended().await(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
      LOG.debug("{} continues after {}", id, atMost);
    }
  }

  void close() {
    closed = true;
    long deadline = System.nanoTime() + engine.settings().closeWaitMax().toNanos();
    try {
      for (Launched one : launched.values()) {
        awaitEnd(
            one.operation().current().id(),
            Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    launched
        .values()
        .forEach(one -> {
          one.operation().giveWay();
          one.thread().interrupt();
        });
  }
}
