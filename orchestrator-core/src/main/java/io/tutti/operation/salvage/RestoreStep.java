package io.tutti.operation.salvage;

import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.server.Lacking;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import java.util.List;
import java.util.Optional;

/**
 * Lets a server that has executed nothing count as executed what its rows hold. There is nothing to
 * undo: without it the server would take all for missing.
 */
final class RestoreStep implements Step<Nothing> {
  static final String KIND = "salvage.restore";

  /**
   * What it does.
   *
   * @param gtids that are to count as executed
   * @param noted what its binlogs reported
   */
  record Work(GtidSet gtids, GtidSet noted) {}

  private final GapsEnvironment environment;
  private final InstanceAddress target;
  private final GtidSet gtids;

  RestoreStep(GapsEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    this.gtids = planned.work(Work.class).gtids();
  }

  private Session open(StepContext context) {
    return environment.servers().open(target, context.deadline());
  }

  private static Optional<GtidSet> executed(Session session, StepContext context) {
    return session.read(context.deadline()).gtid().executed().asOptional();
  }

  @Override
  public void precondition(StepContext context) {
    // The binlogs are gone: whatever became of the server since, this is what it lacks.
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    try (Session session = open(context)) {
      Optional<GtidSet> executed = executed(session, context);
      if (executed.filter(gtids::equals).isPresent()) {
        return StepOutcome.alreadyDone("Its executed GTIDs are exactly these.");
      }
      if (executed.filter(GtidSet::isEmpty).isEmpty()) {
        throw StepFailure.fatal(
            "%s has executed %s in the meantime, so its GTIDs can no longer be set."
                .formatted(target, executed.map(GtidSet::toString).orElse("what is not known")),
            List.of(SalvageRefusal.PROVISION.formatted(target)));
      }
      session
          .control()
          .gtidRestoring()
          .orElseThrow(Lacking.in(target, SalvagePlanner.RESTORE))
          .restoreExecuted(gtids, context.deadline());
      if (!executed(session, context).equals(Optional.of(gtids))) {
        throw StepFailure.passing(
            "The executed GTIDs of %s are not exactly %s.".formatted(target, gtids));
      }
      return StepOutcome.done("Its executed GTIDs are exactly these.");
    }
  }

  /** Once it was started, it has more. */
  @Override
  public Verdict verify(StepContext context, Nothing before) {
    try (Session session = open(context)) {
      return Verdict.of(
          executed(session, context).filter(set -> set.contains(gtids)).isPresent(),
          "%s does not have %s among its executed GTIDs.".formatted(target, gtids));
    }
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    // What it counts is right.
  }

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    return Verdict.holds();
  }
}
