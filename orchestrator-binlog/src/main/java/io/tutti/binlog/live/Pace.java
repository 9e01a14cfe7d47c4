package io.tutti.binlog.live;

import io.tutti.binlog.file.BinlogTrouble.Kind;
import io.tutti.binlog.file.LogSourceException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the load on a server within bounds: so many bytes a second, and none while more threads
 * than allowed run in it. For one thread.
 */
final class Pace {
  private static final String RUNNING = "SHOW GLOBAL STATUS LIKE 'Threads_running'";
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

  /** Shorter than the minute in which a server wants to get rid of what it sends. */
  private static final long PAUSE_MAX = TimeUnit.SECONDS.toNanos(20);

  private final Session session;
  private final Wanted wanted;
  private final int runningMax;
  private final long begin = System.nanoTime();
  private long paid = begin;
  private long lookedAt = begin;
  private long bytes;

  private Pace(Session session, Wanted wanted, int runningMax) {
    this.session = session;
    this.wanted = wanted;
    this.runningMax = runningMax;
  }

  /**
   * @param session by which it is looked at; not the one that sends the log
   */
  static Pace begin(Session session, Wanted wanted) throws IOException {
    int bound =
        wanted.runningMax().isPresent()
            ? wanted.runningMax().get()
            : running(session) + Wanted.MORE_RUNNING;
    return new Pace(session, wanted, bound);
  }

  private static int running(Session session) throws IOException {
    List<List<String>> rows = session.run(RUNNING);
    return Integer.parseInt(rows.getFirst().get(1));
  }

  /** How many bytes were taken. */
  long bytes() {
    return bytes;
  }

  /** So many bytes more came: waits until the next ones may. */
  void took(int count) throws IOException {
    bytes += count;
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("it was interrupted");
    }
    long now = System.nanoTime();
    if (now - begin > wanted.atMost().toNanos()) {
      throw new LogSourceException(
          Kind.LATE,
          "reading took longer than %d s".formatted(wanted.atMost().toSeconds()),
          "ask for less");
    }
    if (wanted.bytesPerSecond() > 0) {
      paid = Math.max(paid, now - SECOND / 10);
      paid += SECOND * count / wanted.bytesPerSecond();
      if (paid - now > SHORTEST_PAUSE) {
        sleep(paid - now);
      }
    }
    if (now - lookedAt > SECOND) {
      waitWhileBusy();
      lookedAt = System.nanoTime();
    }
  }

  private void waitWhileBusy() throws IOException {
    long since = System.nanoTime();
    int running = running(session);
    while (running > runningMax) {
      if (System.nanoTime() - since > PAUSE_MAX) {
        throw new LogSourceException(
            Kind.BUSY,
            "%d threads run in %s, and %d are allowed"
                .formatted(running, session.wire().server(), runningMax),
            "read when it has less to do, or with --max-running");
      }
      sleep(SECOND / 2);
      running = running(session);
    }
  }

  private static void sleep(long nanos) throws IOException {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("it was interrupted");
    }
  }
}
