package io.tutti.operation;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.spi.Deadline;
import io.tutti.store.AuditLog;
import io.tutti.store.Journal;
import io.tutti.store.TopologyLock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The parts that all operations of this controller share. */
record OperationEngine(
    Ports ports,
    StepKinds kinds,
    Map<String, Planning> plannings,
    EventFeed feed,
    UnfinishedWork unfinished,
    OperationTally tally,
    Pauses pauses,
    OperationHooks hooks,
    OperationSettings settings) {

  /** What lies outside of the engine. */
  record Ports(
      Journal journal,
      TopologyLock lock,
      AuditLog audit,
      InstantSource clock,
      Reservations reservations,
      ActingLocks acting) {}

  static Map<String, Planning> byGoalKind(List<? extends Planning> plannings) {
    return plannings.stream()
        .collect(
            Collectors.toMap(
                Planning::goalKind,
                planning -> planning,
                (one, other) -> {
                  throw new IllegalArgumentException("two plannings for " + one.goalKind());
                },
                TreeMap::new));
  }

  /** A plan with what it is made of, as that was before the servers were asked. */
  Draft draft(Goal goal) {
    Optional<Record> basis = planning(goal).basis(goal);
    long writes = unfinished.writes();
    Instant begun = clock().instant();
    return new Draft(plan(goal), basis, begun, writes);
  }

  /**
   * Whether the same plan would be made now, as far as that is known without asking servers. Where
   * it is not, making it again says why.
   */
  boolean isStillRight(Draft draft) {
    Goal goal = draft.plan().goal();
    try {
      return draft.isFresh(clock().instant()) && planning(goal).basis(goal).equals(draft.basis());
    } catch (RuntimeException e) {
      return false;
    }
  }

  private Planning planning(Goal goal) {
    Planning planning = plannings.get(goal.kind());
    if (planning == null) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          goal.target(),
          "There is no operation \"%s\". There are: %s. Nothing was changed."
              .formatted(goal.kind(), String.join(", ", plannings.keySet())),
          List.of());
    }
    return planning;
  }

  Plan plan(Goal goal) {
    Planning planning = planning(goal);
    return planned(planning, deadline -> planning.plan(goal, deadline));
  }

  /** What was planned before, as it is to be done now. */
  Plan planAgain(Plan shown) {
    Planning planning = planning(shown.goal());
    return planned(planning, deadline -> planning.planAgain(shown, deadline));
  }

  private Plan planned(Planning planning, Function<Deadline, Plan> ask) {
    Plan plan = askedTwice(ask, Deadline.after(settings.planningMax()));
    if (!planning.releases()) {
      refuseWhatIsHeld(plan);
    }
    return hooks.shownIn(plan);
  }

  /**
   * Nothing was done yet, so a server whose answer to one statement did not come in time is asked
   * once more: a busy one answers then, and the deadline of the whole stays.
   */
  private static Plan askedTwice(Function<Deadline, Plan> ask, Deadline deadline) {
    try {
      return ask.apply(deadline);
    } catch (OrchestratorException e) {
      if (e.code() != ErrorCode.STATEMENT_TIMED_OUT || deadline.isExpired()) {
        throw e;
      }
      return ask.apply(deadline);
    }
  }

  private void refuseWhatIsHeld(Plan plan) {
    for (InstanceAddress instance : plan.scope().instances()) {
      ports
          .reservations()
          .find(instance)
          .ifPresent(hold -> {
            throw Refusals.held(plan, instance, hold);
          });
    }
  }

  ActingLocks acting() {
    return ports.acting();
  }

  Journal journal() {
    return ports.journal();
  }

  TopologyLock lock() {
    return ports.lock();
  }

  AuditLog audit() {
    return ports.audit();
  }

  InstantSource clock() {
    return ports.clock();
  }
}
