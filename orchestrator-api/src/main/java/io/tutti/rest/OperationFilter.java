package io.tutti.rest;

import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import java.time.Instant;
import java.util.Optional;

/**
 * Which operations are wanted: those that fit all that is given.
 *
 * @param target of what they were asked for
 * @param actor who asked
 * @param kind what, or the part of it before a dot: {@code crash} is {@code crash.fence}, too
 * @param since asked for then or later
 */
record OperationFilter(
    Optional<String> target,
    Optional<String> actor,
    Optional<String> kind,
    Optional<OperationState> state,
    Optional<Instant> since) {

  boolean isEverything() {
    return target.isEmpty()
        && actor.isEmpty()
        && kind.isEmpty()
        && state.isEmpty()
        && since.isEmpty();
  }

  boolean takes(Operation operation) {
    String done = operation.plan().goal().kind();
    return target.filter(name -> !name.equals(operation.plan().goal().target())).isEmpty()
        && actor.filter(name -> !name.equals(operation.request().actor())).isEmpty()
        && kind.filter(name -> !done.equals(name) && !done.startsWith(name + ".")).isEmpty()
        && state.filter(wanted -> wanted != operation.state()).isEmpty()
        && since.filter(first -> operation.request().at().isBefore(first)).isEmpty();
  }
}
