package io.tutti.operation.errant;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtid;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import java.util.List;

/**
 * Commits an empty transaction on a source under each of these GTIDs. It cannot be undone: what a
 * server has executed it has.
 */
final class InjectStep implements Step<Nothing> {
  static final String KIND = "errant.inject";

  /**
   * What it does.
   *
   * @param gtids all of them, as one set
   * @param replica that has them
   */
  record Work(GtidSet gtids, InstanceAddress replica) {
    /** By domains nothing is injected. */
    MySqlGtidSet names() {
      return (MySqlGtidSet) gtids;
    }
  }

  private final Servers servers;
  private final InstanceAddress target;
  private final Work work;

  InjectStep(Servers servers, PlannedStep planned) {
    this.servers = servers;
    this.target = planned.target();
    this.work = planned.work(Work.class);
  }

  private Session open(InstanceAddress address, StepContext context) {
    return servers.open(address, context.deadline());
  }

  private MySqlGtidSet executed(Session session, StepContext context) {
    Observed<GtidSet> executed = session.read(context.deadline()).gtid().executed();
    if (executed instanceof Observed.Known<GtidSet>(MySqlGtidSet names)) {
      return names;
    }
    throw StepFailure.passing("What %s has executed is %s.".formatted(target, executed));
  }

  @Override
  public void precondition(StepContext context) {
    try (Session replica = open(work.replica(), context)) {
      MySqlGtidSet gone = work.names().minus(executed(replica, context));
      if (!gone.isEmpty()) {
        throw StepFailure.fatal(
            "%s no longer has %s.".formatted(work.replica(), gone),
            Remedies.of(Acts.showInstance(work.replica())));
      }
    }
    try (Session source = open(target, context)) {
      MySqlGtidSet there = work.names().intersect(executed(source, context));
      if (!there.isEmpty()) {
        throw StepFailure.fatal(
            "%s has %s meanwhile.".formatted(target, there),
            Remedies.of(Acts.showInstance(target)));
      }
    }
  }

  /** Some of them may be there by now, by this step. */
  @Override
  public void preconditionAgain(StepContext context, Nothing before) {
    // Those that are there are left out.
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    try (Session source = open(target, context)) {
      List<MySqlGtid> left =
          ErrantReader.enumerate(
              work.names().minus(executed(source, context)), InjectPlanning.INJECTED_MAX);
      for (MySqlGtid gtid : left) {
        source.control().skipTransaction(gtid, "", context.deadline());
      }
      return StepOutcome.done("%s counts them as executed: %s.".formatted(target, work.names()));
    }
  }

  @Override
  public Verdict verify(StepContext context, Nothing before) {
    try (Session source = open(target, context)) {
      MySqlGtidSet lacking = work.names().minus(executed(source, context));
      return Verdict.of(
          lacking.isEmpty(), "%s does not count %s as executed.".formatted(target, lacking));
    }
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    try (Session source = open(target, context)) {
      MySqlGtidSet there = work.names().intersect(executed(source, context));
      if (!there.isEmpty()) {
        throw StepFailure.fatal(
            "%s counts %s as executed, and that cannot be taken back.".formatted(target, there),
            Remedies.of("inject the others, too"));
      }
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    try (Session source = open(target, context)) {
      MySqlGtidSet there = work.names().intersect(executed(source, context));
      return Verdict.of(there.isEmpty(), "%s counts %s as executed.".formatted(target, there));
    }
  }
}
