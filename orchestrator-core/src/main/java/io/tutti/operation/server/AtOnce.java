package io.tutti.operation.server;

import io.tutti.operation.Permit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/** Asks servers at the same time, each on a virtual thread, under the permit of this one. */
public final class AtOnce {
  private AtOnce() {}

  /**
   * @return what came of each, in their order
   * @throws RuntimeException what the first of them threw, once all have ended
   */
  public static <T, R> List<R> each(Collection<T> of, Function<T, R> work) {
    if (of.size() == 1) {
      return List.of(work.apply(of.iterator().next()));
    }
    List<FutureTask<R>> tasks = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (T each : of) {
      FutureTask<R> task = new FutureTask<>(() -> work.apply(each));
      tasks.add(task);
      threads.add(Thread.ofVirtual().name("at-once").start(Permit.handedOn(task)));
    }
    await(threads);
    return tasks.stream().map(AtOnce::result).toList();
  }

  /** A shutdown interrupts the thread that asks. */
  private static void await(List<Thread> threads) {
    boolean isInterrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          isInterrupted = true;
          threads.forEach(Thread::interrupt);
        }
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static <R> R result(FutureTask<R> ended) {
    try {
      return ended.resultNow();
    } catch (IllegalStateException e) {
      throw thrown(ended);
    }
  }

  private static RuntimeException thrown(FutureTask<?> failed) {
    Throwable thrown = failed.exceptionNow();
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException e ? e : new IllegalStateException(thrown);
  }
}
