package io.tutti.operation.fence;

import io.tutti.model.InstanceState;
import io.tutti.operation.ChangesByOthers;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.store.Fences;

/** Shuts or opens one variable that keeps clients away. Undo gives it the value that it had. */
final class SetVariableStep implements Step<SetVariableStep.Before> {
  static final String KIND = "fence.set";

  record Work(String variable, String value) {}

  record Before(String value, ChangesByOthers stays) implements ChangesByOthers.Within {}

  private final Servers servers;
  private final Fences fences;
  private final PlannedStep planned;
  private final String variable;
  private final String value;

  SetVariableStep(FenceEnvironment environment, PlannedStep planned) {
    this.servers = environment.servers();
    this.fences = environment.fences();
    this.planned = planned;
    Work work = planned.work(Work.class);
    this.variable = work.variable();
    this.value = work.value();
  }

  private String read(StepContext context) {
    try (Session server = servers.open(planned.target(), context.deadline())) {
      return server.fence().read(context.deadline()).getOrDefault(variable, "");
    }
  }

  /** What reads the process and what sets the variable go over one connection. */
  private void setInProved(StepContext context) {
    try (Session server = servers.open(planned.target(), context.deadline())) {
      ProvedProcess.of(planned)
          .ifPresent(proved -> proved.require(server.read(context.deadline())));
      server.fence().set(variable, value, context.deadline());
    }
  }

  private void set(String wanted, StepContext context) {
    try (Session server = servers.open(planned.target(), context.deadline())) {
      server.fence().set(variable, wanted, context.deadline());
    }
  }

  @Override
  public void precondition(StepContext context) {
    ProvedProcess.of(planned).ifPresent(proved -> proved.requireNoFence(planned.target(), fences));
  }

  @Override
  public Before before(StepContext context) {
    return new Before(read(context), ChangesByOthers.NONE);
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    if (read(context).equals(value)) {
      return StepOutcome.alreadyDone("It was so already.");
    }
    setInProved(context);
    return StepOutcome.done("It is set.");
  }

  /** A process that began after the proved one never shows it, however long it is waited for. */
  @Override
  public Verdict verify(StepContext context, Before before) {
    Verdict verdict = is(value, context);
    if (verdict instanceof Verdict.Lacks) {
      ProvedProcess.of(planned).ifPresent(proved -> proved.require(state(context)));
    }
    return verdict;
  }

  private Verdict is(String wanted, StepContext context) {
    String now = read(context);
    return Verdict.of(
        now.equals(wanted), "%s of %s is \"%s\".".formatted(variable, planned.target(), now));
  }

  private InstanceState state(StepContext context) {
    try (Session server = servers.open(planned.target(), context.deadline())) {
      return server.read(context.deadline());
    }
  }

  /** What was set in a process is gone with it. */
  private boolean endedSince(StepContext context) {
    return ProvedProcess.of(planned).filter(proved -> proved.hasEnded(state(context))).isPresent();
  }

  @Override
  public Before staying(StepContext context, Before before) {
    String now = read(context);
    return now.equals(value) || now.equals(before.value())
        ? before
        : new Before(
            now,
            before
                .stays()
                .with(
                    variable,
                    "%s of %s is \"%s\", which somebody else has set since."
                        .formatted(variable, planned.target(), now)));
  }

  @Override
  public void undo(StepContext context, Before before) {
    set(before.value(), context);
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    Verdict verdict = is(before.value(), context);
    return verdict instanceof Verdict.Lacks && endedSince(context) ? Verdict.holds() : verdict;
  }
}
