package io.tutti.operation.gaps;

import io.tutti.error.Act;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession.Observation;
import java.time.Duration;

/** What all steps that close gaps know: of which channel, and what it must have applied by when. */
record ClosingPlace(
    GapsEnvironment environment,
    InstanceAddress target,
    String channel,
    ClosingTarget wanted,
    Duration deadline) {

  static ClosingPlace of(GapsEnvironment environment, InstanceAddress target, Closing closing) {
    return new ClosingPlace(
        environment, target, closing.channel(), closing.wanted(), closing.deadline());
  }

  ChannelSession open(StepContext context) {
    return ChannelSession.open(environment, target, channel, context);
  }

  ClosingWait waiting(ChannelSession session, StepContext context) {
    return new ClosingWait(session, context, target, deadline);
  }

  boolean isReached(Observation observation) {
    return wanted.isReached(observation.state(), observation.channel());
  }

  Act close() {
    return Acts.closeGaps(target, channel);
  }

  /**
   * @throws StepFailure when it must not be stopped
   */
  void requireNotHalfWay(Observation observation) {
    PositionLost.requireNotHalfWay(target, observation.channel(), isReached(observation));
  }

  Verdict lacks() {
    return Verdict.lacks("%s has not applied %s.".formatted(target, wanted));
  }

  void requireStopped(Observation observation) {
    if (observation.applies()) {
      throw StepFailure.fatal(
          "The applier of %s was started in the meantime.".formatted(target), Remedies.of(close()));
    }
  }
}
