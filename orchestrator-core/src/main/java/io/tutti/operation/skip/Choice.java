package io.tutti.operation.skip;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tells from a replica's own rows which transaction is meant: the named one, or the one that fails.
 * Pure.
 *
 * <ol>
 *   <li>A worker's own error comes first; it names the transaction or a place inside of it.
 *   <li>Then the applier's.
 *   <li>Where neither tells a place, the next transaction, if the applier applies in order.
 *   <li>Else nobody knows. What was executed so far is never counted on from.
 * </ol>
 */
record Choice(InstanceState state, Channel channel) {
  /** The worker only stopped because an earlier transaction, of another worker, failed. */
  private static final int STOPPED_FOR_ANOTHER = 3030;

  /**
   * About the applier, the relay log or its start, not about a transaction: 1201, 1593 to 1595,
   * 1872.
   */
  private static final Set<Integer> OF_NO_TRANSACTION = Set.of(1201, 1593, 1594, 1595, 1872);

  /**
   * @throws OrchestratorException NOTHING_TO_SKIP when there is no such transaction,
   *     TRANSACTION_UNKNOWN when it cannot be told
   */
  Wanted wanted(Optional<Gtid> named) {
    if (named.isPresent()) {
      requireNotApplied(named.get());
      return new Wanted.Named(named.get());
    }
    List<LastError> errors = errors();
    if (errors.isEmpty() || channel.applier().state() != ThreadState.STOPPED) {
      throw refusal(
          ErrorCode.NOTHING_TO_SKIP,
          "No transaction fails on %s%s, and none was named."
              .formatted(state.address(), Refusal.ofChannel(channel)),
          List.of("name one: tutti skip %s --gtid GTID".formatted(state.address())));
    }
    errors.stream()
        .filter(error -> OF_NO_TRANSACTION.contains(error.number()))
        .findFirst()
        .ifPresent(error -> {
          throw refusal(
              ErrorCode.NOTHING_TO_SKIP,
              "What stopped the applier of %s%s is about no transaction: %s."
                  .formatted(state.address(), Refusal.ofChannel(channel), error),
              List.of("tutti instance " + state.address()));
        });
    List<ErrorPlace> places = places();
    if (!places.isEmpty()) {
      return new Wanted.Failed(places);
    }
    if (!appliesInOrder()) {
      throw refusal(
          ErrorCode.TRANSACTION_UNKNOWN,
          "The error of %s%s tells no transaction, and its workers may be anywhere: %s."
              .formatted(state.address(), Refusal.ofChannel(channel), errors.getFirst()),
          List.of("name it: tutti skip %s --gtid GTID".formatted(state.address())));
    }
    return new Wanted.Next();
  }

  private void requireNotApplied(Gtid named) {
    try {
      if (state.gtid().executed().asOptional().filter(set -> set.containsGtid(named)).isPresent()) {
        throw refusal(
            ErrorCode.NOTHING_TO_SKIP,
            "%s has applied %s already.".formatted(state.address(), named),
            List.of("tutti instance " + state.address()));
      }
    } catch (IllegalArgumentException e) {
      throw refusal(
          ErrorCode.INVALID_REQUEST,
          "%s is no GTID of this family: %s has applied %s."
              .formatted(
                  named,
                  state.address(),
                  state.gtid().executed().map(GtidSet::toString).asOptional().orElse("nothing")),
          List.of("name it as this server does"));
    }
  }

  private List<LastError> errors() {
    List<LastError> errors =
        new ArrayList<>(
            failedWorkers().stream().flatMap(worker -> worker.lastError().stream()).toList());
    channel.applier().lastError().ifPresent(errors::add);
    return errors;
  }

  private List<Worker> failedWorkers() {
    return channel.applier().workers().asOptional().orElse(List.of()).stream()
        .filter(worker ->
            worker.lastError().filter(error -> error.number() != STOPPED_FOR_ANOTHER).isPresent())
        .toList();
  }

  private List<ErrorPlace> places() {
    List<ErrorPlace> places =
        new ArrayList<>(
            failedWorkers().stream()
                .map(Choice::placeOf)
                .filter(place -> !place.tellsNothing())
                .toList());
    if (places.isEmpty()) {
      channel
          .applier()
          .lastError()
          .map(ErrorPlace::of)
          .filter(place -> !place.tellsNothing())
          .ifPresent(places::add);
    }
    return places;
  }

  private static ErrorPlace placeOf(Worker worker) {
    ErrorPlace told = ErrorPlace.of(worker.lastError().orElseThrow());
    return worker.applying() instanceof Observed.Known<String>(String gtid)
        ? new ErrorPlace(Optional.of(Gtid.parse(gtid)), told.inside())
        : told;
  }

  private boolean appliesInOrder() {
    return state.parallel().workers().is(0L)
        || state.parallel().preservesCommitOrder().is(true)
        || channel.applier().workers().is(List.of());
  }

  private OrchestratorException refusal(ErrorCode code, String observed, List<String> remedies) {
    return Refusal.of(code, state.address(), observed, remedies);
  }
}
