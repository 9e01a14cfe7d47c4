package io.tutti.operation.rebuild;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.CloneControl;
import io.tutti.spi.Credentials;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.CloneStatus;
import java.util.List;
import java.util.Optional;

/**
 * Lets a server that a copy was put in place of replicate from where the copy was taken; nothing is
 * started. The password of the account is in no journal.
 *
 * <p>Undo leaves it stopped: where it replicated from before is of no use to anybody.
 */
final class AttachStep implements Step<Nothing> {
  static final String KIND = "rebuild.attach";

  /**
   * What it does.
   *
   * @param way empty where the place is only known by the copy
   */
  record Work(ChannelFrom channel, Optional<Attachment> way) {}

  private final RebuildEnvironment environment;
  private final PlannedStep planned;
  private final InstanceAddress target;
  private final InstanceAddress source;
  private final String channel;

  AttachStep(RebuildEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.planned = planned;
    this.target = planned.target();
    ChannelFrom from = planned.work(Work.class).channel();
    this.source = from.source();
    this.channel = from.channel();
  }

  private Attachment way(Session session, StepContext context) {
    return planned.work(Work.class).way().orElseGet(() -> fromItsPlace(session, context));
  }

  private Attachment fromItsPlace(Session session, StepContext context) {
    if (session.readCopy(CloneControl.Role.RECIPIENT, context.deadline())
            instanceof Observed.Known<CloneStatus>(CloneStatus status)
        && status.place() instanceof Observed.Known<BinlogPosition>(BinlogPosition place)) {
      InstanceState state = session.read(context.deadline());
      return session
          .provider()
          .backups(state.version().version())
          .attachBelow(source, Optional.of(place));
    }
    throw StepFailure.passing(
        "%s does not report the position that its copy is of.".formatted(target));
  }

  @Override
  public void precondition(StepContext context) {
    try (Session session = environment.servers().open(target, context.deadline())) {
      InstanceState state = session.readWithChannels(context.deadline());
      if (find(state).filter(AttachStep::runs).isPresent()) {
        throw StepFailure.fatal(
            "%s replicates again.".formatted(target), Remedies.of(Acts.showInstance(target)));
      }
    }
  }

  /** It may have been said already, and said again it means the same. */
  @Override
  public void preconditionAgain(StepContext context, Nothing before) {
    precondition(context);
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  private Optional<Channel> find(InstanceState state) {
    return state.channel(channel);
  }

  private static boolean runs(Channel now) {
    return now.applier().state() != ThreadState.STOPPED
        || now.receiver().state() != ThreadState.STOPPED;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    Credentials as =
        environment
            .replica()
            .orElseThrow(() ->
                StepFailure.fatal(
                    "No account of replicas is known.",
                    List.of("set tutti.replication.user and tutti.replication.password")));
    try (Session session = environment.servers().open(target, context.deadline())) {
      session.control().attach(way(session, context), as, context.deadline());
      return StepOutcome.done("It replicates from %s when it is started.".formatted(source));
    }
  }

  @Override
  public Verdict verify(StepContext context, Nothing before) {
    try (Session session = environment.servers().open(target, context.deadline())) {
      return Verdict.of(
          find(session.readWithChannels(context.deadline()))
              .filter(now -> now.source().equals(source))
              .isPresent(),
          "%s does not replicate from %s.".formatted(target, source));
    }
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    // The steps after it are undone, so it is stopped.
  }

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    try (Session session = environment.servers().open(target, context.deadline())) {
      return Verdict.of(
          find(session.readWithChannels(context.deadline())).filter(AttachStep::runs).isEmpty(),
          "%s replicates.".formatted(target));
    }
  }
}
