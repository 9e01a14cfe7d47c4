package io.tutti.operation.rebuild;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.util.Optional;

/**
 * That a server is to be rebuilt.
 *
 * @param act how far
 * @param donor the server to copy; empty when one is to be picked
 * @param why for people who find it marked
 * @param at the place that a dump of a source shows; empty where a backup session shows it
 */
public record RebuildRequest(
    InstanceAddress instance,
    Act act,
    Optional<InstanceAddress> donor,
    Optional<String> why,
    Optional<String> at) {

  /** What is to be done. */
  public enum Act {
    /** All that can be done from here. */
    REBUILD("crash.rebuild"),
    /** Only a backup session on the donor, though the server could copy it by itself. */
    BY_HAND("crash.rebuild-by-hand"),
    /** Let it replicate, after somebody has put a copy in place. */
    ATTACH("crash.attach"),
    /** Only say that it is to be done. */
    MARK("crash.mark"),
    /** Take that back. */
    UNMARK("crash.unmark");

    private final String goalKind;

    Act(String goalKind) {
      this.goalKind = goalKind;
    }

    String goalKind() {
      return goalKind;
    }
  }

  public Goal toGoal() {
    return new Goal(act.goalKind(), instance.toString(), this);
  }
}
