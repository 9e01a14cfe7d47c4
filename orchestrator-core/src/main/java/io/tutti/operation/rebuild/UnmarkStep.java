package io.tutti.operation.rebuild;

import io.tutti.crash.Incident;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import io.tutti.topology.RebuildMark;
import java.util.List;
import java.util.Optional;

/**
 * Forgets that a server is to be rebuilt. Where it was, its open restarts up to the copy are
 * closed, as what they may have cost is there again; later ones are not. Undo marks it again; a
 * closed restart stays closed.
 */
final class UnmarkStep implements Step<UnmarkStep.Before> {
  static final String KIND = "rebuild.unmark";

  private static final String ACTOR = "crash rebuild";

  /**
   * What it does.
   *
   * @param rebuiltFrom where it was rebuilt
   */
  record Work(Optional<InstanceAddress> rebuiltFrom) {}

  record Before(Optional<RebuildMark> was) {}

  /**
   * The process that ran when it was planned: a restart after the copy is not made good by it.
   *
   * @param isCopy whether it has the copy already; else it ends with being copied over
   */
  record Ran(ProcessStart start, boolean isCopy) {
    private boolean isMadeGood(Incident incident) {
      Observed<ProcessStart> of =
          isCopy ? Observed.known(incident.begun().startedAt()) : incident.ended().startedAt();
      return of.asOptional().filter(each -> each.earliest().isAfter(start.latest())).isEmpty();
    }
  }

  private final RebuildEnvironment environment;
  private final PlannedStep planned;
  private final Optional<InstanceAddress> rebuiltFrom;

  UnmarkStep(RebuildEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.planned = planned;
    this.rebuiltFrom = planned.work(Work.class).rebuiltFrom();
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  @Override
  public Before before(StepContext context) {
    return new Before(environment.marks().find(planned.target()));
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    rebuiltFrom.ifPresent(this::closeIncidents);
    environment.marks().remove(planned.target());
    return StepOutcome.done("It counts as any other.");
  }

  private void closeIncidents(InstanceAddress donor) {
    List<Incident> open =
        environment.incidents().open().stream()
            .filter(each -> each.instance().equals(planned.target()))
            .filter(each -> planned.seen(Ran.class).filter(ran -> !ran.isMadeGood(each)).isEmpty())
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
  public Verdict verify(StepContext context, Before before) {
    return Verdict.of(
        environment.marks().find(planned.target()).isEmpty(), "The store still has its mark.");
  }

  @Override
  public void undo(StepContext context, Before before) {
    before.was().ifPresent(environment.marks()::save);
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return Verdict.of(
        environment.marks().find(planned.target()).equals(before.was()),
        "The store does not have the mark of before.");
  }
}
