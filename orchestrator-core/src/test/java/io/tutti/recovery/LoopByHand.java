package io.tutti.recovery;

import io.tutti.operation.OperationRunner;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.recovery.Decisions.Decided;
import io.tutti.store.AuditLog;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A loop of one rule that looks when the test says so, and asks servers on the test's thread. */
public final class LoopByHand {
  private static final int ALL = 1_000;

  private final OperationRunner runner;
  private final RecoveryLoop loop;
  private final Decisions decisions;
  private final List<Runnable> waiting = new CopyOnWriteArrayList<>();

  public LoopByHand(
      RecoveryRule rule,
      OperationRunner runner,
      Supplier<WorldView> world,
      SimulatedTime time,
      AuditLog audit) {
    this.runner = runner;
    this.decisions = new Decisions(audit, time);
    this.loop =
        new RecoveryLoop(
            List.of(rule),
            new RecoveryLoop.Ports(
                runner, world, decisions, time, urgency -> Runnable::run, waiting::add));
  }

  /** Looks once. Returns what was begun. */
  public List<Operation> recover() {
    Set<OperationId> before = new HashSet<>();
    runner.latest(ALL).forEach(operation -> before.add(operation.id()));
    loop.look();
    return runner.latest(ALL).stream()
        .filter(operation -> !before.contains(operation.id()))
        .toList();
  }

  public void stirred() {
    loop.stirred();
  }

  /** Shows it that operations have ended that it waits for: all of them have. */
  public void operationsEnded() {
    List<Runnable> reported = new ArrayList<>(waiting);
    waiting.clear();
    reported.forEach(Runnable::run);
  }

  public List<Decided> decided() {
    return decisions.latest();
  }

  public Decisions decisions() {
    return decisions;
  }
}
