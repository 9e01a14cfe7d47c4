package io.tutti.operation.relocation;

import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.promotion.NotProved;
import io.tutti.spi.Credentials;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.spi.backup.ChannelOptions;
import java.util.Objects;
import java.util.Optional;

/**
 * Lets a server that replicates from nobody replicate from another one, by GTID, with the account
 * of replicas that is configured. What must be nowhere else is looked at once more before.
 *
 * <p>Undo ends its channel.
 */
final class JoinStep implements Step<Nothing> {
  static final String KIND = "replica.join";

  /**
   * What it does.
   *
   * @param isMutual whether the source replicates from it: then it begins after all that this one
   *     has, which came from it
   * @param options how its channel is set
   */
  record Work(InstanceAddress source, boolean isMutual, ChannelOptions options) {
    Work {
      // Journals of older releases have none.
      options = Objects.requireNonNullElse(options, ChannelOptions.NONE);
    }
  }

  private final GapsEnvironment environment;
  private final Optional<Credentials> account;
  private final InstanceAddress target;
  private final Work work;

  JoinStep(GapsEnvironment environment, Optional<Credentials> account, PlannedStep planned) {
    this.environment = environment;
    this.account = account;
    this.target = planned.target();
    this.work = planned.work(Work.class);
  }

  private Session open(InstanceAddress address, StepContext context) {
    return environment.servers().open(address, context.deadline());
  }

  private static Optional<Channel> find(InstanceState state) {
    return state.knownChannels().stream().filter(each -> each.name().isEmpty()).findFirst();
  }

  @Override
  public void precondition(StepContext context) {
    try (Session session = open(target, context)) {
      find(session.readWithChannels(context.deadline()))
          .ifPresent(found -> {
            throw StepFailure.fatal(
                "%s replicates from %s meanwhile.".formatted(target, found.source()),
                Remedies.of(Acts.showInstance(target)));
          });
    }
  }

  @Override
  public void preconditionAgain(StepContext context, Nothing before) {
    // The channel may be there, by this step.
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    try (Session session = open(target, context)) {
      if (find(session.readWithChannels(context.deadline())).isEmpty()) {
        session.control().attach(way(session, context), credentials(), context.deadline());
      }
    }
    try (ChannelSession session = ChannelSession.open(environment, target, "", context)) {
      session.start(ReplicationThread.BOTH);
      session.awaitReceives(ChannelSession.REFUSED_MAX, context);
      session.requireNotFailed();
      return StepOutcome.done("It replicates from %s.".formatted(work.source()));
    }
  }

  private Credentials credentials() {
    return account.orElseThrow(() ->
        StepFailure.fatal("No account of replicas is known.", Remedies.of(JoinPlanning.ACCOUNT)));
  }

  /** Whose rows count is read first, so that the other one has all that it had. */
  private Attachment way(Session session, StepContext context) {
    try (Session source = open(work.source(), context)) {
      Session first = work.isMutual() ? source : session;
      GtidSet own = inBinlogs(first.read(context.deadline()));
      InstanceState here = session.read(context.deadline());
      InstanceState there = source.read(context.deadline());
      Observed<GtidSet> lacking = NotProved.at(work.isMutual() ? here : there, own);
      if (lacking.asOptional().filter(GtidSet::isEmpty).isEmpty()) {
        throw StepFailure.fatal(
            JoinPlanning.ownWrites(target, work, lacking), Remedies.of(Acts.showInstance(target)));
      }
      BackupGuide guide = session.provider().backups(here.version().version());
      return guide.towards(
          there, guide.alike(work.options(), guide.attachFormerSource(work.source(), own)));
    }
  }

  private static GtidSet inBinlogs(InstanceState state) {
    return state
        .gtid()
        .inBinlogs()
        .asOptional()
        .orElseThrow(() ->
            StepFailure.passing(
                "What %s has executed is %s."
                    .formatted(state.address(), state.gtid().inBinlogs())));
  }

  @Override
  public Verdict verify(StepContext context, Nothing before) {
    try (Session session = open(target, context)) {
      return Verdict.of(
          find(session.readWithChannels(context.deadline()))
              .filter(each -> each.source().equals(work.source()))
              .filter(Channel::isReplicating)
              .isPresent(),
          "%s does not replicate from %s.".formatted(target, work.source()));
    }
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    try (Session session = open(target, context)) {
      if (find(session.readWithChannels(context.deadline())).isPresent()) {
        session.control().stop(ReplicationThread.BOTH, "", context.deadline());
        session.control().endChannel("", context.deadline());
      }
    } catch (OrchestratorException e) {
      throw StepFailure.passing(e.observed(), e.remedies());
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    try (Session session = open(target, context)) {
      return Verdict.of(
          find(session.readWithChannels(context.deadline())).isEmpty(),
          "%s still replicates.".formatted(target));
    }
  }
}
