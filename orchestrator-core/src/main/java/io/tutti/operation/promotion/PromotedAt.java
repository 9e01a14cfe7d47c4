package io.tutti.operation.promotion;

import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.plan.StepState;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.topology.TopologySnapshot;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Who took a source's place last, and where in the two binlogs, as was kept with the operation that
 * promoted it. Pure.
 *
 * @param successor who took the place
 * @param at when it took writes
 * @param had all of the lost source's binlog that it had applied then; empty where it was not
 *     counted by position
 * @param began the end of its own binlog before anybody wrote to it; empty where that was not read
 */
public record PromotedAt(
    OperationId operation,
    Instant at,
    InstanceAddress successor,
    Optional<BinlogPosition> had,
    Optional<BinlogPosition> began) {

  /**
   * @param operations the newest first
   */
  public static Optional<PromotedAt> of(
      TopologySnapshot snapshot, InstanceAddress lost, Collection<Operation> operations) {
    return operations.stream()
        .flatMap(operation ->
            IntStream.range(0, operation.steps().size())
                .filter(index -> opened(snapshot, operation, index, lost))
                .mapToObj(index -> of(operation, index)))
        .findFirst();
  }

  private static boolean opened(
      TopologySnapshot snapshot, Operation operation, int index, InstanceAddress lost) {
    return operation.plan().steps().get(index).kind().equals(OpenStep.KIND)
        && operation.steps().get(index).state() == StepState.DONE
        && operation
            .plan()
            .steps()
            .get(index)
            .seen(OpenStep.InPlaceOf.class)
            .filter(place -> snapshot.keptUnder(place.lost()).equals(snapshot.keptUnder(lost)))
            .isPresent();
  }

  private static PromotedAt of(Operation operation, int index) {
    InstanceAddress successor = operation.plan().steps().get(index).target();
    return new PromotedAt(
        operation.id(),
        operation
            .steps()
            .get(index)
            .timing()
            .map(timing -> timing.begun().plus(timing.took()))
            .orElseGet(operation::changedAt),
        successor,
        had(operation, successor),
        operation
            .steps()
            .get(index)
            .before()
            .filter(OpenStep.Before.class::isInstance)
            .flatMap(before -> ((OpenStep.Before) before).had().end().asOptional()));
  }

  private static Optional<BinlogPosition> had(Operation operation, InstanceAddress successor) {
    return IntStream.range(0, operation.steps().size())
        .filter(index -> operation.plan().steps().get(index).kind().equals(CatchUpStep.KIND))
        .filter(index -> operation.plan().steps().get(index).target().equals(successor))
        .filter(index -> operation.steps().get(index).state() == StepState.DONE)
        .mapToObj(index -> operation.steps().get(index).before())
        .flatMap(Optional::stream)
        .filter(CatchUpStep.Before.class::isInstance)
        .map(before -> ((CatchUpStep.Before) before).target())
        .filter(Has.UpTo.class::isInstance)
        .map(has -> ((Has.UpTo) has).place())
        .findFirst();
  }
}
