package io.tutti.operation.rebuild;

import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.GapsSteps;
import io.tutti.operation.salvage.SalvageSteps;
import io.tutti.operation.server.Lacking;
import io.tutti.plan.Effect;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.spi.backup.CloneStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides how a server copies another one over itself, and replicates afterwards. Pure.
 *
 * <ol>
 *   <li>Nobody replicates from it: else it is refused.
 *   <li>Both are of one release and have what it takes: else it is said why not.
 *   <li>It is marked, so that nobody takes it for whole meanwhile; its replication is stopped; it
 *       copies the donor.
 *   <li>A donor that replicates by GTID: so does the copy, from the same source, with the same
 *       account. Another donor: the copy replicates from the donor itself, by GTID where that has
 *       them, else from the place that the copy is of.
 *   <li>Once it replicates, the mark is forgotten. A fence around it stays.
 * </ol>
 */
record RebuildPlanner(RebuildFacts facts, ReplicationStatements statements, BackupGuide guide) {
  /** A large server takes hours; longer, somebody should look. */
  private static final Duration COPY_MAX = Duration.ofHours(12);

  private static final Duration STEP_MAX = Duration.ofSeconds(90);

  InstanceAddress target() {
    return facts.target().address();
  }

  InstanceAddress donor() {
    return facts.donor().address();
  }

  /**
   * @throws OrchestratorException REBUILD_NOT_SAFE
   */
  void requireNobodyBelow() {
    requireNobodyBelow(target(), facts.below());
  }

  static void requireNobodyBelow(InstanceAddress target, Observed<List<String>> below) {
    if (!(below instanceof Observed.Known<List<String>>(List<String> names))) {
      throw RebuildRefusal.unsafe(target, "whether it has replicas is not known: " + below);
    }
    if (!names.isEmpty()) {
      throw RebuildRefusal.unsafe(
          target,
          "%s replicate from it".formatted(String.join(", ", names)),
          "let them replicate from elsewhere first: " + String.join(", ", names));
    }
  }

  /** A connection that uses TLS is not made to do without. */
  static void requireTls(InstanceState target, String channel, InstanceState source) {
    boolean usesTls =
        target.knownChannels().stream()
            .anyMatch(each -> each.name().equals(channel) && each.receiver().tls().is(true));
    if (usesTls && source.offersTls().is(false)) {
      throw RebuildRefusal.unsafe(
          target.address(),
          "it replicates over TLS, and %s offers none".formatted(source.address()),
          Remedies.of("let %s offer TLS".formatted(source.address()))
              .or(
                  "if it may replicate without TLS, set that on it with CHANGE MASTER"
                      + " (MASTER_SSL=0, or SOURCE_SSL=0), and try again"));
    }
  }

  /** Why it cannot copy the donor by itself; empty when it can. */
  Optional<String> whyByHand() {
    if (facts.copies() instanceof Observed.Absent<CloneStatus>(String why)) {
      return Optional.of(why);
    }
    if (facts.isCopied() instanceof Observed.Absent<CloneStatus>(String why)) {
      return Optional.of(why);
    }
    String here = facts.target().version().version().toString();
    String there = facts.donor().version().version().toString();
    if (!here.equals(there)) {
      return Optional.of("it is of release %s, and %s of %s".formatted(here, donor(), there));
    }
    if (replicatesByPlace() && !facts.donor().binlog().logsReplicatedWrites().is(true)) {
      return Optional.of(
          "%s replicates by position, and its own binlog does not have what it replicates"
              .formatted(donor()));
    }
    return Optional.empty();
  }

  private List<Channel> donorChannels() {
    return facts.donor().knownChannels();
  }

  private boolean replicatesByPlace() {
    return donorChannels().stream()
        .anyMatch(channel -> channel.positioning() != Positioning.AUTO_POSITION);
  }

  /** Whether an account of replicas must be known. */
  boolean needsAccount() {
    return donorChannels().isEmpty() || replicatesByPlace();
  }

  List<PlannedStep> steps(Optional<String> why, List<String> copying) {
    List<PlannedStep> steps = new ArrayList<>();
    steps.add(mark(target(), Optional.of(donor()), why));
    facts.target().knownChannels().forEach(each -> steps.add(stop(target(), each, "before")));
    steps.add(
        PlannedStep.of(
                CloneStep.KIND,
                target(),
                "before",
                new CloneStep.Work(donor()),
                "copy %s over %s, which loses all its data. This cannot be undone"
                    .formatted(donor(), target()))
            .withStatements(copying.toArray(String[]::new))
            .withBounds(new PlannedStep.Bounds(COPY_MAX, PlannedStep.Bounds.USUAL.blockedWaitMax()))
            .affecting(
                Effect.of(
                    Effect.Kind.DATA_REPLACED, target(), donor().toString(), Effect.Lasts.ONCE)));
    steps.addAll(needsAccount() ? belowDonor() : besideDonor());
    steps.add(unmarkIntact(false));
    return steps;
  }

  /** The copy has the donor's channels, and their accounts. */
  private List<PlannedStep> besideDonor() {
    List<PlannedStep> steps = new ArrayList<>();
    for (Channel channel : donorChannels()) {
      steps.add(stop(target(), channel, "threads." + channel.name()));
      steps.add(
          PlannedStep.of(
                  SalvageSteps.BY_GTID,
                  target(),
                  "place." + channel.name(),
                  of(channel.name(), channel.source()),
                  "let %s%s find its position by GTID"
                      .formatted(target(), Channel.ofChannel(channel.name())))
              .withStatements(
                  statements
                      .dropReceived(channel.name())
                      .orElseThrow(Lacking.in(target(), ChannelSession.REFETCH)))
              .affecting(Effect.dropping(target(), channel.name())));
    }
    donorChannels().forEach(each -> steps.add(go(each.name(), each.source())));
    return steps;
  }

  private List<PlannedStep> belowDonor() {
    boolean byGtid = facts.donor().gtid().mode().is("ON");
    AttachStep.Work work =
        new AttachStep.Work(
            of("", donor()),
            Optional.of(byGtid)
                .filter(known -> known)
                .map(known -> guide.attachBelow(donor(), Optional.empty())));
    PlannedStep attach =
        PlannedStep.of(
                AttachStep.KIND,
                target(),
                "place.",
                work,
                byGtid
                    ? "let %s replicate from %s by GTID".formatted(target(), donor())
                    : "let %s replicate from %s, from the position of the copy"
                        .formatted(target(), donor()))
            .affecting(following(donor()));
    List<PlannedStep> steps = new ArrayList<>();
    donorChannels().forEach(each -> steps.add(stop(target(), each, "threads." + each.name())));
    steps.add(
        byGtid
            ? attach.withStatements(
                guide.attachBelow(donor(), Optional.empty()).statements().toArray(String[]::new))
            : attach);
    steps.add(go("", donor()));
    return steps;
  }

  /** For a server that somebody has put a copy in place of. */
  List<PlannedStep> attached(Attachment way, String channel) {
    List<PlannedStep> steps = new ArrayList<>();
    facts
        .target()
        .knownChannels()
        .forEach(each -> steps.add(stop(target(), each, "threads." + each.name())));
    steps.add(
        PlannedStep.of(
                AttachStep.KIND,
                target(),
                "place." + channel,
                new AttachStep.Work(of(channel, way.source()), Optional.of(way)),
                "let %s%s replicate from %s, from where the copy was taken"
                    .formatted(target(), Channel.ofChannel(channel), way.source()))
            .withStatements(way.statements().toArray(String[]::new))
            .affecting(following(way.source())));
    steps.add(go(channel, way.source()));
    steps.add(unmarkIntact(true));
    return steps;
  }

  static PlannedStep mark(
      InstanceAddress target, Optional<InstanceAddress> donor, Optional<String> why) {
    return PlannedStep.of(
            MarkStep.KIND,
            target,
            "mark",
            new MarkStep.Work(donor, why),
            "mark %s to be rebuilt%s"
                .formatted(target, donor.map(" from %s"::formatted).orElse("")))
        .affecting();
  }

  /** Only what was restarted up to the copy is made good by it. */
  private PlannedStep unmarkIntact(boolean isCopy) {
    PlannedStep step = unmark(target(), Optional.of(donor()));
    return facts
        .target()
        .startedAt()
        .asOptional()
        .map(start -> step.withSeen(new UnmarkStep.Ran(start, isCopy)))
        .orElse(step);
  }

  static PlannedStep unmark(InstanceAddress target, Optional<InstanceAddress> rebuiltFrom) {
    return PlannedStep.of(
            UnmarkStep.KIND,
            target,
            "mark",
            new UnmarkStep.Work(rebuiltFrom),
            rebuiltFrom.isPresent()
                ? "close the open restarts of %s and forget its mark".formatted(target)
                : "forget that %s is to be rebuilt".formatted(target))
        .affecting();
  }

  private PlannedStep stop(InstanceAddress target, Channel channel, String aspect) {
    return PlannedStep.of(
            GapsSteps.STOP,
            target,
            aspect,
            of(channel.name(), channel.source()),
            "stop the replication of %s%s".formatted(target, Channel.ofChannel(channel.name())))
        .withStatements(statements.stop(ReplicationThread.BOTH, channel.name()))
        .affecting(Effect.stopping(channel, target, Effect.Lasts.OPERATION));
  }

  private PlannedStep go(String channel, InstanceAddress source) {
    return PlannedStep.of(
            SalvageSteps.GO,
            target(),
            "threads." + channel,
            of(channel, source),
            "start the replication of %s%s, and wait until it has applied what its source has"
                .formatted(target(), Channel.ofChannel(channel)))
        .withStatements(statements.start(ReplicationThread.BOTH, channel))
        .withBounds(new PlannedStep.Bounds(STEP_MAX, PlannedStep.Bounds.USUAL.blockedWaitMax()))
        .affecting();
  }

  private List<Effect> following(InstanceAddress source) {
    return List.of(
        Effect.of(Effect.Kind.SOURCE_CHANGED, target(), source.toString(), Effect.Lasts.ONCE));
  }

  private static ChannelFrom of(String channel, InstanceAddress source) {
    return new ChannelFrom(channel, source);
  }
}
