package io.tutti.operation.rejoin;

import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.promotion.NotProved;
import io.tutti.recovery.BackOff;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.recovery.RecoveryRule;
import io.tutti.topology.Fence;
import io.tutti.topology.FormerLook;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Lets sources that were failed over rejoin once they are back, and have nothing more. */
final class RejoinRecovery {
  private static final Duration PAUSE_MAX = Duration.ofSeconds(10);

  private RejoinRecovery() {}

  static RecoveryRule rule(RejoinPolicy policy) {
    return new RecoveryRule(
        "rejoin",
        (world, now) -> cases(world, policy),
        BackOff.upTo(PAUSE_MAX),
        RecoveryRule.Times.WHILE_WANTED,
        RecoveryRule.Remark.NONE);
  }

  /** Each that was fenced as it was failed over, and answers. Pure. */
  static List<Case> cases(WorldView world, RejoinPolicy policy) {
    if (policy == RejoinPolicy.OFF) {
      return List.of();
    }
    return Returned.all(world)
        .map(each ->
            new Case(
                "%s fenced %s".formatted(each.fence().instance(), each.fence().id()),
                each.fence().instance(),
                decide(world, each.fence(), each.former(), each.source())))
        .toList();
  }

  private static Decision decide(
      WorldView world, Fence fence, InstanceState former, InstanceState source) {
    Optional<String> another = fence.ofAnother(former);
    if (another.isPresent()) {
      return new Decision.AskOperator(another.get());
    }
    if (former.gtid().mode().is("OFF")) {
      return byPlace(world, former, source);
    }
    Observed<GtidSet> more = NotProved.at(source, former);
    if (more.asOptional().filter(GtidSet::isEmpty).isPresent()) {
      return rejoin(former, source);
    }
    return new Decision.AskOperator(
        "What it has and %s lacks is %s.".formatted(source.address(), more));
  }

  private static Decision byPlace(WorldView world, InstanceState former, InstanceState source) {
    Observed<FormerLook.More> more =
        Optional.ofNullable(world.circumstances().formerLooks().get(former.address()))
            .filter(look -> look.isOf(former, source.address()))
            .map(FormerLook::more)
            .orElse(Observed.unknown("its binlog has not been read yet"));
    return more.is(FormerLook.More.NOTHING)
        ? rejoin(former, source)
        : new Decision.AskOperator(
            "It has no GTIDs, and what it has and %s lacks is %s."
                .formatted(source.address(), more));
  }

  private static Decision rejoin(InstanceState former, InstanceState source) {
    return new Decision.Recover(
        new RejoinRequest(former.address(), Optional.empty()).toGoal(),
        "It is back, and %s has all that it has.".formatted(source.address()));
  }
}
