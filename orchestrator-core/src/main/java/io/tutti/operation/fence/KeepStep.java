package io.tutti.operation.fence;

import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import io.tutti.topology.Fence;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Keeps that a server is fenced: from then on it is fenced again after each restart. One that does
 * not answer is fenced as soon as it does. Undo forgets it, unless it was fenced before, and opens
 * what was shut because of that.
 */
final class KeepStep implements Step {
  static final String KIND = "fence.keep";

  /** Before a variable: what a server that does not answer said last. */
  static final String LAST = "last.";

  private static final String EXISTED = "existed";
  private static final String SINCE = "since";
  private static final String VALUE = "value.";
  private static final String SHUT = "shut.";

  private final FenceEnvironment environment;
  private final PlannedStep planned;

  KeepStep(FenceEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.planned = planned;
  }

  private Optional<Fence> kept() {
    return environment.fences().find(planned.target());
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  @Override
  public Parameters before(StepContext context) {
    Optional<Fence> kept = kept();
    Instant since = kept.map(Fence::since).orElseGet(environment.clock()::instant);
    Parameters before = Parameters.of(EXISTED, kept.isPresent()).with(SINCE, since);
    SortedMap<String, String> values = kept.map(Fence::before).orElseGet(() -> values(context));
    for (var each : values.entrySet()) {
      before = before.with(VALUE + each.getKey(), each.getValue());
    }
    return before;
  }

  private SortedMap<String, String> values(StepContext context) {
    SortedMap<String, String> last = FenceText.under(LAST, planned.parameters());
    if (!last.isEmpty()) {
      return last;
    }
    try (Session server = environment.servers().open(planned.target(), context.deadline())) {
      return server.fence().read(context.deadline());
    }
  }

  @Override
  public StepOutcome run(StepContext context, Parameters before) {
    Fence fence =
        FenceText.parse(
            planned.target(),
            planned.parameters(),
            Instant.parse(before.require(SINCE)),
            FenceText.under(VALUE, before));
    for (Fence.Receiver receiver : kept().map(Fence::receivers).orElse(List.of())) {
      fence = fence.stopping(receiver);
    }
    environment.fences().save(fence);
    return StepOutcome.done("It is fenced again after every restart until it is unfenced.");
  }

  @Override
  public Verdict verify(StepContext context, Parameters before) {
    return Verdict.of(kept().isPresent(), "The store does not say so.");
  }

  @Override
  public void undo(StepContext context, Parameters before) {
    if (!before.requireBoolean(EXISTED)) {
      environment.fences().remove(planned.target());
      open(before, context);
    }
  }

  /** What was shut when it was restarted meanwhile, by no step of ours. */
  private void open(Parameters before, StepContext context) {
    try (Session server = environment.servers().open(planned.target(), context.deadline())) {
      stillShut(server, before, context)
          .reversed()
          .forEach((variable, value) -> server.fence().set(variable, value, context.deadline()));
    } catch (OrchestratorException e) {
      requireAway(e);
    }
  }

  /** Each variable that is shut and was not before, with what it was. */
  private SortedMap<String, String> stillShut(
      Session server, Parameters before, StepContext context) {
    SortedMap<String, String> shut = FenceText.under(SHUT, planned.parameters());
    SortedMap<String, String> now = server.fence().read(context.deadline());
    SortedMap<String, String> left = FenceText.under(VALUE, before);
    left.entrySet()
        .removeIf(was ->
            was.getValue().equals(shut.get(was.getKey()))
                || !now.getOrDefault(was.getKey(), "").equals(shut.get(was.getKey())));
    return left;
  }

  /** What ends takes its variables with it. */
  private static void requireAway(OrchestratorException failure) {
    if (!isAway(failure)) {
      throw failure;
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Parameters before) {
    if (before.requireBoolean(EXISTED) || kept().isPresent()) {
      return Verdict.of(
          kept().isPresent() == before.requireBoolean(EXISTED), "The store still says so.");
    }
    try (Session server = environment.servers().open(planned.target(), context.deadline())) {
      SortedMap<String, String> left = stillShut(server, before, context);
      return Verdict.of(
          left.isEmpty(), "%s is shut still, by %s.".formatted(planned.target(), left.keySet()));
    } catch (OrchestratorException e) {
      requireAway(e);
      return Verdict.holds();
    }
  }

  /** Whether a server could not be asked, which is no reason not to fence it. */
  static boolean isAway(OrchestratorException failure) {
    return failure.code().kind() == ErrorKind.UNREACHABLE;
  }
}
