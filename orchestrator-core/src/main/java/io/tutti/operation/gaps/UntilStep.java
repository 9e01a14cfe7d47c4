package io.tutti.operation.gaps;

import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.Missing;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession.Sight;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.List;

/**
 * Starts an applier that stands, until its gaps are closed; it then stands again, a little further.
 *
 * <ol>
 *   <li>Start the applier alone: after a crash the receiver may not know how far it had come.
 *   <li>Wait until it has applied up to where its fastest worker was, and stop it: by itself it
 *       stops only when the next transaction comes.
 *   <li>Read the gaps again.
 * </ol>
 *
 * Undo stops it.
 */
final class UntilStep implements Step {
  static final String KIND = "gaps.until";

  private final GapsEnvironment environment;
  private final InstanceAddress target;
  private final String channel;
  private final ClosingTarget wanted;
  private final Duration deadline;

  UntilStep(GapsEnvironment environment, PlannedStep planned) {
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
      if (session.read().applies()) {
        throw StepFailure.fatal(
            "The applier of %s was started meanwhile.".formatted(target),
            List.of("tutti gaps close " + target));
      }
    }
  }

  /** A controller that was killed may have started it. */
  @Override
  public void preconditionAgain(StepContext context, Parameters before) {
    // Whatever it does now, it is waited for.
  }

  @Override
  public Parameters before(StepContext context) {
    return Parameters.of("applied", false);
  }

  @Override
  public StepOutcome run(StepContext context, Parameters before) {
    try (ChannelSession session = open(context)) {
      Sight sight = session.read();
      if (!sight.applies()) {
        if (!(wanted instanceof ClosingTarget.OwnEnd)
            && wanted.isReached(sight.state(), sight.channel())) {
          return StepOutcome.alreadyDone("It had applied up to %s already.".formatted(wanted));
        }
        session.startUntilGapsAreClosed();
      }
      new ClosingWait(session, context, target, deadline).untilThrough(wanted);
      if (session.read().applies()) {
        session.stop(ReplicationThread.APPLIER);
      }
      requireClosed(session.gaps(session.read()));
      return StepOutcome.done("The gaps are closed: all up to %s was applied.".formatted(wanted));
    }
  }

  private void requireClosed(ChannelGaps gaps) {
    if (gaps instanceof ChannelGaps.Open(Missing missing, String why)) {
      throw StepFailure.fatal(
          "%s still lacks %s: %s.".formatted(target, missing, why),
          List.of("tutti gaps show " + target));
    }
  }

  @Override
  public Verdict verify(StepContext context, Parameters before) {
    try (ChannelSession session = open(context)) {
      Sight sight = session.read();
      return Verdict.of(
          !sight.applies() && wanted.isReached(sight.state(), sight.channel()),
          "%s has not applied up to %s.".formatted(target, wanted));
    }
  }

  @Override
  public void undo(StepContext context, Parameters before) {
    try (ChannelSession session = open(context)) {
      if (session.read().applies()) {
        session.stop(ReplicationThread.APPLIER);
      }
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Parameters before) {
    try (ChannelSession session = open(context)) {
      return Verdict.of(
          !session.read().applies(), "The applier of %s has not stopped yet.".formatted(target));
    }
  }
}
