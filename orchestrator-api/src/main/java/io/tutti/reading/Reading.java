package io.tutti.reading;

import io.tutti.api.BinlogReadingView;
import io.tutti.api.BinlogReadingView.ProgressView;
import io.tutti.api.BinlogReadingView.State;
import io.tutti.api.BinlogReadingView.TroubleView;
import java.time.Instant;
import java.util.Optional;

/** One reading, from its beginning to when it is forgotten. Safe to call from any thread. */
final class Reading {
  private final ReadingOrder order;
  private final Optional<String> key;
  private final Thread thread;
  private BinlogReadingView view;
  private boolean isCancelled;

  /**
   * @param run what its thread does
   */
  Reading(BinlogReadingView view, ReadingOrder order, Optional<String> key, Runner run) {
    this.view = view;
    this.order = order;
    this.key = key;
    this.thread =
        Thread.ofPlatform()
            .daemon()
            .name("binlog-reading-" + order.instance())
            .priority(Thread.MIN_PRIORITY)
            .unstarted(() -> run.run(this));
  }

  /** Carries one out. */
  interface Runner {
    void run(Reading reading);
  }

  void start() {
    thread.start();
  }

  ReadingOrder order() {
    return order;
  }

  Optional<String> key() {
    return key;
  }

  synchronized BinlogReadingView view() {
    return view;
  }

  synchronized boolean isRunning() {
    return view.state() == State.RUNNING;
  }

  synchronized boolean isCancelled() {
    return isCancelled;
  }

  /** Its thread ends soon. */
  synchronized void cancel() {
    isCancelled = true;
    thread.interrupt();
  }

  void awaitEnd(long millis) throws InterruptedException {
    thread.join(millis);
  }

  synchronized void progress(ProgressView progress) {
    view =
        with(State.RUNNING, Optional.empty(), progress, Optional.empty(), ReadingWork.Result.NONE);
  }

  /** What is not there is empty. */
  synchronized void end(
      State state, Instant at, Optional<TroubleView> trouble, ReadingWork.Result result) {
    view = with(state, Optional.of(at), view.progress(), trouble, result);
  }

  private BinlogReadingView with(
      State state,
      Optional<Instant> endedAt,
      ProgressView progress,
      Optional<TroubleView> trouble,
      ReadingWork.Result result) {
    return new BinlogReadingView(
        view.id(),
        view.kind(),
        view.instance(),
        view.by(),
        state,
        view.begunAt(),
        endedAt,
        progress,
        trouble,
        result.analysis(),
        result.simulation());
  }
}
