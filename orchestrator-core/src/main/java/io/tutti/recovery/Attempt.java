package io.tutti.recovery;

import io.tutti.plan.OperationId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How far the recovery of one case has come.
 *
 * @param count of the operations that were begun for it, the next one among them
 * @param again when it is looked at again
 * @param isAsking whether it is under way to the servers just now
 * @param begun the operation that was begun last, until it is known how it ended
 * @param begunAt when
 * @param isDone nothing more is begun for it
 * @param stirs how often something came that may have ended what hinders it
 */
record Attempt(
    int count,
    Again again,
    boolean isAsking,
    Optional<OperationId> begun,
    Instant begunAt,
    boolean isDone,
    int stirs) {

  /** While nothing else wakes: an operation that a person has to settle, say. */
  static final Duration LOOK_INTERVAL = Duration.ofSeconds(5);

  static Attempt first(Instant now) {
    return new Attempt(1, Again.now(now), false, Optional.empty(), now, false, 0);
  }

  /** When it is looked at; empty while that would be in vain. */
  Optional<Instant> due(BackOff backOff) {
    if (isAsking || isDone) {
      return Optional.empty();
    }
    Instant earliest = begunAt.plus(backOff.between());
    return count > 1 && begun.isEmpty() && again.next().isBefore(earliest)
        ? Optional.of(earliest)
        : Optional.of(again.next());
  }

  Attempt asking() {
    return new Attempt(count, again, true, begun, begunAt, isDone, stirs);
  }

  /** An operation is under way. */
  Attempt begun(OperationId id, Instant now) {
    return new Attempt(
        count, again.at(now.plus(LOOK_INTERVAL)), false, Optional.of(id), now, isDone, stirs);
  }

  /** The operation that was begun continues. */
  Attempt goesOn(Instant now) {
    return new Attempt(
        count, again.at(now.plus(LOOK_INTERVAL)), false, begun, begunAt, isDone, stirs);
  }

  Attempt refused(BackOff backOff, Instant now) {
    return new Attempt(
        count, backOff.afterRefusal(again, now), false, Optional.empty(), begunAt, isDone, stirs);
  }

  /** What was in its way may have ended just now. */
  Attempt soon(Instant now) {
    return new Attempt(
        count,
        again.at(now.plus(Again.PAUSE_MIN)),
        false,
        Optional.empty(),
        begunAt,
        isDone,
        stirs);
  }

  /** It ended, and the case is still there. */
  Attempt inVain(BackOff backOff, Instant now) {
    return new Attempt(
        count + 1,
        backOff.afterFailure(again, now),
        false,
        Optional.empty(),
        begunAt,
        isDone,
        stirs);
  }

  Attempt done() {
    return new Attempt(count, again, false, begun, begunAt, true, stirs);
  }

  /** Something came that may have ended what hinders it. */
  Attempt stirred(Instant now) {
    return new Attempt(count, again.atOnce(now), isAsking, begun, begunAt, isDone, stirs + 1);
  }

  /** The same, and stirred if something came while it was asked for. */
  Attempt unless(Attempt meanwhile, Instant now) {
    return meanwhile.stirs > stirs ? stirred(now) : this;
  }
}
