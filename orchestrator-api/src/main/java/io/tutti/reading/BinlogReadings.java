package io.tutti.reading;

import io.tutti.api.BinlogReadingView;
import io.tutti.api.BinlogReadingView.Kind;
import io.tutti.api.BinlogReadingView.ProgressView;
import io.tutti.api.BinlogReadingView.State;
import io.tutti.api.BinlogReadingView.TroubleView;
import io.tutti.binlog.ServerLogs;
import io.tutti.binlog.file.BinlogException;
import io.tutti.binlog.file.LogSourceException;
import io.tutti.binlog.live.LiveLogs;
import io.tutti.discovery.Targets;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.eventlog.Defect;
import io.tutti.plan.OperationId;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads binlogs of servers that the controller watches, for whoever asks.
 *
 * <ol>
 *   <li>Find the reading that the idempotency key already stands for, if there is one.
 *   <li>Refuse a second one of the same server, and more than {@link #RUNNING_MAX} in all.
 *   <li>Audit that it begins, and read on a thread of its own, of low priority.
 *   <li>Keep what came out, and audit how it ended.
 * </ol>
 *
 * It changes nothing on servers, so it takes no lock and leaves nothing to undo; a restart of the
 * controller ends what runs, and forgets what came out. Safe to call from any thread.
 */
public final class BinlogReadings implements AutoCloseable {
  /** Each takes a core while it reads, and the controller has others to watch. */
  public static final int RUNNING_MAX = 2;

  /** Of analyses a few hundred kilobytes each. */
  static final int KEPT_MAX = 100;

  static final Duration KEPT_FOR = Duration.ofDays(1);

  private static final Logger LOG = LoggerFactory.getLogger(BinlogReadings.class);
  private static final long CLOSE_MILLIS_MAX = 2_000;
  private static final ProgressView NOTHING_YET = new ProgressView(0, 0, 0, Optional.empty());

  private final Targets targets;
  private final AuditLog audit;
  private final InstantSource clock;
  private final RandomGenerator random = RandomGenerator.getDefault();

  /** The newest first. */
  private final Deque<Reading> readings = new ArrayDeque<>();

  private boolean isClosed;

  public BinlogReadings(Targets targets, AuditLog audit, InstantSource clock) {
    this.targets = targets;
    this.audit = audit;
    this.clock = clock;
  }

  /**
   * Begins to read, or finds what was begun under the same key.
   *
   * @throws OrchestratorException TOO_MANY_READINGS, IDEMPOTENCY_KEY_REUSED
   */
  public BinlogReadingView begin(ReadingOrder order, String actor, Optional<String> key) {
    Reading begun;
    synchronized (this) {
      forget();
      Optional<Reading> known = key.flatMap(this::findByKey);
      if (known.isPresent()) {
        return requireSame(known.get(), order).view();
      }
      try {
        refuseWhereBusy(order);
      } catch (OrchestratorException e) {
        record(actor, order, Outcome.REFUSED, e.observed());
        throw e;
      }
      begun = new Reading(first(order, actor), order, key, this::carryOut);
      readings.addFirst(begun);
    }
    record(actor, order, Outcome.DONE, "Began to read %s.".formatted(order));
    begun.start();
    return begun.view();
  }

  private BinlogReadingView first(ReadingOrder order, String actor) {
    Instant now = clock.instant();
    return new BinlogReadingView(
        OperationId.at(now, random).value(),
        order.work().kind(),
        order.instance().toString(),
        actor,
        State.RUNNING,
        now,
        Optional.empty(),
        NOTHING_YET,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private void forget() {
    Instant oldest = clock.instant().minus(KEPT_FOR);
    readings.removeIf(
        each -> each.view().endedAt().filter(ended -> ended.isBefore(oldest)).isPresent());
    while (readings.size() >= KEPT_MAX && !readings.getLast().isRunning()) {
      readings.removeLast();
    }
  }

  private Optional<Reading> findByKey(String key) {
    return readings.stream().filter(each -> each.key().filter(key::equals).isPresent()).findFirst();
  }

  private static Reading requireSame(Reading known, ReadingOrder order) {
    if (!known.order().equals(order)) {
      throw new OrchestratorException(
          ErrorCode.IDEMPOTENCY_KEY_REUSED,
          order.instance().toString(),
          "The idempotency key is that of %s, which reads %s."
              .formatted(known.view().id(), known.order()),
          List.of("use another key for what is another request"));
    }
    return known;
  }

  private void refuseWhereBusy(ReadingOrder order) {
    List<Reading> running = readings.stream().filter(Reading::isRunning).toList();
    Optional<Reading> same =
        running.stream()
            .filter(each -> each.order().instance().equals(order.instance()))
            .findFirst();
    if (same.isEmpty() && running.size() < RUNNING_MAX && !isClosed) {
      return;
    }
    throw new OrchestratorException(
        ErrorCode.TOO_MANY_READINGS,
        order.instance().toString(),
        same.map(each ->
                "The binlogs of %s are being read already, by %s."
                    .formatted(order.instance(), each.view().id()))
            .orElse(
                "The binlogs of %d servers are being read already, and the controller reads those of no more at once."
                    .formatted(running.size())),
        List.of("wait until that is done", "or cancel it: \"tutti binlog cancel ID\""));
  }

  private void carryOut(Reading reading) {
    ReadingOrder order = reading.order();
    String actor = reading.view().by();
    try (LiveLogs logs =
        ServerLogs.open(targets.targetFor(order.instance()), order.wanted(), order.isVerified())) {
      WatchedLogs watched = new WatchedLogs(logs, reading::progress);
      ReadingWork.Result result = order.work().of(watched);
      watched.report();
      if (!reading.isCancelled()) {
        reading.end(State.SUCCEEDED, clock.instant(), Optional.empty(), result);
        record(
            actor,
            order,
            Outcome.DONE,
            "Read %d bytes.".formatted(reading.view().progress().bytes()));
        return;
      }
    } catch (CancellationException e) {
      LOG.debug("{} was cancelled", reading.view().id(), e);
    } catch (IOException e) {
      fail(reading, trouble(e));
    } catch (RuntimeException | OutOfMemoryError e) {
      fail(
          reading,
          new TroubleView(
              "INTERNAL",
              "Unexpected: " + Defect.logged("reading " + order, e),
              "report it, with the log"));
    }
    if (reading.isRunning()) {
      reading.end(State.CANCELLED, clock.instant(), Optional.empty(), ReadingWork.Result.NONE);
    }
  }

  private void fail(Reading reading, TroubleView trouble) {
    if (!reading.isCancelled()) {
      reading.end(State.FAILED, clock.instant(), Optional.of(trouble), ReadingWork.Result.NONE);
      record(reading.view().by(), reading.order(), Outcome.FAILED, trouble.observed());
    }
  }

  private static TroubleView trouble(IOException e) {
    return switch (e) {
      case ReadingTrouble known -> known.trouble();
      case BinlogException known -> ReadingTrouble.of(known.trouble()).trouble();
      case LogSourceException known -> ReadingTrouble.of(known.at("", 0).trouble()).trouble();
      default ->
          new TroubleView(
              "BINLOG_UNREADABLE",
              String.valueOf(e.getMessage()),
              "see the error log of the server");
    };
  }

  /** The newest first. */
  public synchronized List<BinlogReadingView> latest(Kind kind, int limit) {
    return readings.stream()
        .map(Reading::view)
        .filter(each -> each.kind() == kind)
        .limit(limit)
        .map(BinlogReadingView::brief)
        .toList();
  }

  /**
   * @throws OrchestratorException UNKNOWN_READING
   */
  public BinlogReadingView require(Kind kind, String id) {
    return find(kind, id).view();
  }

  private synchronized Reading find(Kind kind, String id) {
    return readings.stream()
        .filter(each -> each.view().kind() == kind && each.view().id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.UNKNOWN_READING,
                id,
                "There is no %s %s; what came out is kept for a day, and until the controller is restarted."
                    .formatted(kind.name().toLowerCase(Locale.ROOT), id),
                List.of("\"tutti binlog list\" shows those that there are")));
  }

  /** Ends one soon, if it runs. */
  public BinlogReadingView cancel(Kind kind, String id, String actor) {
    Reading reading = find(kind, id);
    if (reading.isRunning()) {
      reading.cancel();
      record(actor, reading.order(), Outcome.DONE, "Asked %s to stop.".formatted(id));
    }
    return reading.view();
  }

  private void record(String actor, ReadingOrder order, Outcome outcome, String reason) {
    audit.append(
        new AuditRecord(
            clock.instant(),
            actor,
            "binlog." + order.work().kind().name().toLowerCase(Locale.ROOT),
            order.instance().toString(),
            outcome,
            reason));
  }

  @Override
  public void close() {
    List<Reading> running;
    synchronized (this) {
      isClosed = true;
      running = readings.stream().filter(Reading::isRunning).toList();
    }
    running.forEach(Reading::cancel);
    try {
      for (Reading each : running) {
        each.awaitEnd(CLOSE_MILLIS_MAX);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
