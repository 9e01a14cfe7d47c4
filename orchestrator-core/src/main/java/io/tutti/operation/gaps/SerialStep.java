package io.tutti.operation.gaps;

import io.tutti.operation.ChangesByOthers;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.util.Optional;

/**
 * Lets an applier whose domains have run past each other apply one transaction after the other
 * until it has applied all that had been received, and then puts it back as it was. The receiver is
 * left alone: stopped, it would fetch again what is in the relay logs (MDEV-8945). Only a server
 * that was started again, and has received nothing since, starts both: its applier alone would go
 * on in its old relay log where the fastest domain was.
 *
 * <ol>
 *   <li>Set the number of workers to 0.
 *   <li>Start the applier; what had been received until then is what it must apply.
 *   <li>Wait for that; stop it.
 *   <li>Set the number of workers back.
 * </ol>
 *
 * Undo does the last two.
 */
final class SerialStep implements Step<SerialStep.Before> {
  static final String KIND = "gaps.serial";

  private static final String WORKERS = "workers";
  private static final String SERIAL = "0";

  /**
   * What it does.
   *
   * @param knob the number of workers
   * @param thread what is started and stopped
   */
  record Work(Closing closing, String knob, ReplicationThread thread) {}

  record Before(String workers, ChangesByOthers stays) implements ChangesByOthers.Within {}

  private final String knob;
  private final ReplicationThread thread;
  private final ClosingPlace place;

  SerialStep(GapsEnvironment environment, PlannedStep planned) {
    Work work = planned.work(Work.class);
    this.place = ClosingPlace.of(environment, planned.target(), work.closing());
    this.knob = work.knob();
    this.thread = work.thread();
  }

  private ServerKnob workers(ChannelSession session, Observation observation) {
    KnobCatalogue catalogue =
        session.session().provider().knobs(observation.state().version().version());
    return catalogue.require(knob, place.target().toString());
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      place.requireStopped(session.read());
    }
  }

  @Override
  public void preconditionAgain(StepContext context, Before before) {
    // What a controller that was killed has started is taken up where it is.
  }

  @Override
  public Before before(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      ServerKnob workers = workers(session, session.read());
      return new Before(value(session, workers, context.deadline()), ChangesByOthers.NONE);
    }
  }

  private static String value(ChannelSession session, ServerKnob workers, Deadline deadline) {
    return session.control().read(workers, "", deadline).value();
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (observation.applies()) {
        session.stop(ReplicationThread.APPLIER);
      }
      ServerKnob workers = workers(session, observation);
      session.control().set(KnobSetting.of(workers, SERIAL), context.deadline());
      ClosingTarget received = received(session.read()).orElse(place.wanted());
      session.start(thread);
      place.waiting(session, context).until(received);
      putBack(session, before, context.deadline());
      return StepOutcome.done("The gaps are closed: all up to %s was applied.".formatted(received));
    }
  }

  private static Optional<ClosingTarget> received(Observation observation) {
    return observation
        .channel()
        .receiver()
        .retrieved()
        .asOptional()
        .filter(set -> !set.isEmpty())
        .map(ClosingTarget.Transactions::new);
  }

  /** The number of workers can only be set while no applier of the server runs. */
  private void putBack(ChannelSession session, Before before, Deadline deadline) {
    Observation observation = session.read();
    if (observation.applies() || (thread == ReplicationThread.BOTH && observation.receives())) {
      session.stop(thread);
    }
    ServerKnob workers = workers(session, observation);
    if (isOurs(value(session, workers, deadline), before)) {
      session.control().set(KnobSetting.of(workers, before.workers()), deadline);
    }
  }

  /** Another value is somebody else's, or that of a server that was started again. */
  private static boolean isOurs(String now, Before before) {
    return now.equals(SERIAL) && !now.equals(before.workers());
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (!place.isReached(observation)) {
        return place.lacks();
      }
      return putBackVerdict(session, observation, before, context.deadline());
    }
  }

  private Verdict putBackVerdict(
      ChannelSession session, Observation observation, Before before, Deadline deadline) {
    String now = value(session, workers(session, observation), deadline);
    if (observation.applies() || (thread == ReplicationThread.BOTH && observation.receives())) {
      return Verdict.lacks("The replication of %s has not stopped yet.".formatted(place.target()));
    }
    return Verdict.of(
        !isOurs(now, before), "On %s the number of workers is %s.".formatted(place.target(), now));
  }

  @Override
  public Before staying(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      String now = value(session, workers(session, session.read()), context.deadline());
      return now.equals(SERIAL) || now.equals(before.workers())
          ? before
          : new Before(
              now,
              before
                  .stays()
                  .with(
                      WORKERS,
                      "%s of %s is %s, which somebody else has set since, or a restart."
                          .formatted(knob, place.target(), now)));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      putBack(session, before, context.deadline());
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      return putBackVerdict(session, session.read(), before, context.deadline());
    }
  }
}
