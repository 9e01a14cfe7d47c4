package io.tutti.operation.fence;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.fence.Trial;
import io.tutti.topology.Fence;
import java.util.SortedMap;

/**
 * Tries what the fence is to prevent: a write, and replication. What is let, or shows nothing, is
 * kept with the fence. Changes nothing, so there is nothing to undo.
 */
final class TrialStep implements Step<Nothing> {
  static final String KIND = "fence.try";

  private final FenceEnvironment environment;
  private final InstanceAddress target;

  TrialStep(FenceEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
  }

  @Override
  public void precondition(StepContext context) {
    // It may be tried at any time.
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    try (Session server = environment.servers().open(target, context.deadline())) {
      Trial write = server.fence().tryToWrite(environment.replica(), context.deadline());
      Trial replicate = replicate(server, context);
      return StepOutcome.done(
          reported("A write", write) + " " + reported("Replication", replicate));
    }
  }

  private Trial replicate(Session server, StepContext context) {
    if (environment.replica().isEmpty()) {
      return new Trial.Inconclusive(
          "no replication account is known; set tutti.replication.user to have it tried");
    }
    try {
      return server.tryToReplicate(environment.replica().get(), context.deadline());
    } catch (OrchestratorException e) {
      return new Trial.Inconclusive(e.observed());
    }
  }

  private String reported(String what, Trial trial) {
    return switch (trial) {
      case Trial.Refused(String said) -> "%s was refused: %s.".formatted(what, said);
      case Trial.Let(String said) -> keep("%s was not refused: %s.".formatted(what, said));
      case Trial.NotAdmitted(var why, int error, String said) ->
          keep(
              "%s was not tried conclusively: the account is none that may do it there (error %d: %s)."
                  .formatted(what, error, said));
      case Trial.Inconclusive(String why) ->
          keep("%s was not tried conclusively: %s.".formatted(what, why));
    };
  }

  private String keep(String sentence) {
    new KeptFence(environment.fences(), target).leavesOpen(sentence);
    return sentence;
  }

  @Override
  public Verdict verify(StepContext context, Nothing before) {
    try (Session server = environment.servers().open(target, context.deadline())) {
      SortedMap<String, String> now = server.fence().read(context.deadline());
      boolean shut =
          environment
              .fences()
              .find(target)
              .map(Fence::shut)
              .filter(wanted -> now.entrySet().containsAll(wanted.entrySet()))
              .isPresent();
      return Verdict.of(shut, "%s shows %s.".formatted(target, now));
    }
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    // It has changed nothing.
  }

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    return Verdict.holds();
  }
}
