package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * That a replica is to take the place of a dead source.
 *
 * @param to who; empty for the best
 * @param atLeast GTIDs that who takes the place must have
 * @param force why it is done without the proofs; empty for only with them
 * @param hold for so long its cluster does not fail over by itself then; empty where a person asks
 *     for it
 * @param carry what goes over to who takes the place, besides what is set for its cluster
 * @param leave what a person takes upon themselves
 */
public record FailoverRequest(
    InstanceAddress source,
    Optional<InstanceAddress> to,
    Optional<String> atLeast,
    Optional<String> force,
    Optional<Duration> hold,
    List<Carry> carry,
    List<Leave> leave) {
  public static final String FAILOVER = "failover";

  public FailoverRequest {
    // Journals of older releases have none.
    carry =
        Objects.requireNonNullElse(carry, List.<Carry>of()).stream().distinct().sorted().toList();
    leave =
        Objects.requireNonNullElse(leave, List.<Leave>of()).stream().distinct().sorted().toList();
  }

  /** What a person asks for. */
  public FailoverRequest(
      InstanceAddress source,
      Optional<InstanceAddress> to,
      Optional<String> atLeast,
      Optional<String> force) {
    this(source, to, atLeast, force, Optional.empty(), List.of(), List.of());
  }

  /** That the best takes the place, with all proofs. */
  static FailoverRequest ofBest(InstanceAddress source, Optional<Duration> hold) {
    return new FailoverRequest(
        source, Optional.empty(), Optional.empty(), Optional.empty(), hold, List.of(), List.of());
  }

  /** The same, and that goes over. */
  public FailoverRequest carrying(List<Carry> what) {
    return new FailoverRequest(source, to, atLeast, force, hold, what, leave);
  }

  /** The same, and that is left. */
  public FailoverRequest leaving(List<Leave> what) {
    return new FailoverRequest(source, to, atLeast, force, hold, carry, what);
  }

  /**
   * Events do, unless they are left.
   *
   * @param terms of its cluster
   */
  boolean carries(Carry what, FailoverTerms terms) {
    return what == Carry.EVENTS
        ? !leaves(Leave.EVENTS, terms)
        : carry.contains(what) || terms.carry().contains(what);
  }

  boolean leaves(Leave what, FailoverTerms terms) {
    return leave.contains(what) || terms.leave().contains(what);
  }

  public Goal toGoal() {
    return new Goal(FAILOVER, source.toString(), this).protecting();
  }
}
