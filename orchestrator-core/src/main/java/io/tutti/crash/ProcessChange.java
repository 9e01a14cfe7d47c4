package io.tutti.crash;

import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;

/**
 * What two readings of an instance tell of the process that answered. A server's own clock tells
 * both its time and its age, so that the difference is the same for as long as the process runs:
 * setting a clock, a slow reading and a broken connection are no restart. Pure.
 */
public enum ProcessChange {
  /** The same process answered. */
  NONE,
  /** Another process of the same server. */
  RESTARTED,
  /** Another server answers under that address. */
  OTHER_SERVER,
  /** One of the readings does not tell when the process began. */
  UNKNOWN;

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
      case Observed.Known<ProcessStart>(ProcessStart start) ->
          before.isPossiblySame(start) ? NONE : RESTARTED;
      case Observed.Absent<ProcessStart> absent -> UNKNOWN;
      case Observed.Unknown<ProcessStart> unknown -> UNKNOWN;
    };
  }
}
