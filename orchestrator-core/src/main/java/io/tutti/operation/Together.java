package io.tutti.operation;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * Does something for each step of a stage at the same time, on virtual threads, and waits for all
 * of them. So many statements to one server at once are kept from it by its sessions, not here.
 */
record Together(JournaledOperation operation) {

  /**
   * @throws StoppedActing when one of them has stopped acting
   * @throws RuntimeException what the first of them threw otherwise, with what others threw
   */
  void each(List<Integer> steps, IntConsumer work) {
    if (steps.size() == 1) {
      work.accept(steps.getFirst());
      return;
    }
    SortedMap<Integer, Throwable> thrown = new TreeMap<>();
    List<Thread> threads =
        steps.stream()
            .map(index ->
                Thread.ofVirtual()
                    .name(name(index))
                    .unstarted(() -> operation.permit().during(() -> attempt(index, work, thrown))))
            .toList();
    threads.forEach(Thread::start);
    await(threads);
    failAsFirst(thrown);
  }

  private String name(int index) {
    return "operation-%s-%d".formatted(operation.current().id(), index);
  }

  /** Also what is no exception is handed on: it ends the operation's own thread. */
  private static void attempt(int index, IntConsumer work, SortedMap<Integer, Throwable> thrown) {
    try {
      work.accept(index);
    } catch (RuntimeException | Error e) {
      synchronized (thrown) {
        thrown.put(index, e);
      }
    }
  }

  /** A shutdown interrupts the operation's own thread. */
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

  private static void failAsFirst(SortedMap<Integer, Throwable> thrown) {
    if (thrown.isEmpty()) {
      return;
    }
    Throwable first =
        thrown.values().stream()
            .filter(each -> each instanceof Error || each instanceof StoppedActing)
            .findFirst()
            .orElseGet(() -> thrown.values().iterator().next());
    thrown.values().stream().filter(each -> each != first).forEach(first::addSuppressed);
    switch (first) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(first);
    }
  }
}
