package io.tutti.operation.salvage;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.LogFile;
import java.util.List;

/** Deletes the binlogs of a server that nobody replicates from. That cannot be undone. */
final class DeleteBinlogsStep implements Step<DeleteBinlogsStep.Before> {
  static final String KIND = "salvage.delete-binlogs";

  /**
   * What it does.
   *
   * @param gtids whether those that were executed are forgotten with it
   */
  record Work(boolean gtids) {}

  /** The newest binlog. */
  record Before(String newest) {}

  private final GapsEnvironment environment;
  private final InstanceAddress target;
  private final boolean withGtids;

  DeleteBinlogsStep(GapsEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    this.withGtids = planned.work(Work.class).gtids();
  }

  private Session open(StepContext context) {
    return environment.servers().open(target, context.deadline());
  }

  @Override
  public void precondition(StepContext context) {
    try (Session session = open(context)) {
      requireNobodyBelow(session.read(context.deadline()));
    }
  }

  private void requireNobodyBelow(InstanceState state) {
    if (state.replicas().asOptional().filter(List::isEmpty).isEmpty()) {
      throw StepFailure.blocked(
          "%s has replicas, or it is not known whether it has: %s."
              .formatted(target, state.replicas()),
          List.of("let its replicas replicate from elsewhere"));
    }
  }

  @Override
  public Before before(StepContext context) {
    try (Session session = open(context)) {
      return new Before(newest(session, context.deadline()).name());
    }
  }

  private static LogFile newest(Session session, Deadline deadline) {
    return session.logs().files(deadline).getLast();
  }

  private static long number(String log) {
    return new BinlogPosition(log, 0).sequence();
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (Session session = open(context)) {
      if (isWiped(session, before, context.deadline())) {
        return StepOutcome.alreadyDone("They are gone.");
      }
      requireNobodyBelow(session.read(context.deadline()));
      session.control().wipeBinlogs(context.deadline());
      return StepOutcome.done("They are gone; a new one is begun.");
    }
  }

  private boolean isWiped(Session session, Before before, Deadline deadline) {
    List<LogFile> files = session.logs().files(deadline);
    boolean isGone = files.size() == 1 || number(files.getLast().name()) < number(before.newest());
    return isGone
        && (!withGtids
            || session
                .read(deadline)
                .gtid()
                .executed()
                .asOptional()
                .filter(GtidSet::isEmpty)
                .isPresent());
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (Session session = open(context)) {
      return Verdict.of(
          isWiped(session, before, context.deadline()),
          "%s still has what its binlogs had.".formatted(target));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    throw StepFailure.fatal(
        "The binlogs of %s are gone.".formatted(target),
        Remedies.of("look whether it can replicate: %s", Acts.showInstance(target))
            .or(SalvageRefusal.PROVISION.formatted(target)));
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (Session session = open(context)) {
      return Verdict.of(
          number(newest(session, context.deadline()).name()) >= number(before.newest()),
          "The binlogs of %s are gone.".formatted(target));
    }
  }
}
