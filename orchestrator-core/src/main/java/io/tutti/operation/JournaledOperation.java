package io.tutti.operation;

import io.tutti.error.Act;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationEvent;
import io.tutti.plan.OperationState;
import io.tutti.plan.StepProgress;
import io.tutti.plan.StepState;
import io.tutti.plan.Why;
import io.tutti.store.AuditRecord;
import io.tutti.store.Journal;
import io.tutti.store.JournalEntry;
import io.tutti.store.LockGrant;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * An operation that this controller carries out: the journal first, then memory. Once a write was
 * refused or could not be made, every later one fails, too, so that nobody acts on what is not
 * journaled.
 *
 * <p>What comes before an effect, or ends it, is durable when its method returns; what is done is
 * soon, and before the next effect. Notes become durable with the next of those.
 */
final class JournaledOperation {
  private final Journal journal;
  private final LockGrant grant;
  private final EventFeed feed;
  private final UnfinishedWork unfinished;
  private final OperationTally tally;
  private final Permit permit;
  private final InstantSource clock;
  private final Pauses pauses;
  private final OperationSettings settings;
  private final AtomicInteger wakes = new AtomicInteger();
  private final StageLock stageLock = new StageLock();
  private Operation current;
  private boolean stopped;

  JournaledOperation(OperationEngine engine, LockGrant grant, Operation current) {
    this.journal = engine.journal();
    this.feed = engine.feed();
    this.unfinished = engine.unfinished();
    this.tally = engine.tally();
    this.permit = new Permit(current.id().toString());
    this.clock = engine.clock();
    this.pauses = engine.pauses();
    this.settings = engine.settings();
    this.grant = grant;
    this.current = current;
  }

  synchronized Operation current() {
    return current;
  }

  LockGrant grant() {
    return grant;
  }

  /** What its steps rely on, restored by one of them at a time. */
  StageLock stageLock() {
    return stageLock;
  }

  /** Its leave to speak to servers. */
  Permit permit() {
    return permit;
  }

  /** Reports what happens, without a change. */
  void note(String message) {
    keep(UnaryOperator.identity(), after -> OperationEvent.of(after, message));
  }

  void note(int step, String message) {
    keep(UnaryOperator.identity(), after -> OperationEvent.of(after, step, message));
  }

  void become(OperationState next, Why why) {
    change(now -> now.withState(next, why), after -> OperationEvent.of(after, why.sentence()));
  }

  /** All of its steps are done: reading them again has no effect, so nothing waits for this. */
  void verifying(Why why) {
    keep(
        now -> now.withState(OperationState.VERIFYING, why),
        after -> OperationEvent.of(after, why.sentence()));
    journal.syncSoon();
  }

  /** The last change: with it, the record for the audit is kept. */
  void end(OperationState next, Why why, AuditRecord.Outcome outcome) {
    write(
        now -> now.withState(next, why),
        after -> OperationEvent.of(after, why.sentence()),
        after -> Optional.of(audit(after, "ended", outcome, why.sentence() + notes(after))));
    sync();
  }

  /**
   * Keeps that it is displaced, and that nothing more is written here. Nothing of it has its permit
   * any more, so that is true.
   */
  synchronized void displace(Why why) {
    if (!stopped && current.state().isActing()) {
      write(
          now -> now.withState(OperationState.DISPLACED, why),
          after -> OperationEvent.of(after, why.sentence()),
          after ->
              Optional.of(audit(after, "displaced", AuditRecord.Outcome.DONE, why.sentence())));
      sync();
    }
    stopped = true;
  }

  /** Nothing has an effect before its first step, which is kept durably. */
  void start(OperationState next, Why why) {
    write(
        now -> now.withState(next, why),
        after -> OperationEvent.of(after, why.sentence()),
        after ->
            Optional.of(
                audit(
                    after,
                    "started",
                    AuditRecord.Outcome.DONE,
                    "As " + after.id() + "." + notes(after))));
  }

  /** What people were shown before it belongs into the audit, which outlives logs and journals. */
  private static String notes(Operation operation) {
    return operation.plan().notes().isEmpty()
        ? ""
        : " " + operation.plan().notes().joined(" ", Act::toString);
  }

  private AuditRecord audit(
      Operation after, String what, AuditRecord.Outcome outcome, String reason) {
    return new AuditRecord(
        clock.instant(),
        after.request().actor(),
        after.plan().goal().kind() + "." + what,
        after.plan().goal().target(),
        outcome,
        reason);
  }

  void stepRunning(int step, Record before) {
    keepStep(step, progress -> progress.running(before), "It is about to run.");
    sync();
  }

  /** What somebody else did stays. */
  void stepStays(int step, Record before) {
    keepStep(
        step,
        progress -> progress.staying(before),
        "It stays as somebody else left it: " + String.join(" ", ChangesByOthers.in(before)));
    sync();
  }

  void stepUndoing(int step) {
    keepStep(step, progress -> progress.withState(StepState.UNDOING), "It is about to be undone.");
    sync();
  }

  /** It shows the step's effect, or that of its undoing. */
  void step(int step, StepState state, String message) {
    keepStep(step, progress -> progress.withState(state), message);
    sync();
  }

  /**
   * Durable soon: what a person does to the server from here on is not put down to our end. The
   * next step does not wait for it, and cannot have an effect before it is.
   */
  void stepDone(int step, StepProgress.Timing timing, StepOutcome outcome) {
    keepStep(
        step,
        progress ->
            outcome instanceof StepOutcome.Left(String what)
                ? progress.done(timing).leaving(what)
                : progress.done(timing),
        outcome.message());
    journal.syncSoon();
  }

  /** What could not be done ends nothing, whatever it is that was done of it. */
  void stepLeft(int step, String what) {
    keepStep(step, progress -> progress.leaving(what), what);
    sync();
  }

  /** Clients are served by another one since, whatever else of it could not be done. */
  void stepPassed(int step, String what) {
    keepStep(step, progress -> progress.withState(StepState.DONE).leaving(what), what);
    sync();
  }

  private void keepStep(int step, UnaryOperator<StepProgress> progress, String message) {
    keep(
        now -> now.withStep(step, progress.apply(now.steps().get(step))),
        after -> OperationEvent.of(after, step, message));
  }

  /**
   * @throws OrchestratorException OPERATION_STATE when it has come to rest meanwhile
   */
  synchronized void cancel(String actor) {
    if (current.state().isAtRest()) {
      throw Refusals.nothingToStop(current);
    }
    if (current.cancelledBy().isPresent()) {
      return;
    }
    change(
        now -> now.withCancelledBy(actor),
        after -> OperationEvent.of(after, "Cancelled by " + actor + "."));
    wake();
  }

  private void change(UnaryOperator<Operation> change, Function<Operation, OperationEvent> event) {
    keep(change, event);
    sync();
  }

  private void keep(UnaryOperator<Operation> change, Function<Operation, OperationEvent> event) {
    write(change, event, after -> Optional.empty());
  }

  private synchronized void write(
      UnaryOperator<Operation> change,
      Function<Operation, OperationEvent> event,
      Function<Operation, Optional<AuditRecord>> audit) {
    if (stopped) {
      throw new StoppedActing(current + " is no longer ours.");
    }
    Operation after = change.apply(current).atNextEvent(clock.instant());
    JournalEntry entry = new JournalEntry(after, event.apply(after), audit.apply(after));
    persistently(() -> journal.write(grant, entry));
    OperationLog.changed(current, after);
    tally.changed(current, after);
    current = after;
    unfinished.changed(after);
    feed.published(after.id());
  }

  /** Steps of one stage wait for one of it together. */
  private void sync() {
    persistently(journal::sync);
  }

  private void persistently(Runnable write) {
    RetryBudget.Waiting waiting =
        new RetryBudget(
                settings.retryBudget().firstPause(),
                settings.retryBudget().pauseMax(),
                settings.journalWaitMax(),
                settings.journalWaitMax(),
                Duration.ZERO,
                Duration.ZERO)
            .waiting(Duration.ZERO, false);
    while (true) {
      try {
        write.run();
        return;
      } catch (RuntimeException e) {
        if (isStale(e)) {
          throw stop(
              current() + " was taken over by another controller. It is left to that one.", e);
        }
        Duration pause =
            waiting
                .next(StepFailure.unreachable("The journal cannot be written."))
                .orElseThrow(
                    () -> stop(current() + " stops here: its journal cannot be written.", e));
        pause(pause);
      }
    }
  }

  private static boolean isStale(RuntimeException e) {
    return e instanceof OrchestratorException refused && refused.code() == ErrorCode.STALE_EPOCH;
  }

  private synchronized StoppedActing stop(String sentence, Throwable cause) {
    stopped = true;
    permit.withdraw("it is no longer ours.");
    return new StoppedActing(sentence, cause);
  }

  /** Stops acting here; the journal keeps the operation for whoever takes it up. */
  synchronized void giveWay() {
    stopped = true;
  }

  /** Something came that makes another attempt worthwhile: a server that answers again, say. */
  void wake() {
    wakes.incrementAndGet();
  }

  /** How often something came so far. */
  int wakes() {
    return wakes.get();
  }

  /**
   * Lets time pass until something comes that had not come then; a shutdown ends it.
   *
   * @return how much passed
   */
  Duration pause(Duration duration, int wakesThen) {
    try {
      return pauses.pauseUnless(duration, () -> wakes.get() != wakesThen);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedActing("The controller is shutting down.", e);
    }
  }

  /** Lets time pass; a shutdown ends it. */
  private void pause(Duration duration) {
    try {
      pauses.pause(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedActing("The controller is shutting down.", e);
    }
  }
}
