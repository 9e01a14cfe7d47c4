package io.tutti.operation.backup;

import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.GapReader;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Deadline;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.topology.BackupSession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Opens the session.
 *
 * <ol>
 *   <li>Prove that each channel is stopped without a gap. What is not known is a gap.
 *   <li>Make sure that the applier holds no temporary table open.
 *   <li>Keep the session with the coordinates that were read in the same reading.
 * </ol>
 *
 * Undo removes the session.
 */
final class RecordStep implements Step<RecordStep.Before> {
  static final String KIND = "backup.record";

  /**
   * What it does.
   *
   * @param ran by channel, whether its applier is to be started at the end
   * @param because why just this server was picked
   */
  record Work(Duration lease, SortedMap<String, Boolean> ran, Optional<String> because) {
    Work {
      ran = Collections.unmodifiableSortedMap(new TreeMap<>(ran));
    }
  }

  /** The id of the session that it begins. */
  record Before(String id) {}

  /** Enough to distinguish the sessions of one fleet, short enough to be typed. */
  private static final int ID_LENGTH = 8;

  /** The replica is stopped meanwhile. */
  private static final Duration ASK_MAX = Duration.ofSeconds(3);

  private final BackupEnvironment environment;
  private final InstanceAddress target;
  private final Work work;

  RecordStep(BackupEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    this.work = planned.work(Work.class);
  }

  @Override
  public void precondition(StepContext context) {
    // The steps before have stopped the appliers.
  }

  @Override
  public Before before(StepContext context) {
    return new Before(UUID.randomUUID().toString().substring(0, ID_LENGTH));
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (HeldReplica replica = HeldReplica.open(environment, target, context)) {
      InstanceState state = replica.read();
      List<Channel> held = new ArrayList<>();
      for (String name : work.ran().keySet()) {
        Channel channel = HeldReplica.find(state, name).orElseGet(() -> replica.require(name));
        requireStopped(channel);
        requireNoGap(replica, state, channel, context);
        held.add(channel);
      }
      BackupGuide guide = replica.session().provider().backups(state.version().version());
      requireNoTemporaryTables(guide, state);
      BackupSession session =
          session(before.id(), state, held, guide, replica.ownStopsAsked(state));
      environment.sessions().save(session);
      return StepOutcome.done(
          "Session %s is open until %s.".formatted(session.id(), session.expiresAt()));
    }
  }

  private void requireStopped(Channel channel) {
    if (!HeldReplica.isStopped(channel)) {
      throw StepFailure.passing(HeldReplica.named(channel.name(), target) + " runs again.");
    }
  }

  private void requireNoGap(
      HeldReplica replica, InstanceState state, Channel channel, StepContext context) {
    ChannelGaps gaps =
        new GapReader(environment.servers())
            .of(replica.session(), state, channel, context.deadline());
    if (!gaps.isFree()) {
      throw StepFailure.fatal(
          "%s is stopped, and it is not proved that it has no gap: %s. A copy could lack transactions that never come."
              .formatted(HeldReplica.named(channel.name(), target), gaps.why()),
          Remedies.of(Acts.showGaps(target)).or(Acts.closeGaps(target, channel.name())));
    }
  }

  private void requireNoTemporaryTables(BackupGuide guide, InstanceState state) {
    if (guide.openTemporaryTables(state) instanceof Observed.Known<Long>(Long count) && count > 0) {
      throw StepFailure.fatal(
          "The applier of %s holds %d temporary tables open, which no copy has."
              .formatted(target, count),
          List.of(
              "try again in a moment", "use binlog_format=ROW, which needs none, on the source"));
    }
  }

  private BackupSession session(
      String id,
      InstanceState state,
      List<Channel> held,
      BackupGuide guide,
      Observed<Long> stopsAsked) {
    Instant now = environment.clock().instant();
    Duration lease = work.lease();
    boolean whole = held.size() == state.knownChannels().size();
    List<Attachment> attachments =
        held.stream()
            .flatMap(channel -> attachments(guide, state, channel).stream())
            .filter(way -> whole || way.by() == Attachment.By.SOURCE_POSITION)
            .toList();
    return new BackupSession(
        id,
        target,
        now,
        lease,
        now.plus(lease),
        Optional.empty(),
        work.because(),
        held.stream()
            .map(channel ->
                new BackupSession.Held(
                    channel.name(),
                    channel.source(),
                    work.ran().getOrDefault(channel.name(), false),
                    place(guide, state, channel)))
            .toList(),
        whole
            ? new BackupSession.Coordinates(
                state.binlog().position(), guide.coordinates(state), eachOnce(attachments))
            : new BackupSession.Coordinates(
                Observed.absent("other channels of the server apply on"), List.of(), attachments),
        guide.tools(),
        Optional.empty(),
        stopsAsked);
  }

  /** To the server itself, and to its source where that answers: what TLS they offer counts. */
  private List<Attachment> attachments(BackupGuide guide, InstanceState state, Channel channel) {
    Optional<InstanceState> source = source(channel);
    return guide.attachments(state, channel).stream()
        .map(way ->
            Stream.of(Optional.of(state), source)
                .flatMap(Optional::stream)
                .filter(server -> server.address().equals(way.source()))
                .findFirst()
                .map(server -> guide.towards(server, way))
                .orElse(way))
        .toList();
  }

  private Optional<InstanceState> source(Channel channel) {
    Deadline deadline = Deadline.after(ASK_MAX);
    try (Session session = environment.servers().open(channel.source(), deadline)) {
      return Optional.of(session.read(deadline));
    } catch (OrchestratorException e) {
      return Optional.empty();
    }
  }

  /** Below the copied server itself there is one way, however many channels that has. */
  private static List<Attachment> eachOnce(List<Attachment> ways) {
    List<Attachment> once = new ArrayList<>();
    for (Attachment way : ways) {
      boolean isListed =
          way.by() == Attachment.By.OWN_POSITION
              && once.stream()
                  .anyMatch(other -> other.by() == way.by() && other.source().equals(way.source()));
      if (!isListed) {
        once.add(way);
      }
    }
    return once;
  }

  /** Reported only where a copy can be attached by it. */
  private static Observed<BinlogPosition> place(
      BackupGuide guide, InstanceState state, Channel channel) {
    boolean sure =
        guide.attachments(state, channel).stream()
            .anyMatch(way -> way.by() == Attachment.By.SOURCE_POSITION);
    return sure
        ? channel.applier().executed()
        : channel
            .applier()
            .executed()
            .flatMap(at ->
                Observed.unknown(
                    "the server says %s, which need not be where all before was applied"
                        .formatted(at)));
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    Optional<BackupSession> session =
        environment.sessions().find(before.id()).filter(BackupSession::isOpen);
    if (session.isEmpty()) {
      return Verdict.lacks("The store has no open session %s.".formatted(before.id()));
    }
    try (HeldReplica replica = HeldReplica.open(environment, target, context)) {
      return session
          .get()
          .brokenBy(replica.read())
          .map(why -> Verdict.lacks("In the session " + why + "."))
          .orElseGet(Verdict::holds);
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    environment.sessions().remove(before.id());
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return Verdict.of(
        environment.sessions().find(before.id()).isEmpty(),
        "The store still has the session %s.".formatted(before.id()));
  }
}
