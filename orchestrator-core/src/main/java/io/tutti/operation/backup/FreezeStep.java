package io.tutti.operation.backup;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.ChangesByOthers;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Stops the applier of a channel; the receiver runs on. Undo starts it when it ran. A stop that was
 * not answered may still be carried out later, so the step only counts as undone after another stop
 * was answered.
 */
final class FreezeStep implements Step<FreezeStep.Before> {
  static final String KIND = "backup.freeze";

  /**
   * What was there.
   *
   * @param mark under which its stops are known
   */
  record Before(String mark, boolean ran, ChangesByOthers stays)
      implements ChangesByOthers.Within {}

  /** While undoing, a stop that is still about to happen is asked for again and again. */
  static final Duration STOP_AGAIN_MAX = Duration.ofSeconds(10);

  private final BackupEnvironment environment;
  private final InstanceAddress target;
  private final String channel;
  private final Duration deadline;

  FreezeStep(BackupEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    OneApplier applier = planned.work(OneApplier.class);
    this.channel = applier.channel();
    this.deadline = applier.deadline();
  }

  private HeldReplica open(StepContext context) {
    return HeldReplica.open(environment, target, context);
  }

  @Override
  public void precondition(StepContext context) {
    // Whatever it does, it can be stopped.
  }

  @Override
  public Before before(StepContext context) {
    try (HeldReplica replica = open(context)) {
      String mark = UUID.randomUUID().toString();
      environment.stops().answered(mark);
      return new Before(
          mark, !HeldReplica.isStopped(replica.require(channel)), ChangesByOthers.NONE);
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (HeldReplica replica = open(context)) {
      if (HeldReplica.isStopped(replica.require(channel))) {
        return StepOutcome.alreadyDone("It is stopped.");
      }
      replica.stop(channel, before.mark(), deadline);
      return StepOutcome.done("It is stopped; the receiver keeps running.");
    } catch (OrchestratorException e) {
      if (e.code() == ErrorCode.STATEMENT_TIMED_OUT) {
        throw StepFailure.fatal(
            "%s did not stop within %d s: a worker is in a long transaction, or waits for a lock."
                .formatted(HeldReplica.named(channel, target), deadline.toSeconds()),
            Remedies.of("look for what it waits for: SHOW FULL PROCESSLIST")
                .or("allow more time: %s", Acts.beginBackupWithin(target)));
      }
      throw e;
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (HeldReplica replica = open(context)) {
      return Verdict.of(
          HeldReplica.isStopped(replica.require(channel)),
          HeldReplica.named(channel, target) + " runs.");
    }
  }

  @Override
  public Before staying(StepContext context, Before before) {
    if (!before.ran()) {
      return before;
    }
    try (HeldReplica replica = open(context)) {
      InstanceState now = replica.read();
      boolean isStopped = HeldReplica.find(now, channel).filter(HeldReplica::isStopped).isPresent();
      return isStopped && replica.isFurtherAsked(now)
          ? new Before(
              before.mark(),
              false,
              before
                  .stays()
                  .with(
                      channel,
                      "%s is stopped: somebody else has asked the server to stop replication in the meantime."
                          .formatted(HeldReplica.named(channel, target))))
          : before;
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    if (!before.ran()) {
      return;
    }
    try (HeldReplica replica = open(context)) {
      if (!environment.stops().isAnswered(before.mark())) {
        replica.stop(channel, before.mark(), STOP_AGAIN_MAX);
      }
      replica.start(channel);
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    if (!before.ran()) {
      return Verdict.holds();
    }
    String named = HeldReplica.named(channel, target);
    if (!environment.stops().isAnswered(before.mark())) {
      return Verdict.lacks("Whether %s is about to stop is not known.".formatted(lower(named)));
    }
    try (HeldReplica replica = open(context)) {
      Channel now = replica.require(channel);
      Optional<String> error = HeldReplica.error(now).map(each -> ": " + each);
      return Verdict.of(
          !HeldReplica.isStopped(now), "%s does not run%s.".formatted(named, error.orElse("")));
    }
  }

  private static String lower(String sentence) {
    return Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
  }
}
