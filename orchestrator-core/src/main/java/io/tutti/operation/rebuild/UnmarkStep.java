package io.tutti.operation.rebuild;

import io.tutti.crash.Incident;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import java.util.List;
import java.util.Optional;

/**
 * Forgets that a server is to be made anew. Where it was, its open restarts are closed, as what
 * they may have cost is there again. Undo marks it again; a closed restart stays closed.
 */
final class UnmarkStep implements Step {
  static final String KIND = "rebuild.unmark";

  private static final String ACTOR = "crash rebuild";

  private final RebuildEnvironment environment;
  private final PlannedStep planned;
  private final Optional<String> rebuiltFrom;

  UnmarkStep(RebuildEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.planned = planned;
    this.rebuiltFrom = planned.parameters().find("rebuiltFrom");
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  @Override
  public Parameters before(StepContext context) {
    return MarkStep.text(environment.marks().find(planned.target()));
  }

  @Override
  public StepOutcome run(StepContext context, Parameters before) {
    rebuiltFrom.ifPresent(this::closeIncidents);
    environment.marks().remove(planned.target());
    return StepOutcome.done("It counts as any other.");
  }

  private void closeIncidents(String donor) {
    List<Incident> open =
        environment.incidents().open().stream()
            .filter(each -> each.instance().equals(planned.target()))
            .toList();
    for (Incident each : open) {
      environment
          .incidents()
          .close(
              each.id(),
              new Incident.Closing(
                  environment.clock().instant(),
                  ACTOR,
                  "It was rebuilt from %s.".formatted(donor)));
    }
  }

  @Override
  public Verdict verify(StepContext context, Parameters before) {
    return Verdict.of(
        environment.marks().find(planned.target()).isEmpty(), "The store still has its mark.");
  }

  @Override
  public void undo(StepContext context, Parameters before) {
    MarkStep.parse(planned.target(), before).ifPresent(environment.marks()::save);
  }

  @Override
  public Verdict verifyUndone(StepContext context, Parameters before) {
    return Verdict.of(
        environment.marks().find(planned.target()).equals(MarkStep.parse(planned.target(), before)),
        "The store has not the mark that was.");
  }
}
