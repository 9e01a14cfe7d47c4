package io.tutti.operation.backup;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.ChangesByOthers;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import java.util.Optional;
import java.util.UUID;

/**
 * Starts an applier that a session has stopped, unless somebody else has asked for a stop since.
 * What becomes of it then is its own matter: one that ends with an error is as it would have been
 * without the session. Undo stops it again.
 */
final class ThawStep implements Step<FreezeStep.Before> {
  static final String KIND = "backup.thaw";

  /**
   * What it does.
   *
   * @param session whose end it is
   */
  record Work(String channel, String session) {}

  private final BackupEnvironment environment;
  private final InstanceAddress target;
  private final String channel;
  private final String session;

  ThawStep(BackupEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    Work work = planned.work(Work.class);
    this.channel = work.channel();
    this.session = work.session();
  }

  private HeldReplica open(StepContext context) {
    return HeldReplica.open(environment, target, context);
  }

  @Override
  public void precondition(StepContext context) {
    // Whatever it does, it can be started.
  }

  @Override
  public FreezeStep.Before before(StepContext context) {
    try (HeldReplica replica = open(context)) {
      String mark = UUID.randomUUID().toString();
      environment.stops().answered(mark);
      boolean ran = replica.find(channel).filter(now -> !HeldReplica.isStopped(now)).isPresent();
      return new FreezeStep.Before(mark, ran, ChangesByOthers.NONE);
    }
  }

  @Override
  public StepOutcome run(StepContext context, FreezeStep.Before before) {
    try (HeldReplica replica = open(context)) {
      Optional<Channel> now = replica.find(channel);
      if (now.isEmpty()) {
        return StepOutcome.alreadyDone("Somebody has removed the channel.");
      }
      if (!HeldReplica.isStopped(now.get())) {
        return StepOutcome.alreadyDone("Somebody has started it.");
      }
      if (wasAskedToStop(replica)) {
        return StepOutcome.alreadyDone(stays());
      }
      replica.start(channel);
      if (wasAskedToStop(replica)) {
        replica.stop(channel, before.mark(), FreezeStep.STOP_AGAIN_MAX);
        return StepOutcome.alreadyDone(stays());
      }
      return StepOutcome.done(
          replica
              .find(channel)
              .filter(HeldReplica::isStopped)
              .flatMap(HeldReplica::error)
              .map(error -> "It was started, and ended with: " + error + ".")
              .orElse("It runs."));
    }
  }

  /** Before it was started, or just when it was. */
  private boolean wasAskedToStop(HeldReplica replica) {
    InstanceState now = replica.read();
    return environment
        .sessions()
        .find(session)
        .filter(each -> each.wasAskedToStop(now, now.stopsAsked()))
        .isPresent();
  }

  private String stays() {
    return "%s stays stopped: somebody else has asked the server to stop replication since the session began."
        .formatted(HeldReplica.named(channel, target));
  }

  @Override
  public Verdict verify(StepContext context, FreezeStep.Before before) {
    try (HeldReplica replica = open(context)) {
      return Verdict.of(
          replica
                  .find(channel)
                  .filter(now -> HeldReplica.isStopped(now) && HeldReplica.error(now).isEmpty())
                  .isEmpty()
              || wasAskedToStop(replica),
          HeldReplica.named(channel, target) + " does not run.");
    }
  }

  @Override
  public void undo(StepContext context, FreezeStep.Before before) {
    if (before.ran()) {
      return;
    }
    try (HeldReplica replica = open(context)) {
      replica.stop(channel, before.mark(), FreezeStep.STOP_AGAIN_MAX);
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, FreezeStep.Before before) {
    if (before.ran()) {
      return Verdict.holds();
    }
    try (HeldReplica replica = open(context)) {
      return Verdict.of(
          replica.find(channel).filter(now -> !HeldReplica.isStopped(now)).isEmpty(),
          HeldReplica.named(channel, target) + " still runs.");
    }
  }
}
