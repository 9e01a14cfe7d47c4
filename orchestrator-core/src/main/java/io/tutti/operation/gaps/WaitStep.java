package io.tutti.operation.gaps;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession.Sight;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import java.time.Duration;
import java.util.List;

/** Lets a running applier apply what it has left out so far. Changes nothing. */
final class WaitStep implements Step {
  static final String KIND = "gaps.wait";

  private final GapsEnvironment environment;
  private final InstanceAddress target;
  private final String channel;
  private final ClosingTarget wanted;
  private final Duration deadline;

  WaitStep(GapsEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    this.channel = planned.parameters().require("channel");
    this.wanted = ClosingTarget.of(planned.parameters());
    this.deadline = Duration.ofMillis(planned.parameters().requireLong("deadlineMillis"));
  }

  private ChannelSession open(StepContext context) {
    return ChannelSession.open(environment, target, channel, context);
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = open(context)) {
      Sight sight = session.read();
      if (!sight.applies() && !wanted.isReached(sight.state(), sight.channel())) {
        throw StepFailure.fatal(
            "The applier of %s has stopped meanwhile.".formatted(target),
            List.of("tutti gaps close " + target));
      }
    }
  }

  @Override
  public Parameters before(StepContext context) {
    return Parameters.NONE;
  }

  @Override
  public StepOutcome run(StepContext context, Parameters before) {
    try (ChannelSession session = open(context)) {
      new ClosingWait(session, context, target, deadline).until(wanted);
      return StepOutcome.done("Applied: " + wanted + ".");
    }
  }

  @Override
  public Verdict verify(StepContext context, Parameters before) {
    try (ChannelSession session = open(context)) {
      Sight sight = session.read();
      return Verdict.of(
          wanted.isReached(sight.state(), sight.channel()),
          "%s has not applied %s.".formatted(target, wanted));
    }
  }

  @Override
  public void undo(StepContext context, Parameters before) {
    // To wait changes nothing.
  }

  @Override
  public Verdict verifyUndone(StepContext context, Parameters before) {
    return Verdict.holds();
  }
}
