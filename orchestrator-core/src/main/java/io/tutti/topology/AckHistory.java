package io.tutti.topology;

import io.tutti.model.AckWaits;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.model.SemiSync;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What several readings in a row prove of how a source waits for acknowledgements: each showed that
 * it waits, all were of one process with the same settings, and its counters of commits without
 * acknowledgements did not move in between. So no commit in that time was reported without them.
 *
 * @param since when the first of these readings was made
 * @param oldestWait commits waited at the last of them, and none had begun to before that moment;
 *     empty where none waited
 */
public record AckHistory(Instant since, Optional<Instant> oldestWait) {

  /**
   * What is known after one more reading; empty where it shows that it does not wait, or not all.
   *
   * @param earlier what was known before it
   * @param before the reading before it
   */
  static Optional<AckHistory> after(
      Optional<AckHistory> earlier, Optional<InstanceState> before, InstanceState now) {
    if (!(now.semiSync().waits() instanceof Observed.Known<AckWaits>(AckWaits waits))
        || !(now.semiSync().timeout() instanceof Observed.Known<Duration>(Duration timeout))
        || !now.semiSync().isWaiting()) {
      return Optional.empty();
    }
    return Optional.of(
        earlier
            .flatMap(history -> before.flatMap(was -> history.then(was, now, waits)))
            .orElseGet(() -> first(now.observedAt(), waits, timeout)));
  }

  /** Whoever waits for longer has gone on without. */
  private static AckHistory first(Instant at, AckWaits waits, Duration timeout) {
    return new AckHistory(
        at, waits.waiting() == 0 ? Optional.empty() : Optional.of(at.minus(timeout)));
  }

  private Optional<AckHistory> then(InstanceState was, InstanceState now, AckWaits waits) {
    if (!(was.semiSync().waits() instanceof Observed.Known<AckWaits>(AckWaits waited))
        || waits.withoutAck() != waited.withoutAck()
        || waits.acknowledged() < waited.acknowledged()
        || !hasSameSettings(was.semiSync(), now.semiSync())
        || !isSameProcess(was, now)) {
      return Optional.empty();
    }
    if (waits.waiting() == 0) {
      return Optional.of(new AckHistory(since, Optional.empty()));
    }
    // Commits are acknowledged in the order of the binlog: all that waited then are through.
    boolean hasTurnedOver = waits.acknowledged() > waited.acknowledged() + waited.waiting();
    return Optional.of(
        new AckHistory(
            since,
            hasTurnedOver || waited.waiting() == 0 ? Optional.of(was.observedAt()) : oldestWait));
  }

  private static boolean hasSameSettings(SemiSync one, SemiSync other) {
    return one.acksRequired().equals(other.acksRequired())
        && one.timeout().equals(other.timeout())
        && one.waits()
            .map(AckWaits::beforeOthersSee)
            .equals(other.waits().map(AckWaits::beforeOthersSee))
        && one.waits()
            .map(AckWaits::withTooFewReplicas)
            .equals(other.waits().map(AckWaits::withTooFewReplicas));
  }

  /** Counters begin again at zero with another one; two processes that begin in one second, too. */
  private static boolean isSameProcess(InstanceState was, InstanceState now) {
    return was.startedAt() instanceof Observed.Known<ProcessStart>(ProcessStart before)
        && now.startedAt() instanceof Observed.Known<ProcessStart>(ProcessStart after)
        && before.isPossiblySame(after)
        && !(now.uptime() instanceof Observed.Known<Duration>(Duration uptime)
            && was.uptime() instanceof Observed.Known<Duration>(Duration earlier)
            && uptime.compareTo(earlier) < 0);
  }

  /**
   * From when on it may have gone on without acknowledgements, at the earliest.
   *
   * @param last the last of the readings
   */
  public Instant holdsUntil(InstanceState last) {
    return oldestWait
        .orElse(last.observedAt())
        .plus(last.semiSync().timeout().asOptional().orElse(Duration.ZERO));
  }
}
