package io.tutti.operation.fence;

import io.tutti.error.ErrorCode;
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
import java.util.Optional;

/**
 * Stops a replica's receiver. Whatever that replica does, its source stays fenced: one that does
 * not answer, or refuses, or continues with an earlier STOP, or whose receiver somebody starts
 * again, is left, and reported as left open.
 *
 * <p>Undo starts what ran; so one of which that was not known is not stopped, as nobody would start
 * it again. A STOP that was not answered may be carried out later: it counts as restored when
 * another one was answered.
 *
 * <p>Where a receiver that acknowledges would let its STOP wait for a source that does not answer,
 * it acknowledges no more for as long as that takes, and does so again to its next source.
 */
final class DetachStep implements Step<FencedReceiver.Before> {
  static final String KIND = "fence.detach";

  private static final String SILENT = "It did not answer when it was asked.";

  /** A receiver ends at once; a server that continues with an earlier STOP lets it wait. */
  private static final Duration STOP_MAX = Duration.ofSeconds(10);

  private static final int ATTEMPTS_MAX = 3;

  private final FencedReceiver receiver;

  /** Whether this run of the step has done what can be done about it. */
  private boolean wasTried;

  /** Whether this attempt has put it back: what the server shows since came of that. */
  private boolean isPutBack;

  DetachStep(FenceEnvironment environment, PlannedStep planned) {
    this.receiver =
        FencedReceiver.of(environment, planned.target(), planned.work(ChannelFrom.class));
  }

  private static boolean isUnknown(FencedReceiver.Before before) {
    return before.ran().isUnknown();
  }

  private static FencedReceiver.Before unknown(String why) {
    return new FencedReceiver.Before(Observed.unknown(why));
  }

  @Override
  public void precondition(StepContext context) {
    // It may be said at any time.
  }

  @Override
  public FencedReceiver.Before before(StepContext context) {
    if (!receiver.answers()) {
      return unknown(SILENT);
    }
    try (Session server = receiver.open(context)) {
      Optional<Channel> found = receiver.find(server, context);
      return new FencedReceiver.Before(
          Observed.known(found.filter(each -> !FencedReceiver.isStopped(each)).isPresent()),
          receiver.waitForSilent(server, context));
    } catch (OrchestratorException | StepFailure e) {
      return unknown(said(e));
    }
  }

  @Override
  public StepOutcome run(StepContext context, FencedReceiver.Before before) {
    if (before.ran() instanceof Observed.Unknown<Boolean>(String why)) {
      return left(why);
    }
    // To wait for replicas that are lost would keep a fence from being tried.
    if (!receiver.answers()) {
      return left(SILENT);
    }
    StepOutcome outcome = stop(context, before);
    ackAgain(context, before);
    return outcome;
  }

  /** Whatever came of the STOP; one that was lost meanwhile starts as its option file says. */
  private void ackAgain(StepContext context, FencedReceiver.Before before) {
    if (before.stopWait().isPresent() && receiver.answers()) {
      try (Session server = receiver.open(context)) {
        receiver.endAfter(before.stopWait().get(), server, context);
      }
    }
  }

  /** What may pass at once is tried again; who lets a STOP wait is not asked to wait with it. */
  private StepOutcome stop(StepContext context, FencedReceiver.Before before) {
    wasTried = true;
    String why = "";
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      try (Session server = receiver.open(context)) {
        Optional<StepOutcome> stopped = stop(server, context, before);
        if (stopped.isPresent()) {
          receiver.isStopped();
          return stopped.get();
        }
        why = "It runs again since, as somebody has started it.";
      } catch (OrchestratorException e) {
        why = e.observed();
        if (RecordFenceStep.isAway(e) && e.code() != ErrorCode.CONNECTION_LOST) {
          return left(why);
        }
      } catch (StepFailure e) {
        why = said(e);
      }
    }
    return left(why);
  }

  /** Empty when it runs again. */
  private Optional<StepOutcome> stop(
      Session server, StepContext context, FencedReceiver.Before before) {
    Optional<Channel> found = receiver.find(server, context);
    if (found.isEmpty()) {
      return Optional.of(StepOutcome.alreadyDone("Somebody has removed the channel."));
    }
    if (FencedReceiver.isStopped(found.get())) {
      return Optional.of(StepOutcome.alreadyDone("It was so already."));
    }
    if (before.stopWait().isPresent()) {
      receiver.endAtOnce(server, context);
    }
    receiver.stop(server, context, STOP_MAX);
    return receives(server, context)
        ? Optional.empty()
        : Optional.of(StepOutcome.done("It receives nothing."));
  }

  private boolean receives(Session server, StepContext context) {
    return receiver
        .find(server, context)
        .filter(each -> !FencedReceiver.isStopped(each))
        .isPresent();
  }

  private StepOutcome left(String why) {
    receiver.isLeft(why);
    return StepOutcome.alreadyDone("It was left: " + why);
  }

  private static String said(RuntimeException failure) {
    return failure instanceof OrchestratorException e
        ? e.observed()
        : String.valueOf(failure.getMessage());
  }

  /**
   * What runs after it was stopped is reported: a restart of its server may have started it, or
   * somebody.
   */
  @Override
  public Verdict verify(StepContext context, FencedReceiver.Before before) {
    if (isUnknown(before) || !receiver.answers()) {
      return Verdict.holds();
    }
    if (wasTried && before.stopWait().isPresent() && !acks(context)) {
      return Verdict.lacks("%s does not acknowledge.".formatted(receiver.replica()));
    }
    if (wasTried || !receives(context)) {
      return Verdict.holds();
    }
    if (!context.wasDone()) {
      return Verdict.lacks("The %s runs.".formatted(receiver.named()));
    }
    if (!receiver.isReportedLeft()) {
      receiver.isLeft("It runs again since, as somebody or a restart has started it.");
    }
    return Verdict.holds();
  }

  /** Of one that cannot be asked nothing is missed. */
  private boolean acks(StepContext context) {
    try (Session server = receiver.open(context)) {
      return receiver.stopWait(server, context).isPresent();
    } catch (OrchestratorException | StepFailure e) {
      return true;
    }
  }

  private boolean receives(StepContext context) {
    try (Session server = receiver.open(context)) {
      return receives(server, context);
    } catch (OrchestratorException | StepFailure e) {
      return false;
    }
  }

  private static boolean isToUndo(FencedReceiver.Before before) {
    return before.ran().is(true);
  }

  @Override
  public void undo(StepContext context, FencedReceiver.Before before) {
    ackAgain(context, before);
    if (isToUndo(before)) {
      try (Session server = receiver.open(context)) {
        stopSurely(server, context);
        receiver.start(server, context);
        isPutBack = true;
      }
    }
  }

  private void stopSurely(Session server, StepContext context) {
    if (!receiver.mayStopLater()) {
      return;
    }
    try {
      receiver.stop(server, context, STOP_MAX);
    } catch (OrchestratorException e) {
      if (e.code() == ErrorCode.STATEMENT_TIMED_OUT) {
        throw StepFailure.passing(
            "%s Until a STOP is answered its receiver may be stopped at any time."
                .formatted(e.observed()),
            e.remedies());
      }
      throw e;
    }
  }

  /** An error that it had before it was stopped is no sign that it was started again. */
  @Override
  public Verdict verifyUndone(StepContext context, FencedReceiver.Before before) {
    if (!isToUndo(before)) {
      return Verdict.holds();
    }
    try (Session server = receiver.open(context)) {
      Optional<Channel> stopped =
          receiver
              .find(server, context)
              .filter(FencedReceiver::isStopped)
              .filter(found -> !isPutBack || found.receiver().lastError().isEmpty());
      if (stopped.isPresent()) {
        return Verdict.lacks("The %s is stopped.".formatted(receiver.named()));
      }
      return Verdict.of(
          !receiver.mayStopLater(),
          "Whether the %s is about to stop is not known.".formatted(receiver.named()));
    } catch (OrchestratorException e) {
      if (RecordFenceStep.isAway(e)) {
        return Verdict.holds();
      }
      throw e;
    }
  }
}
