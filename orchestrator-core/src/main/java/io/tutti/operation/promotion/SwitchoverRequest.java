package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * That a replica is to take the place of a source that lives.
 *
 * @param to who; empty for the best
 * @param grace how long what clients have begun may keep the source from being shut, before their
 *     sessions are ended
 * @param catchUpMax how long the replica may take to apply what it lacks, before writes are shut
 * @param carry what goes over to it
 * @param leave what a person takes upon themselves
 * @param accountUnproved whether a person takes it on that the account of replicas is not shown to
 *     be let in at the next one
 */
public record SwitchoverRequest(
    InstanceAddress source,
    Optional<InstanceAddress> to,
    Duration grace,
    Duration catchUpMax,
    List<Carry> carry,
    List<Leave> leave,
    Boolean accountUnproved) {
  public static final String SWITCHOVER = "switchover";

  /** What clients say is mostly answered within that. */
  public static final Duration GRACE = Duration.ofSeconds(2);

  /** Writes go on meanwhile, so that nobody is harmed by it. */
  public static final Duration CATCH_UP = Duration.ofMinutes(1);

  public SwitchoverRequest {
    // Journals of older releases have none.
    carry =
        Objects.requireNonNullElse(carry, List.<Carry>of()).stream().distinct().sorted().toList();
    leave =
        Objects.requireNonNullElse(leave, List.<Leave>of()).stream().distinct().sorted().toList();
    accountUnproved = Objects.requireNonNullElse(accountUnproved, false);
  }

  /** With nothing that goes over. */
  public SwitchoverRequest(
      InstanceAddress source, Optional<InstanceAddress> to, Duration grace, Duration catchUpMax) {
    this(source, to, grace, catchUpMax, List.of(), List.of(), false);
  }

  /** The same, and that goes over. */
  public SwitchoverRequest carrying(List<Carry> what) {
    return new SwitchoverRequest(source, to, grace, catchUpMax, what, leave, accountUnproved);
  }

  /** The same, and that is left. */
  public SwitchoverRequest leaving(List<Leave> what) {
    return new SwitchoverRequest(source, to, grace, catchUpMax, carry, what, accountUnproved);
  }

  /** The same, of servers by the addresses under which they are kept. */
  SwitchoverRequest of(InstanceAddress kept, Optional<InstanceAddress> next) {
    return new SwitchoverRequest(kept, next, grace, catchUpMax, carry, leave, accountUnproved);
  }

  public Goal toGoal() {
    return new Goal(SWITCHOVER, source.toString(), this);
  }
}
