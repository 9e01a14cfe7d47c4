package io.tutti.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A plan being carried out, and how far it has come: the unit of the journal.
 *
 * @param trouble why it is being undone, once it is
 * @param cancelledBy who asked it to stop
 * @param sequence the number of its last event
 */
public record Operation(
    OperationId id,
    Plan plan,
    OperationRequest request,
    OperationState state,
    Why why,
    Optional<Why> trouble,
    List<StepProgress> steps,
    Optional<String> cancelledBy,
    Instant changedAt,
    long sequence) {

  public Operation {
    steps = List.copyOf(steps);
    if (steps.size() != plan.steps().size()) {
      throw new IllegalArgumentException(
          "%s has %d steps and the progress of %d"
              .formatted(id, plan.steps().size(), steps.size()));
    }
  }

  public static Operation planned(OperationId id, Plan plan, OperationRequest request) {
    return new Operation(
        id,
        plan,
        request,
        OperationState.PLANNED,
        Why.of(Reason.ASKED_FOR),
        Optional.empty(),
        Collections.nCopies(plan.steps().size(), StepProgress.PENDING),
        Optional.empty(),
        request.at(),
        1);
  }

  /**
   * @throws IllegalStateException when the transition table has no such move
   */
  public Operation withState(OperationState next, Why because) {
    Optional<Why> undoneFor =
        switch (next) {
          case UNDOING -> trouble.or(() -> Optional.of(because));
          case RUNNING -> Optional.empty();
          default -> trouble;
        };
    return new Operation(
        id,
        plan,
        request,
        state.to(next),
        because,
        undoneFor,
        steps,
        cancelledBy,
        changedAt,
        sequence);
  }

  public Operation withStep(int index, StepProgress progress) {
    List<StepProgress> changed = new ArrayList<>(steps);
    changed.set(index, progress);
    return new Operation(
        id, plan, request, state, why, trouble, changed, cancelledBy, changedAt, sequence);
  }

  public Operation withCancelledBy(String actor) {
    return new Operation(
        id, plan, request, state, why, trouble, steps, Optional.of(actor), changedAt, sequence);
  }

  /** The same after its next event. */
  public Operation atNextEvent(Instant now) {
    return new Operation(
        id, plan, request, state, why, trouble, steps, cancelledBy, now, sequence + 1);
  }

  /** Whether a server may show an effect of it. */
  public boolean mayHaveEffect() {
    return steps.stream().anyMatch(step -> step.state().mayHaveEffect());
  }

  /** What of it this release cannot read, as another one wrote it. */
  public Optional<Unreadable> unreadable() {
    return Stream.of(
            Stream.of(plan.goal().request()),
            plan.steps().stream().flatMap(step -> Stream.of(step.work(), step.seen())),
            steps.stream().flatMap(step -> step.before().stream()))
        .flatMap(each -> each)
        .flatMap(each -> Unreadable.in(each).stream())
        .findFirst();
  }

  /** How much of the way is behind it, 0 to 100: forward, or back while it is undone. */
  public int percent() {
    if (state.isTerminal() || steps.isEmpty()) {
      return state.isTerminal() ? 100 : 0;
    }
    boolean back = trouble.isPresent();
    StepState behind = back ? StepState.UNDONE : StepState.DONE;
    long done = steps.stream().filter(step -> step.state() == behind).count();
    long all =
        back
            ? steps.stream().filter(step -> step.state() != StepState.PENDING).count()
            : steps.size();
    return all == 0 ? 0 : Math.toIntExact(done * 100 / all);
  }

  @Override
  public String toString() {
    return "operation " + id + " (" + plan.goal() + ", " + state.text() + ")";
  }
}
