package io.tutti.operation.gaps;

import io.tutti.error.Remedies;
import io.tutti.operation.ChangesNothing;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;

/** Lets a running applier apply what it has left out so far. */
final class WaitStep implements ChangesNothing {
  static final String KIND = "gaps.wait";

  private final ClosingPlace place;

  WaitStep(GapsEnvironment environment, PlannedStep planned) {
    this.place = ClosingPlace.of(environment, planned.target(), planned.work(Closing.class));
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (!observation.applies() && !place.isReached(observation)) {
        throw StepFailure.fatal(
            "The applier of %s has stopped in the meantime.".formatted(place.target()),
            Remedies.of(place.close()));
      }
    }
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    try (ChannelSession session = place.open(context)) {
      place.waiting(session, context).until(place.wanted());
      return StepOutcome.done("Applied: " + place.wanted() + ".");
    }
  }

  @Override
  public Verdict verify(StepContext context, Nothing before) {
    try (ChannelSession session = place.open(context)) {
      return place.isReached(session.read()) ? Verdict.holds() : place.lacks();
    }
  }
}
