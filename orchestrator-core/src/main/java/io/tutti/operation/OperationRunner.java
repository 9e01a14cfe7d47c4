package io.tutti.operation;

import io.tutti.error.OrchestratorException;
import io.tutti.hook.HookRun;
import io.tutti.hook.Hooks;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationEvent;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationRequest;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import io.tutti.plan.Reason;
import io.tutti.plan.Why;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.Journal;
import io.tutti.store.JournalEntry;
import io.tutti.store.LockGrant;
import io.tutti.store.TopologyLock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes goals and carries them out as operations.
 *
 * <ol>
 *   <li>Find the operation that the idempotency key already stands for, if there is one.
 *   <li>Plan: what a dry run shows, with what it was made of ({@link Draft}).
 *   <li>Refuse what is in the way of an unfinished operation, or displace that ({@link
 *       Precedence}).
 *   <li>Lock what it claims; each grant has a higher epoch, which every write to the journal bears.
 *   <li>Create the operation in the journal.
 *   <li>Launch it on a thread of its own, which carries it out ({@link OperationRun}).
 *   <li>Release the lock when it is at rest.
 * </ol>
 *
 * After a restart, and now and then afterwards, {@link #resumeUnfinished()} takes up what is in the
 * journal and not at rest, and what is stuck for a server that is back. Only the leading controller
 * may call anything here but the readings.
 */
public final class OperationRunner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OperationRunner.class);

  private final OperationEngine engine;
  private final OperationExecutor executor;
  private final Precedence precedence;
  private final RandomGenerator random = RandomGenerator.getDefault();
  private final ReentrantLock admission = new ReentrantLock();

  /** What the runner needs from outside. */
  public record Environment(
      Journal journal,
      TopologyLock lock,
      AuditLog audit,
      InstantSource clock,
      Pauses pauses,
      Reservations reservations,
      OperationHooks hooks,
      ActingLocks acting) {

    /** Where nothing is held, no hook is called, and no other controller is known. */
    public Environment(
        Journal journal, TopologyLock lock, AuditLog audit, InstantSource clock, Pauses pauses) {
      this(
          journal,
          lock,
          audit,
          clock,
          pauses,
          Reservations.NONE,
          OperationHooks.NONE,
          ActingLocks.NONE);
    }
  }

  public OperationRunner(
      List<? extends Planning> plannings,
      StepKinds kinds,
      OperationSettings settings,
      Environment environment) {
    this.engine =
        new OperationEngine(
            new OperationEngine.Ports(
                environment.journal(),
                environment.lock(),
                environment.audit(),
                environment.clock(),
                environment.reservations(),
                environment.acting()),
            kinds,
            OperationEngine.byGoalKind(plannings),
            new EventFeed(environment.journal()),
            new UnfinishedWork(environment.journal()),
            new OperationTally(),
            environment.pauses(),
            environment.hooks(),
            settings);
    this.executor = new OperationExecutor(engine, this::goOnWithDisplaced);
    this.precedence = new Precedence(engine, executor);
  }

  /**
   * Has the journal ready to write. What is urgent is rare: nobody should wait then for what was
   * never done before.
   */
  public void prepare() {
    engine.journal().prepare();
  }

  /**
   * Who wants to know that servers are not as they were.
   *
   * @param listener called with each operation that has ended here, or is left as it is
   */
  public void whenEnded(Consumer<Operation> listener) {
    executor.whenEnded(listener);
  }

  /** The hooks of this controller, for what calls some beside operations. */
  public Hooks hooks() {
    return engine.hooks().hooks();
  }

  /**
   * What an operation would do: the very plan that {@link #submit} carries out.
   *
   * @throws OrchestratorException when the goal is refused
   */
  public Plan dryRun(Goal goal) {
    return engine.plan(goal);
  }

  /**
   * Starts an operation, or finds the one that was started under the same key.
   *
   * @throws OrchestratorException when the goal is refused, or something is in its way; that is
   *     audited, too
   */
  public Operation submit(Goal goal, String actor, Optional<String> idempotencyKey) {
    try {
      return submitAgain(goal, actor, idempotencyKey);
    } catch (OrchestratorException e) {
      auditRefusal(goal, actor, e.observed());
      throw e;
    }
  }

  /**
   * The same for what asks again and again until it is not refused: that audits itself what refuses
   * it.
   */
  public Operation submitAgain(Goal goal, String actor, Optional<String> idempotencyKey) {
    Optional<Operation> known = findUnder(idempotencyKey, goal);
    if (known.isPresent()) {
      return known.get();
    }
    Draft draft = engine.draft(goal);
    return admit(draft, new OperationRequest(actor, idempotencyKey, engine.clock().instant()));
  }

  public void auditRefusal(Goal goal, String actor, String why) {
    audit(goal, actor, "refused", AuditRecord.Outcome.REFUSED, why);
  }

  /** Whether an operation for just that goal is not at rest yet. */
  public boolean isUnderWay(Goal goal) {
    return engine.unfinished().all().stream().anyMatch(work -> work.goal().equals(goal));
  }

  /** A server was connected to again: what waits for it goes on. */
  public void serverIsBack(InstanceAddress server) {
    executor.wake(server);
  }

  /** The operations that keep others from their topologies now. */
  public Set<OperationId> holders() {
    return engine.lock().grants().stream()
        .map(LockGrant::holder)
        .collect(Collectors.toUnmodifiableSet());
  }

  private Optional<Operation> findUnder(Optional<String> idempotencyKey, Goal goal) {
    Optional<Operation> known = idempotencyKey.flatMap(engine.journal()::findByKey);
    known
        .filter(operation -> !operation.plan().goal().equals(goal))
        .ifPresent(operation -> {
          throw Refusals.keyReused(idempotencyKey.orElseThrow(), operation, goal);
        });
    return known;
  }

  private Operation admit(Draft draft, OperationRequest request) {
    Plan plan = draft.plan();
    admission.lock();
    try {
      Optional<Operation> known = findUnder(request.idempotencyKey(), plan.goal());
      if (known.isPresent()) {
        return known.get();
      }
      executor.refuseWhenClosed(plan.goal());
      OperationId id = OperationId.at(engine.clock().instant(), random);
      precedence.clearTheWay(id, plan);
      LockGrant grant = engine.lock().acquire(plan.scope(), id);
      boolean isUndisturbed = draft.writes() == engine.unfinished().writes();
      return create(
          grant,
          Operation.planned(id, plan, request),
          isUndisturbed ? Optional.of(draft) : Optional.empty());
    } finally {
      admission.unlock();
    }
  }

  /**
   * @param draft of its plan, where no operation has acted since that was made
   */
  private Operation create(LockGrant grant, Operation operation, Optional<Draft> draft) {
    try {
      OperationEvent event = OperationEvent.of(operation, "Planned; it waits for its turn.");
      engine.journal().create(grant, new JournalEntry(operation, event, Optional.empty()));
    } catch (RuntimeException e) {
      engine.lock().release(grant);
      throw e;
    }
    engine.unfinished().changed(operation);
    executor.launch(new JournaledOperation(engine, grant, operation), draft);
    return operation;
  }

  /**
   * Asks an operation to stop: before its next step, and then everything is undone. What waits
   * stops soon.
   *
   * @throws OrchestratorException OPERATION_STATE when there is nothing to stop any more
   */
  public Operation cancel(OperationId id, String actor) {
    Operation operation = require(id);
    JournaledOperation active =
        executor.find(id).orElseThrow(() -> Refusals.nothingToStop(operation));
    try {
      active.cancel(actor);
    } catch (StoppedActing e) {
      throw Refusals.takenOver(operation, e);
    }
    audit(
        operation.plan().goal(),
        actor,
        "cancelled",
        AuditRecord.Outcome.DONE,
        "Asked " + id + " to stop.");
    return active.current();
  }

  /**
   * Declares that a person has put right what a stuck operation left; its instances are free again.
   *
   * @throws OrchestratorException OPERATION_STATE when it is not stuck
   */
  public Operation settle(OperationId id, String actor, String how) {
    JournaledOperation stuck = takeUpStuck(id);
    try {
      stuck.end(
          OperationState.FAILED,
          Why.of(Reason.SETTLED_BY_HAND, "Settled by %s: %s".formatted(actor, how)),
          AuditRecord.Outcome.DONE);
      return stuck.current();
    } finally {
      engine.lock().release(stuck.grant());
    }
  }

  /**
   * Tries again to undo a stuck operation, as a person has repaired what kept it.
   *
   * @throws OrchestratorException OPERATION_STATE when it is not stuck
   */
  public Operation retry(OperationId id) {
    JournaledOperation stuck = takeUpStuck(id);
    executor.launch(stuck);
    return stuck.current();
  }

  private JournaledOperation takeUpStuck(OperationId id) {
    admission.lock();
    try {
      Operation operation = require(id);
      if (operation.state() != OperationState.STUCK || executor.find(id).isPresent()) {
        throw Refusals.notStuck(operation);
      }
      return takeOver(operation);
    } finally {
      admission.unlock();
    }
  }

  private JournaledOperation takeOver(Operation operation) {
    LockGrant grant = engine.lock().takeOver(operation.plan().scope(), operation.id());
    // Read again: the one who acted before us may have written until the new epoch stood.
    return new JournaledOperation(engine, grant, require(operation.id()));
  }

  /**
   * Takes up what the journal holds and nobody carries out: after a start, after becoming the
   * leader, and now and then, as a store or a server may be back. What is under way here is not
   * disturbed.
   *
   * @return what was taken up
   */
  public List<OperationId> resumeUnfinished() {
    return takenUpByNobody().stream()
        .filter(executor::mayGoOn)
        .filter(this::resume)
        .map(Operation::id)
        .toList();
  }

  private List<Operation> takenUpByNobody() {
    admission.lock();
    try {
      List<Operation> unfinished = engine.unfinished().read();
      releaseOrphans(unfinished);
      return unfinished.stream()
          .filter(operation -> executor.find(operation.id()).isEmpty())
          .toList();
    } finally {
      admission.unlock();
    }
  }

  /** At once, where somebody waits for it; the rest is for {@link #resumeUnfinished}. */
  private void goOnWithDisplaced() {
    try {
      engine.unfinished().all().stream()
          .filter(work -> work.state() == OperationState.DISPLACED)
          .filter(work -> executor.find(work.id()).isEmpty())
          .flatMap(work -> find(work.id()).stream())
          .filter(executor::mayGoOn)
          .forEach(this::resume);
    } catch (RuntimeException e) {
      LOG.warn("The displaced operation could not continue now; it is tried again", e);
    }
  }

  private boolean resume(Operation operation) {
    admission.lock();
    try {
      // It may have ended since it was read; its lock keeps nobody out then.
      if (executor.find(operation.id()).isPresent()
          || require(operation.id()).state().isTerminal()) {
        return false;
      }
      JournaledOperation resumed = takeOver(operation);
      if (resumed.current().state().isTerminal()) {
        engine.lock().release(resumed.grant());
        return false;
      }
      resumed.note("Resumed by the controller.");
      executor.launch(resumed);
      return true;
    } catch (OrchestratorException | StoppedActing e) {
      LOG.warn("{} cannot be resumed now; it is tried again", operation, e);
      return false;
    } finally {
      admission.unlock();
    }
  }

  private void releaseOrphans(List<Operation> unfinished) {
    List<OperationId> holders =
        unfinished.stream()
            .filter(operation -> operation.state().isActing())
            .map(Operation::id)
            .toList();
    engine.lock().grants().stream()
        .filter(grant -> !holders.contains(grant.holder()))
        .filter(grant -> executor.find(grant.holder()).isEmpty())
        .forEach(engine.lock()::release);
  }

  public Optional<Operation> find(OperationId id) {
    return engine.journal().find(id);
  }

  /**
   * @throws OrchestratorException UNKNOWN_OPERATION
   */
  public Operation require(OperationId id) {
    return find(id).orElseThrow(() -> Refusals.unknown(id));
  }

  /** How many there were, and are. Reads no journal that was read before. */
  public OperationCounts counts() {
    return engine.tally().with(engine.unfinished().all());
  }

  /** The newest first, {@code limit} at most. */
  public List<Operation> latest(int limit) {
    return engine.journal().latest(limit);
  }

  /** How each hook ended that it has called so far, with what it printed. */
  public List<String> hookRuns(OperationId id) {
    return engine.feed().messages(id).stream().filter(HookRun::isSentence).toList();
  }

  /**
   * Calls {@code listener} on a thread of its own for each event from that number on, past ones
   * first, none twice, none left out.
   *
   * @return ends when the operation is at rest; cancelling it stops following
   * @throws OrchestratorException UNKNOWN_OPERATION
   */
  public CompletableFuture<OperationState> follow(
      OperationId id, long fromSequence, Consumer<OperationEvent> listener) {
    require(id);
    return engine.feed().follow(id, fromSequence, listener);
  }

  /** Waits until an operation is at rest, or that long. */
  public Operation awaitRest(OperationId id, Duration atMost) throws InterruptedException {
    executor.awaitEnd(id, atMost);
    return require(id);
  }

  private void audit(
      Goal goal, String actor, String what, AuditRecord.Outcome outcome, String reason) {
    engine
        .audit()
        .append(
            new AuditRecord(
                engine.clock().instant(),
                actor,
                goal.kind() + "." + what,
                goal.target(),
                outcome,
                reason));
  }

  /**
   * Takes nothing more, waits a bounded time for operations to end, and leaves the others to be
   * taken up after the next start.
   */
  @Override
  public void close() {
    executor.close();
  }
}
