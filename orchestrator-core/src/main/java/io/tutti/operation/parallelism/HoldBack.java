package io.tutti.operation.parallelism;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Lag;
import io.tutti.model.Receiver;
import io.tutti.model.ThreadState;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.parallelism.TuningEnvironment.Look;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Keeps an applier stopped until enough work waits for it, within bounds: so long as the terms say,
 * and never so long that the replica falls further behind than it may.
 *
 * @param since when it was stopped
 * @param lag how far it was behind then
 */
record HoldBack(
    TuningEnvironment environment,
    TunedChannel channel,
    TuningTerms terms,
    Instant since,
    Optional<Duration> lag) {
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** To set and to start takes a moment, in which it falls further behind. */
  private static final Duration START_TAKES = Duration.ofSeconds(1);

  /** Relay logs are not to fill a disk, of which no statement shows how much is free. */
  private static final long RELAY_LOG_BYTES_MAX = 1L << 30;

  /**
   * A busy server may not answer in time, and does soon. One whose relay logs have no room does not
   * before there is some (5.7.22, MariaDB 10.11.5): neither does it start its applier then.
   */
  private static final Duration UNREAD_MAX = Duration.ofSeconds(10);

  private static final List<String> NO_ROOM =
      List.of(
          "make room on the disk of its relay logs (\"df\" on the server): then it is restored by"
              + " itself",
          "hold it back for less long the next time");

  /** Whether so much waits that it needs not be held back. */
  static boolean isEnough(Look look, TuningTerms terms, Optional<Long> amount) {
    Optional<Long> wanted = amount.or(terms::amount);
    Optional<Long> waiting = look.work().waiting();
    if (wanted.isPresent() && waiting.isPresent()) {
      return waiting.get() >= wanted.get();
    }
    return look.channel()
        .lag()
        .asOptional()
        .map(Lag::amount)
        .filter(each -> each.compareTo(terms.holdBack()) >= 0)
        .isPresent();
  }

  /**
   * Waits until enough waits for it, or it may wait no longer.
   *
   * @param left of the budget
   * @throws StepFailure when it receives nothing any more: all is to be undone
   */
  void await(Optional<Long> amount, Duration left, StepContext context) {
    Optional<Long> bytes = Optional.empty();
    while (true) {
      context.failIfCancelled();
      Look look = look(context);
      requireReceives(look.channel().receiver());
      Optional<Long> now = look.channel().applier().relayLogBytes().asOptional();
      bytes = bytes.or(() -> now);
      Duration held = Duration.between(since, look.at());
      if (isOver(held, left) || isPlenty(look, amount) || isFull(look, bytes, now)) {
        return;
      }
      context.progress(progress(held, look));
      environment.parallelism().pauses().inStep(LOOK_EVERY);
    }
  }

  /** Where it answers, and statements hang: for a moment, or as its disk is full. */
  private Look look(StepContext context) {
    Instant begin = environment.now();
    while (true) {
      try {
        return environment.look(channel, Within.of(context));
      } catch (StepFailure.Retryable e) {
        requireSoon(begin, String.valueOf(e.getMessage()));
      } catch (OrchestratorException e) {
        if (e.code() != ErrorCode.STATEMENT_TIMED_OUT) {
          throw e;
        }
        requireSoon(begin, e.observed());
      }
      context.failIfCancelled();
      environment.parallelism().pauses().inStep(LOOK_EVERY);
    }
  }

  private void requireSoon(Instant begin, String why) {
    Duration unread = Duration.between(begin, environment.now());
    if (unread.compareTo(UNREAD_MAX) >= 0) {
      throw StepFailure.fatal(
          "%s So it is for %d s, while the applier of %s is held back, as where its disk has no room for relay logs."
              .formatted(why, unread.toSeconds(), channel.replica()),
          NO_ROOM);
    }
  }

  private void requireReceives(Receiver receiver) {
    if (receiver.waitsForDisk()) {
      throw StepFailure.fatal(
          "The disk of %s has no room for relay logs: while its applier was held back, its receiver says \"%s\"."
              .formatted(channel.replica(), receiver.stateText()),
          NO_ROOM);
    }
    if (receiver.state() == ThreadState.STOPPED) {
      throw StepFailure.fatal(
          "The receiver of %s stopped while its applier was held back%s."
              .formatted(
                  channel.replica(), receiver.lastError().map(each -> ": " + each).orElse("")),
          List.of(
              "look whether its disk has room for relay logs; hold it back for less long the next"
                  + " time"));
    }
  }

  private boolean isOver(Duration held, Duration left) {
    Duration behind = lag.orElse(Duration.ZERO).plus(held).plus(START_TAKES);
    return held.compareTo(terms.holdBack()) >= 0
        || behind.compareTo(terms.maxLag()) >= 0
        || held.compareTo(left) >= 0;
  }

  private boolean isPlenty(Look look, Optional<Long> amount) {
    Optional<Long> wanted = amount.or(terms::amount);
    return wanted.isPresent()
        && look.work().waiting().filter(count -> count >= wanted.get()).isPresent();
  }

  /** Whether its relay logs may not grow any further, by its own setting or by our bound. */
  private static boolean isFull(Look look, Optional<Long> first, Optional<Long> now) {
    return look.channel().receiver().waitsForRelayLogSpace()
        || (first.isPresent()
            && now.filter(bytes -> bytes - first.get() > RELAY_LOG_BYTES_MAX).isPresent());
  }

  private String progress(Duration held, Look look) {
    return "It is held back since %d s%s."
        .formatted(
            held.toSeconds(),
            look.work().waiting().map("; %,d transactions wait"::formatted).orElse(""));
  }
}
