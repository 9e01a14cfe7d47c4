package io.tutti.operation.rebuild;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import io.tutti.topology.RebuildMark;
import java.time.Instant;
import java.util.Optional;

/** Keeps that a server is to be made anew. Undo keeps what was kept before. */
final class MarkStep implements Step {
  static final String KIND = "rebuild.mark";

  private static final String WAS = "was.";
  private static final String SINCE = "since";
  private static final String WHY = "why";
  private static final String DONOR = "donor";

  private final RebuildEnvironment environment;
  private final PlannedStep planned;

  MarkStep(RebuildEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.planned = planned;
  }

  /** A mark as it is journaled; nothing of none. */
  static Parameters text(Optional<RebuildMark> mark) {
    Parameters parameters = Parameters.NONE;
    if (mark.isPresent()) {
      parameters = parameters.with(WAS + SINCE, mark.get().since());
      if (mark.get().why().isPresent()) {
        parameters = parameters.with(WAS + WHY, mark.get().why().get());
      }
      if (mark.get().donor().isPresent()) {
        parameters = parameters.with(WAS + DONOR, mark.get().donor().get());
      }
    }
    return parameters;
  }

  static Optional<RebuildMark> parse(InstanceAddress instance, Parameters text) {
    return text.find(WAS + SINCE)
        .map(since ->
            new RebuildMark(
                instance,
                Instant.parse(since),
                text.find(WAS + WHY),
                text.find(WAS + DONOR).map(InstanceAddress::parse)));
  }

  private Optional<RebuildMark> kept() {
    return environment.marks().find(planned.target());
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  @Override
  public Parameters before(StepContext context) {
    return text(kept()).with(SINCE, environment.clock().instant());
  }

  @Override
  public StepOutcome run(StepContext context, Parameters before) {
    Optional<RebuildMark> was = parse(planned.target(), before);
    environment
        .marks()
        .save(
            new RebuildMark(
                planned.target(),
                was.map(RebuildMark::since).orElse(Instant.parse(before.require(SINCE))),
                planned.parameters().find(WHY).or(() -> was.flatMap(RebuildMark::why)),
                planned
                    .parameters()
                    .find(DONOR)
                    .map(InstanceAddress::parse)
                    .or(() -> was.flatMap(RebuildMark::donor))));
    return StepOutcome.done("Nothing else is done to it until it is rebuilt.");
  }

  @Override
  public Verdict verify(StepContext context, Parameters before) {
    return Verdict.of(kept().isPresent(), "The store does not say so.");
  }

  @Override
  public void undo(StepContext context, Parameters before) {
    parse(planned.target(), before)
        .ifPresentOrElse(
            environment.marks()::save, () -> environment.marks().remove(planned.target()));
  }

  @Override
  public Verdict verifyUndone(StepContext context, Parameters before) {
    return Verdict.of(kept().equals(parse(planned.target(), before)), "The store still says so.");
  }
}
