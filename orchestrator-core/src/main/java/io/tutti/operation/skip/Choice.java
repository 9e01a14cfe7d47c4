package io.tutti.operation.skip;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
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

/**
 * Shows from a replica's own rows which transaction is meant: the named one, or the one that fails.
 * Pure.
 *
 * <ol>
 *   <li>A worker's own error comes first; it names the transaction or a place inside of it.
 *   <li>Then the applier's.
 *   <li>Where neither shows a place, the next transaction, if the applier applies in order.
 *   <li>Else it is not known. What was executed so far is never counted on from.
 * </ol>
 */
record Choice(InstanceState state, Channel channel) {
  /**
   * @throws OrchestratorException NOTHING_TO_SKIP when there is no such transaction,
   *     TRANSACTION_UNKNOWN when it cannot be known
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
              .formatted(state.address(), Channel.ofChannel(channel.name())),
          Remedies.of("name one: %s", Acts.skipGtid(state.address())));
    }
    if (errors.stream().allMatch(LastError::isOfNoTransaction)) {
      throw refusal(
          ErrorCode.NOTHING_TO_SKIP,
          "What stopped the applier of %s%s is about no transaction: %s."
              .formatted(state.address(), Channel.ofChannel(channel.name()), errors.getFirst()),
          Remedies.of(Acts.showInstance(state.address())));
    }
    List<ErrorPlace> places = places();
    if (!places.isEmpty()) {
      return new Wanted.Failed(places);
    }
    if (!appliesInOrder()) {
      throw refusal(
          ErrorCode.TRANSACTION_UNKNOWN,
          "The error of %s%s names no transaction, and its workers may be anywhere: %s."
              .formatted(state.address(), Channel.ofChannel(channel.name()), errors.getFirst()),
          Remedies.of("name it: %s", Acts.skipGtid(state.address())));
    }
    return new Wanted.Next();
  }

  private void requireNotApplied(Gtid named) {
    try {
      if (state.gtid().executed().asOptional().filter(set -> set.containsGtid(named)).isPresent()) {
        throw refusal(
            ErrorCode.NOTHING_TO_SKIP,
            "%s has applied %s already.".formatted(state.address(), named),
            Remedies.of(Acts.showInstance(state.address())));
      }
    } catch (IllegalArgumentException e) {
      throw refusal(
          ErrorCode.INVALID_REQUEST,
          "%s is not a GTID of this family: %s has applied %s."
              .formatted(
                  named,
                  state.address(),
                  state.gtid().executed().map(GtidSet::toString).asOptional().orElse("nothing")),
          Remedies.of("name it as this server does"));
    }
  }

  /** Of the workers that a transaction failed; where there is none, of all. */
  private List<LastError> errors() {
    List<LastError> errors =
        new ArrayList<>(
            failedWorkers().stream().flatMap(worker -> worker.lastError().stream()).toList());
    if (errors.isEmpty()) {
      channel.applier().lastError().ifPresent(errors::add);
      workers().stream().flatMap(worker -> worker.lastError().stream()).forEach(errors::add);
    }
    return errors;
  }

  private List<Worker> workers() {
    return channel.applier().workers().asOptional().orElse(List.of());
  }

  private List<Worker> failedWorkers() {
    return workers().stream()
        .filter(
            worker -> worker.lastError().filter(error -> !error.isOfNoTransaction()).isPresent())
        .toList();
  }

  private List<ErrorPlace> places() {
    List<Worker> failed = failedWorkers();
    if (!failed.isEmpty()) {
      List<ErrorPlace> places = failed.stream().map(Choice::placeOf).toList();
      return places.stream().anyMatch(ErrorPlace::showsNothing) ? List.of() : places;
    }
    return channel
        .applier()
        .lastError()
        .map(ErrorPlace::of)
        .filter(place -> !place.showsNothing())
        .stream()
        .toList();
  }

  private static ErrorPlace placeOf(Worker worker) {
    ErrorPlace reported = ErrorPlace.of(worker.lastError().orElseThrow());
    return worker.applying() instanceof Observed.Known<String>(String gtid)
        ? new ErrorPlace(Optional.of(Gtid.parse(gtid)), reported.file(), reported.end())
        : reported;
  }

  private boolean appliesInOrder() {
    return state.parallel().workers().is(0L)
        || state.parallel().preservesCommitOrder().is(true)
        || channel.applier().workers().is(List.of());
  }

  private OrchestratorException refusal(ErrorCode code, String observed, Remedies remedies) {
    return Refusal.of(code, state.address(), observed, remedies);
  }
}
