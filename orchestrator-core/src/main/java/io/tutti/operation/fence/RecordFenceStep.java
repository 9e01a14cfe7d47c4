package io.tutti.operation.fence;

import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.topology.Fence;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keeps that a server is fenced: from then on it is fenced again after each restart. One that does
 * not answer is fenced as soon as it does. Undo keeps the one with which it was fenced before, or
 * forgets it and opens what was shut because of that.
 */
final class RecordFenceStep implements Step<RecordFenceStep.Before> {
  static final String KIND = "fence.record";

  /**
   * What it does.
   *
   * @param fence all that is known of it before it is raised
   * @param last what a server that does not answer said last, by variable
   */
  record Work(Fence fence, SortedMap<String, String> last) {}

  /**
   * What was there.
   *
   * @param earlier with which it was fenced
   * @param since when it is
   * @param values by variable, what it was before it was fenced
   */
  record Before(Optional<Fence> earlier, Instant since, SortedMap<String, String> values) {}

  private final FenceEnvironment environment;
  private final PlannedStep planned;
  private final Work work;

  RecordFenceStep(FenceEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.planned = planned;
    this.work = planned.work(Work.class);
  }

  private Optional<Fence> kept() {
    return environment.fences().find(planned.target());
  }

  /** The operation that raises it is what it is known by. */
  private static boolean isRaisedBy(StepContext context, Fence kept) {
    return kept.id().equals(context.operation().value());
  }

  /** One that is to outlive the undo is not raised again meanwhile: that would remove it. */
  private boolean isRaised(StepContext context) {
    return kept()
        .filter(kept -> isRaisedBy(context, kept) || KeptFence.outlivesUndo(kept))
        .isPresent();
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  @Override
  public Before before(StepContext context) {
    Optional<Fence> kept = kept();
    Instant since = kept.map(Fence::since).orElseGet(environment.clock()::instant);
    return new Before(kept, since, kept.map(Fence::before).orElseGet(() -> values(context)));
  }

  private SortedMap<String, String> values(StepContext context) {
    if (!work.last().isEmpty()) {
      return work.last();
    }
    try (Session server = environment.servers().open(planned.target(), context.deadline())) {
      return server.fence().read(context.deadline());
    }
  }

  /** Done a second time, it forgets nothing that later steps have reported with it. */
  @Override
  public StepOutcome run(StepContext context, Before before) {
    if (isRaised(context)) {
      return StepOutcome.alreadyDone("It was so already.");
    }
    Fence fence = work.fence().raised(context.operation().value(), before.since(), before.values());
    environment.fences().save(fence.stopping(kept().map(Fence::receivers).orElse(List.of())));
    return StepOutcome.done("It is fenced again after every restart until it is unfenced.");
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    return Verdict.of(isRaised(context), "The store does not say so.");
  }

  @Override
  public void undo(StepContext context, Before before) {
    Optional<Fence> raised = kept();
    if (raised.filter(each -> !isRaisedBy(context, each)).isPresent()) {
      return;
    }
    if (before.earlier().isPresent()) {
      environment
          .fences()
          .save(before.earlier().get().stopping(raised.map(Fence::receivers).orElse(List.of())));
    } else {
      environment.fences().remove(planned.target());
      open(before, context);
    }
  }

  /** What was shut when it was restarted meanwhile, by no step of ours. */
  private void open(Before before, StepContext context) {
    try (Session server = environment.servers().open(planned.target(), context.deadline())) {
      stillShut(server, before, context)
          .reversed()
          .forEach((variable, value) -> server.fence().set(variable, value, context.deadline()));
    } catch (OrchestratorException e) {
      requireAway(e);
    }
  }

  /** Each variable that is shut and was not before, with what it was. */
  private SortedMap<String, String> stillShut(Session server, Before before, StepContext context) {
    SortedMap<String, String> shut = work.fence().shut();
    SortedMap<String, String> now = server.fence().read(context.deadline());
    SortedMap<String, String> left = new TreeMap<>(before.values());
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
  public Verdict verifyUndone(StepContext context, Before before) {
    Optional<Fence> kept = kept();
    if (kept.isPresent() || before.earlier().isPresent()) {
      return Verdict.of(
          kept.filter(each -> !isRaisedBy(context, each)).isPresent(),
          "The store does not say what it said before.");
    }
    try (Session server = environment.servers().open(planned.target(), context.deadline())) {
      SortedMap<String, String> left = stillShut(server, before, context);
      return Verdict.of(
          left.isEmpty(),
          "%s still keeps clients out, by %s.".formatted(planned.target(), left.keySet()));
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
