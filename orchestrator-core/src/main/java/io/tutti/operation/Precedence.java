package io.tutti.operation;

import io.tutti.error.OrchestratorException;
import io.tutti.operation.UnfinishedWork.Work;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.plan.Plan;
import io.tutti.plan.Reason;
import io.tutti.plan.Why;
import io.tutti.store.LockGrant;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Makes way for what protects data, and for what lets others continue. A less urgent operation in
 * its way is displaced:
 *
 * <ol>
 *   <li>Its permit to speak to servers is withdrawn: no further statement begins.
 *   <li>What it is saying is waited for, and cut off after a moment.
 *   <li>The journal keeps that it is displaced; its own thread can write no more.
 *   <li>What it claimed is free for the other one, under a higher epoch.
 * </ol>
 *
 * One that nobody carries out here, as its controller ended, is taken over first.
 */
record Precedence(OperationEngine engine, OperationExecutor executor) {
  /**
   * More than nearly every statement takes; those that wait in the server for longer are stops and
   * copies. A source that lost commits takes writes meanwhile.
   */
  static final Duration DISPLACE_WAIT_MAX = Duration.ofMillis(300);

  /**
   * Displaces what is in the way of a plan. Where what is as urgent is among that, the rest goes
   * on.
   *
   * @throws OrchestratorException when something stays in its way
   */
  void clearTheWay(OperationId id, Plan plan) {
    List<Work> inTheWay = engine.unfinished().inTheWayOf(id, plan);
    Optional<Work> first =
        inTheWay.stream().filter(work -> !work.givesWayTo(plan.goal())).findFirst();
    first
        .filter(work -> !isForTheLock(work, plan))
        .ifPresent(work -> {
          throw Refusals.instanceInOperation(plan, work);
        });
    int unfinished = engine.unfinished().all().size();
    if (unfinished >= engine.settings().unfinishedMax() && !plan.goal().isUrgent()) {
      throw Refusals.tooMany(plan, unfinished);
    }
    if (first.isEmpty()) {
      inTheWay.forEach(work -> displace(work, plan.goal(), id));
    }
  }

  /** Then its refusal says it better. */
  private static boolean isForTheLock(Work work, Plan plan) {
    return work.state().isActing() && work.scope().isOfSameTopology(plan.scope());
  }

  private void displace(Work work, Goal urgent, OperationId by) {
    JournaledOperation operation = executor.find(work.id()).orElseGet(() -> takeOver(work));
    String why = "it is paused for %s (%s).".formatted(by, urgent);
    operation.permit().withdraw(why);
    operation.wake();
    operation.permit().silence(DISPLACE_WAIT_MAX);
    operation.displace(
        Why.of(
            Reason.DISPLACED,
            "Displaced by %s, %s. It continues afterwards.".formatted(by, urgent)));
    engine.lock().release(operation.grant());
  }

  private JournaledOperation takeOver(Work work) {
    LockGrant grant = engine.lock().takeOver(work.scope(), work.id());
    Operation last =
        engine.journal().find(work.id()).orElseThrow(() -> Refusals.unknown(work.id()));
    return new JournaledOperation(engine, grant, last);
  }
}
