package io.tutti.operation.fence;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Channel;
import io.tutti.model.Observed;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Starts the receiver of a replica again that a fence has stopped. One that does not answer, or
 * would apply transactions twice, is no reason not to let clients in: that is reported. Where a
 * STOP of the fence was not answered, it is said once more first, as it may be carried out at any
 * time. Undo stops what was stopped.
 */
final class AttachStep implements Step<FencedReceiver.Before> {
  static final String KIND = "fence.attach";

  /**
   * What it does.
   *
   * @param notAnswered when it was asked for a STOP that it did not answer
   */
  record Work(ChannelFrom channel, Optional<Instant> notAnswered) {}

  private static final Duration STOP_MAX = Duration.ofSeconds(10);

  private final FencedReceiver receiver;
  private final boolean mayStopLater;

  AttachStep(FenceEnvironment environment, PlannedStep planned) {
    Work work = planned.work(Work.class);
    this.receiver = FencedReceiver.of(environment, planned.target(), work.channel());
    this.mayStopLater = work.notAnswered().isPresent();
  }

  @Override
  public void precondition(StepContext context) {
    // It may be said at any time.
  }

  @Override
  public FencedReceiver.Before before(StepContext context) {
    try (Session server = receiver.open(context)) {
      Optional<Channel> found = receiver.find(server, context);
      return new FencedReceiver.Before(
          Observed.known(found.filter(each -> !FencedReceiver.isStopped(each)).isPresent()));
    } catch (OrchestratorException e) {
      requireAway(e);
      return new FencedReceiver.Before(Observed.unknown(e.observed()));
    }
  }

  @Override
  public StepOutcome run(StepContext context, FencedReceiver.Before before) {
    try (Session server = receiver.open(context)) {
      Optional<Channel> found = receiver.find(server, context);
      if (found.isEmpty()) {
        return StepOutcome.alreadyDone("Somebody has removed the channel.");
      }
      if (!mayStopLater && !FencedReceiver.isStopped(found.get())) {
        return StepOutcome.alreadyDone("It was so already.");
      }
      if (mayStopLater) {
        receiver.say(server, context, STOP_MAX);
      }
      receiver.start(server, context);
      return StepOutcome.done("It was started.");
    } catch (OrchestratorException e) {
      requireAway(e);
      return StepOutcome.alreadyDone(
          mayStopLater
              ? "It was left; start it by hand once it is stopped: " + e.observed()
              : "It does not answer, and was left: " + e.observed());
    } catch (StepFailure.Fatal e) {
      return StepOutcome.alreadyDone("It was left, and is not started: " + e.getMessage());
    }
  }

  private static void requireAway(OrchestratorException failure) {
    if (!RecordFenceStep.isAway(failure)) {
      throw failure;
    }
  }

  /** What stops late after it was done is reported then, and keeps nobody out. */
  @Override
  public Verdict verify(StepContext context, FencedReceiver.Before before) {
    try (Session server = receiver.open(context)) {
      return Verdict.of(
          !isStopped(server, context)
              || receiver.mustBeStopped(server, context)
              || (mayStopLater && context.wasDone()),
          "The %s is stopped.".formatted(receiver.named()));
    } catch (OrchestratorException e) {
      requireAway(e);
      return Verdict.holds();
    }
  }

  /**
   * One that was started, and which its source then refused, was started: a source that lost writes
   * may be admitted by force.
   */
  private boolean isStopped(Session server, StepContext context) {
    return receiver
        .find(server, context)
        .filter(each -> FencedReceiver.isStopped(each) && each.receiver().lastError().isEmpty())
        .isPresent();
  }

  private static boolean isToUndo(FencedReceiver.Before before) {
    return before.ran().is(false);
  }

  @Override
  public void undo(StepContext context, FencedReceiver.Before before) {
    if (isToUndo(before)) {
      try (Session server = receiver.open(context)) {
        receiver.say(server, context, STOP_MAX);
      }
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, FencedReceiver.Before before) {
    if (!isToUndo(before)) {
      return Verdict.holds();
    }
    try (Session server = receiver.open(context)) {
      return Verdict.of(
          receiver.find(server, context).filter(each -> !FencedReceiver.isStopped(each)).isEmpty(),
          "The %s runs.".formatted(receiver.named()));
    } catch (OrchestratorException e) {
      requireAway(e);
      return Verdict.holds();
    }
  }
}
