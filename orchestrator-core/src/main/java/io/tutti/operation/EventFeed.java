package io.tutti.operation;

import io.tutti.plan.Operation;
import io.tutti.plan.OperationEvent;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationState;
import io.tutti.store.Journal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Brings the events of an operation to those who follow it. Each follower reads the journal at its
 * own speed on a thread of its own, so that none misses an event, sees one twice, or slows the
 * operation down.
 */
final class EventFeed {
  /** How late events are seen that another controller journals. */
  static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

  /** Events read at once: bounds the memory of a follower. */
  private static final int EVENTS_MAX = 200;

  private final Journal journal;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition published = lock.newCondition();
  private long publications;

  EventFeed(Journal journal) {
    this.journal = journal;
  }

  /** There is something new of that operation. */
  void published(OperationId id) {
    wakeAll();
  }

  private void wakeAll() {
    lock.lock();
    try {
      publications++;
      published.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Calls {@code listener} for each event from that number on, past ones first.
   *
   * @return ends when the operation is at rest, or with what the listener or the journal threw;
   *     cancelling it stops following
   */
  CompletableFuture<OperationState> follow(
      OperationId id, long fromSequence, Consumer<OperationEvent> listener) {
    CompletableFuture<OperationState> end = new CompletableFuture<>();
    Thread.ofVirtual().name("follow-" + id).start(() -> deliver(id, fromSequence, listener, end));
    // Not by an interrupt: an embedded store closes its file where a thread that reads it gets one.
    end.whenComplete((state, failure) -> wakeAll());
    return end;
  }

  /** All that was reported so far. */
  List<String> messages(OperationId id) {
    List<String> messages = new ArrayList<>();
    long next = 1;
    List<OperationEvent> events;
    do {
      events = journal.events(id, next, EVENTS_MAX);
      events.forEach(event -> messages.add(event.message()));
      next = events.isEmpty() ? next : events.getLast().sequence() + 1;
    } while (!events.isEmpty());
    return messages;
  }

  private void deliver(
      OperationId id,
      long fromSequence,
      Consumer<OperationEvent> listener,
      CompletableFuture<OperationState> end) {
    try {
      long next = fromSequence;
      while (!end.isDone()) {
        long seen = publications();
        Operation operation = journal.find(id).orElseThrow();
        List<OperationEvent> events = journal.events(id, next, EVENTS_MAX);
        events.forEach(listener);
        next = events.isEmpty() ? next : events.getLast().sequence() + 1;
        if (operation.state().isAtRest() && next > operation.sequence()) {
          end.complete(operation.state());
        } else if (events.isEmpty()) {
          awaitPublicationAfter(seen);
        }
      }
    } catch (InterruptedException e) {
      end.cancel(false);
    } catch (RuntimeException e) {
      end.completeExceptionally(e);
    }
  }

  private long publications() {
    lock.lock();
    try {
      return publications;
    } finally {
      lock.unlock();
    }
  }

  private void awaitPublicationAfter(long seen) throws InterruptedException {
    lock.lock();
    try {
      long left = LOOK_INTERVAL.toNanos();
      while (publications == seen && left > 0) {
        left = published.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
