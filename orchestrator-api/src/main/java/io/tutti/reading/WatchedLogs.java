package io.tutti.reading;

import io.tutti.api.BinlogReadingView.ProgressView;
import io.tutti.binlog.file.BinlogFile;
import io.tutti.binlog.file.LogSequence;
import io.tutti.binlog.file.TableKeys;
import io.tutti.binlog.file.Transaction;
import io.tutti.binlog.live.LiveLogs;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Reports how far a reading is, now and then. For one thread. */
final class WatchedLogs implements LogSequence {
  private static final long REPORTED_EVERY = TimeUnit.MILLISECONDS.toNanos(200);

  private final LiveLogs logs;
  private final Consumer<ProgressView> listener;
  private long transactions;
  private long reportedAt = System.nanoTime() - REPORTED_EVERY;

  WatchedLogs(LiveLogs logs, Consumer<ProgressView> listener) {
    this.logs = logs;
    this.listener = listener;
  }

  TableKeys readKeys() throws IOException {
    return logs.readKeys();
  }

  @Override
  public Optional<BinlogFile> next() throws IOException {
    Optional<BinlogFile> next = logs.next();
    report();
    return next;
  }

  @Override
  public boolean takes(Transaction transaction) {
    boolean isTaken = logs.takes(transaction);
    transactions += isTaken ? 1 : 0;
    return isTaken;
  }

  @Override
  public boolean isEnough() {
    if (System.nanoTime() - reportedAt > REPORTED_EVERY) {
      report();
    }
    return logs.isEnough();
  }

  /** Reports it now. */
  void report() {
    reportedAt = System.nanoTime();
    listener.accept(new ProgressView(logs.bytes(), logs.bytesAtMost(), transactions, logs.log()));
  }
}
