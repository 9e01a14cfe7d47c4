package io.tutti.operation.fence;

import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;

/** Shuts or opens one variable that keeps clients away. Undo gives it the value that it had. */
final class SetStep implements Step {
  static final String KIND = "fence.set";

  private final Servers servers;
  private final PlannedStep planned;
  private final String variable;
  private final String value;

  SetStep(FenceEnvironment environment, PlannedStep planned) {
    this.servers = environment.servers();
    this.planned = planned;
    this.variable = planned.parameters().require("variable");
    this.value = planned.parameters().require("value");
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
    // It may be said at any time.
  }

  @Override
  public Parameters before(StepContext context) {
    return Parameters.of("value", read(context));
  }

  @Override
  public StepOutcome run(StepContext context, Parameters before) {
    if (read(context).equals(value)) {
      return StepOutcome.alreadyDone("It was so.");
    }
    setInProved(context);
    return StepOutcome.done("It is set.");
  }

  @Override
  public Verdict verify(StepContext context, Parameters before) {
    return is(value, context);
  }

  private Verdict is(String wanted, StepContext context) {
    String now = read(context);
    return Verdict.of(
        now.equals(wanted), "%s of %s is \"%s\".".formatted(variable, planned.target(), now));
  }

  @Override
  public void undo(StepContext context, Parameters before) {
    set(before.require("value"), context);
  }

  @Override
  public Verdict verifyUndone(StepContext context, Parameters before) {
    return is(before.require("value"), context);
  }
}
