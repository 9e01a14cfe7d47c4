package io.tutti.crash;

import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessObservation;
import io.tutti.model.ProcessStart;
import java.time.Duration;

/**
 * What two readings of an instance report of the process that answered. A server's own clock shows
 * both its time and its age, so that the difference is the same for as long as the process runs:
 * setting a clock, a slow reading and a broken connection are no restart. But all that is reported
 * in whole seconds, and two processes may begin in one. So of two that may be one process by that,
 * the first that holds decides:
 *
 * <ol>
 *   <li>Both were read over one connection: it is the same one.
 *   <li>It counts fewer connections than before, and nothing sets that back: it is another one.
 *   <li>It had begun when the one before was read: it is the same one, as no two run at once.
 *   <li>It continues with the binlog that was written then, and each process begins one of its own:
 *       it is the same one.
 *   <li>Else it is not known.
 * </ol>
 *
 * Pure.
 */
public enum ProcessChange {
  /** The same process answered: that is proved. */
  NONE,
  /** Another process of the same server. */
  RESTARTED,
  /** Another server answers under that address. */
  OTHER_SERVER,
  /** Neither is proved. */
  UNKNOWN;

  /** Beginnings are reported in whole seconds. */
  private static final Duration CLOCK_STEP = Duration.ofSeconds(1);

  /** Servers number connections with 32 bits, and begin again after the last of them. */
  private static final long CONNECTIONS_MAX = 1L << 31;

  public static ProcessChange between(InstanceState before, InstanceState now) {
    Observed<String> old = before.identity().fingerprint();
    if (old.isKnown()
        && now.identity().fingerprint().isKnown()
        && !old.equals(now.identity().fingerprint())) {
      return OTHER_SERVER;
    }
    return before.startedAt() instanceof Observed.Known<ProcessStart>(ProcessStart then)
        ? since(then, now)
        : UNKNOWN;
  }

  /** The same, against all that is known of the beginning of the process before. */
  public static ProcessChange since(ProcessStart before, InstanceState now) {
    return switch (now.startedAt()) {
      case Observed.Known<ProcessStart>(ProcessStart start) -> between(before, start);
      case Observed.Absent<ProcessStart> absent -> UNKNOWN;
      case Observed.Unknown<ProcessStart> unknown -> UNKNOWN;
    };
  }

  /**
   * @param now read after the other
   */
  public static ProcessChange between(ProcessStart before, ProcessStart now) {
    if (before.seen().isPresent() && now.seen().isPresent()) {
      return between(before, before.seen().get(), now, now.seen().get());
    }
    return before.isPossiblySame(now) ? UNKNOWN : RESTARTED;
  }

  private static ProcessChange between(
      ProcessStart before,
      ProcessObservation then,
      ProcessStart now,
      ProcessObservation observation) {
    if (then.session().equals(observation.session())) {
      return NONE;
    }
    if (!before.isPossiblySame(now) || isCountedAgain(then, observation)) {
      return RESTARTED;
    }
    boolean hadBegun = !now.latest().plus(CLOCK_STEP).isAfter(then.clock());
    return hadBegun || isGoingOn(then, observation) ? NONE : UNKNOWN;
  }

  private static boolean isCountedAgain(ProcessObservation then, ProcessObservation now) {
    return then.connections() instanceof Observed.Known<Long>(Long before)
        && now.connections() instanceof Observed.Known<Long>(Long after)
        && after < before
        && before < CONNECTIONS_MAX;
  }

  private static boolean isGoingOn(ProcessObservation then, ProcessObservation now) {
    return then.writing() instanceof Observed.Known<BinlogPosition>(BinlogPosition before)
        && now.writing() instanceof Observed.Known<BinlogPosition>(BinlogPosition after)
        && before.file().equals(after.file())
        && after.position() >= before.position();
  }
}
