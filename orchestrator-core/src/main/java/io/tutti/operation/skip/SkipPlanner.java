package io.tutti.operation.skip;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gaps.Missing;
import io.tutti.gaps.WorkerProgress;
import io.tutti.gtid.Gtid;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.server.Lacking;
import io.tutti.plan.Effect;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Capability;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Chooses how a transaction is skipped so that it alone is missing afterwards. Pure.
 *
 * <ol>
 *   <li>It has a GTID of a server: an empty transaction of that name, whatever the gaps.
 *   <li>It is the next that the applier reads: the applier leaves out its next transaction. What
 *       ran past it the server passes over by itself, if it has not begun to before.
 *   <li>It has a GTID of a domain, and other domains are replicated: the position of its domain is
 *       moved past it.
 *   <li>Else it is refused.
 * </ol>
 */
record SkipPlanner(
    InstanceState state, ReplicationStatements statements, Set<Capability> capabilities) {

  /**
   * A transaction is skipped in a moment; what the applier passes over on the way may take longer.
   */
  private static final Duration DEADLINE = Duration.ofMinutes(1);

  private static final Duration BESIDE_WAITING = Duration.ofSeconds(30);

  /** To stop and start all threads, as measured; their transactions in flight come on top. */
  private static final Duration STOP_USUAL = Duration.ofMillis(200);

  /** How it is done. */
  enum Way {
    EMPTY_TRANSACTION,
    NEXT,
    DOMAIN_POSITION
  }

  Way way(Subject subject) {
    boolean isNamed = subject.transaction().gtid().isPresent();
    if (isNamed && capabilities.contains(Capability.UUID_GTID)) {
      return Way.EMPTY_TRANSACTION;
    }
    boolean byDomain =
        isNamed
            && capabilities.contains(Capability.DOMAIN_GTID)
            && subject.channel().positioning() != Positioning.LOG_POSITION;
    return byDomain && !subject.isNext() ? Way.DOMAIN_POSITION : Way.NEXT;
  }

  ControlNeeds needs(Subject subject) {
    return ControlNeeds.toSkip(
        way(subject) == Way.NEXT ? ControlNeeds.Skip.NEXT : ControlNeeds.Skip.BY_GTID);
  }

  /**
   * @throws OrchestratorException GAPS_UNKNOWN or SKIP_NOT_SAFE when it cannot be done so that this
   *     one alone is missing
   */
  List<PlannedStep> steps(Subject subject) {
    return switch (way(subject)) {
      case EMPTY_TRANSACTION -> List.of(empty(subject));
      case NEXT -> next(subject);
      case DOMAIN_POSITION -> List.of(domain(subject));
    };
  }

  private Effect skipping(Subject subject) {
    return Effect.of(Effect.Kind.TRANSACTION_SKIPPED, address(), subject.name(), Effect.Lasts.ONCE);
  }

  /** By an empty transaction in its place. */
  private List<Effect> effectsOfEmpty(Subject subject) {
    Channel channel = subject.channel();
    List<Effect> effects = new ArrayList<>();
    if (applies(channel)) {
      effects.addAll(stopping(List.of(ReplicationThread.APPLIER), channel));
    }
    effects.add(skipping(subject));
    return effects;
  }

  /** By another position of the domain, for which all that replicates stops. */
  private List<Effect> effectsOfDomain(Subject subject) {
    List<Effect> effects = new ArrayList<>();
    for (Channel each : state.knownChannels()) {
      effects.addAll(stopping(running(each), each));
    }
    effects.add(Effect.dropping(address(), subject.channel().name()));
    effects.add(skipping(subject));
    return effects;
  }

  private List<Effect> stopping(List<ReplicationThread> threads, Channel channel) {
    return Effect.stopping(threads, address(), channel.name(), Effect.Lasts.MOMENT).stream()
        .map(effect -> effect.forAbout(STOP_USUAL))
        .toList();
  }

  private InstanceAddress address() {
    return state.address();
  }

  private static boolean applies(Channel channel) {
    return channel.applier().state() != ThreadState.STOPPED;
  }

  private PlannedStep empty(Subject subject) {
    Channel channel = subject.channel();
    Gtid gtid = subject.transaction().gtid().orElseThrow();
    boolean goesOn = applies(channel) || GapAnalysis.firstError(channel.applier()).isPresent();
    List<String> said = new ArrayList<>();
    if (applies(channel)) {
      said.add(statements.stop(ReplicationThread.APPLIER, channel.name()));
    }
    said.addAll(statements.skipTransaction(gtid));
    if (goesOn) {
      said.add(statements.start(ReplicationThread.APPLIER, channel.name()));
    }
    return step(
            EmptyTransactionStep.KIND,
            subject,
            new EmptyTransactionStep.Work(place(subject), gtid, goesOn),
            "commit an empty transaction in place of %s on %s%s"
                .formatted(gtid, address(), Channel.ofChannel(channel.name())),
            said)
        .affecting(effectsOfEmpty(subject));
  }

  private List<PlannedStep> next(Subject subject) {
    Channel channel = subject.channel();
    requireStopped(subject);
    if (subject.gaps() instanceof ChannelGaps.Unknown(String why)) {
      throw Refusal.of(
          ErrorCode.GAPS_UNKNOWN,
          address(),
          "Whether %s%s has gaps is not known, and across a gap an applier would skip another transaction: %s."
              .formatted(address(), Channel.ofChannel(channel.name()), why),
          Remedies.of(Acts.showGaps(address())));
    }
    if (!subject.isNext() && !endsJustBefore(subject)) {
      throw notSafe(
          subject,
          "Other transactions come before it in what the applier reads again, and an applier can"
              + " skip only the next one",
          Remedies.of(
              "make the rows on %s what it expects, then: %s",
              address(), Acts.closeGaps(address())));
    }
    boolean passesOver = !subject.isNext() || subject.gaps() instanceof ChannelGaps.Open;
    if (passesOver && !isFailedByWorker(channel)) {
      throw notSafe(
          subject,
          "It failed while the server closed its gaps, and a server that does that again may skip"
              + " other transactions",
          Remedies.of(
              "restart the server of %s without starting its replication, make the rows on it what the transaction expects, and start the applier once"
                  .formatted(address())));
    }
    List<String> said = new ArrayList<>(statements.skipNext(1, channel.name()));
    said.add(statements.start(ReplicationThread.APPLIER, channel.name()));
    List<PlannedStep> steps = new ArrayList<>();
    if (!subject.isNext()) {
      steps.add(approach(subject));
    }
    steps.add(
        step(
                SkipNextStep.KIND,
                subject,
                new SkipNextStep.Work(place(subject), subject.transaction().end()),
                "let the applier of %s%s skip its next transaction, which is %s"
                    .formatted(address(), Channel.ofChannel(channel.name()), subject.name()),
                said)
            .affecting(skipping(subject)));
    return steps;
  }

  private PlannedStep approach(Subject subject) {
    Channel channel = subject.channel();
    return step(
            ApproachStep.KIND,
            subject,
            place(subject),
            "let the applier of %s%s close its gaps up to %s"
                .formatted(
                    address(), Channel.ofChannel(channel.name()), subject.transaction().begin()),
            List.of(
                statements
                    .startUntilGapsAreClosed(channel.name())
                    .orElseThrow(Lacking.in(address(), ChannelSession.CLOSE_GAPS))))
        .affecting();
  }

  /**
   * Whether the newest transaction that any worker applied ends just where this one begins: then
   * the server closes its gaps up to there in one go. The mark up to which all is applied is set
   * only now and then, so that it reads those before it again.
   */
  private boolean endsJustBefore(Subject subject) {
    Channel channel = subject.channel();
    return capabilities.contains(Capability.WORKER_CHECKPOINTS)
        && channel.positioning() == Positioning.LOG_POSITION
        && WorkerProgress.of(channel)
            .map(WorkerProgress::highWater)
            .is(subject.transaction().begin());
  }

  /** Not by the coordinator, which applies alone while it closes gaps. */
  private static boolean isFailedByWorker(Channel channel) {
    return GapAnalysis.firstError(channel.applier()).filter(ErrorPlace::isOfWorker).isPresent();
  }

  private void requireStopped(Subject subject) {
    if (applies(subject.channel())) {
      throw notSafe(
          subject,
          "The applier is running, and may have applied it in a moment",
          Remedies.of("stop the applier first"));
    }
  }

  private PlannedStep domain(Subject subject) {
    Channel channel = subject.channel();
    requireStopped(subject);
    if (channel.receiver().state() != ThreadState.RUNNING) {
      throw notSafe(
          subject,
          "Its receiver does not run, and what it has not applied must be fetched again",
          Remedies.of("start the receiver, so that it reaches its source"));
    }
    Gtid gtid = subject.transaction().gtid().orElseThrow();
    List<String> said = new ArrayList<>();
    for (Channel each : state.knownChannels()) {
      running(each).forEach(thread -> said.add(statements.stop(thread, each.name())));
    }
    said.addAll(statements.skipTransaction(gtid));
    for (Channel each : state.knownChannels()) {
      Set<ReplicationThread> threads =
          each.name().equals(channel.name())
              ? Set.copyOf(ReplicationThread.EACH)
              : Set.copyOf(running(each));
      threads.stream().sorted().forEach(thread -> said.add(statements.start(thread, each.name())));
    }
    return step(
            DomainStep.KIND,
            subject,
            new DomainStep.Work(place(subject), gtid),
            "move the position of %s%s past %s, for which all its replication is stopped for a moment"
                .formatted(address(), Channel.ofChannel(channel.name()), gtid),
            said)
        .affecting(effectsOfDomain(subject));
  }

  /** The threads of a channel that run, in the order in which they are stopped. */
  static List<ReplicationThread> running(Channel channel) {
    List<ReplicationThread> running = new ArrayList<>();
    if (applies(channel)) {
      running.add(ReplicationThread.APPLIER);
    }
    if (channel.receiver().state() != ThreadState.STOPPED) {
      running.add(ReplicationThread.RECEIVER);
    }
    return running;
  }

  private OrchestratorException notSafe(Subject subject, String why, Remedies remedies) {
    return Refusal.of(
        ErrorCode.SKIP_NOT_SAFE,
        address(),
        "%s cannot be skipped on %s%s: %s."
            .formatted(subject.name(), address(), Channel.ofChannel(subject.channel().name()), why),
        remedies.or(Acts.showGaps(address())));
  }

  private static SkipPlace.Work place(Subject subject) {
    return new SkipPlace.Work(
        subject.channel().name(),
        subject.channel().source(),
        subject.transaction().begin(),
        DEADLINE,
        difference(subject));
  }

  private PlannedStep step(
      String kind, Subject subject, Record work, String description, List<String> said) {
    return PlannedStep.of(kind, address(), "skip." + subject.channel().name(), work, description)
        .withStatements(said.toArray(String[]::new))
        .withBounds(
            new PlannedStep.Bounds(
                DEADLINE.plus(BESIDE_WAITING), PlannedStep.Bounds.USUAL.blockedWaitMax()));
  }

  /**
   * What people should see before they agree.
   *
   * @param rows lines about its rows
   */
  List<String> notes(Subject subject, List<String> rows) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "Skips %s, %d events, written by server %d."
            .formatted(subject.name(), subject.listed().events().size(), subject.serverId()));
    GapAnalysis.firstError(subject.channel().applier())
        .ifPresent(error -> notes.add("Fails with " + error + "."));
    notes.addAll(TransactionContent.of(subject.listed()).lines());
    notes.addAll(rows);
    switch (subject.gaps()) {
      case ChannelGaps.Free free -> {}
      case ChannelGaps.Open(Missing missing, String why) ->
          notes.add(
              "Not applied so far, and will be applied except for what is skipped: "
                  + missing
                  + ".");
      case ChannelGaps.Unknown(String why) ->
          notes.add("Whether there are gaps is not known: " + why + ".");
    }
    notes.add("After this " + difference(subject));
    return notes;
  }

  /**
   * The sentence that follows "after this". The replica may have those rows already, as where that
   * is why the transaction fails.
   */
  private static String difference(Subject subject) {
    TransactionContent content = TransactionContent.of(subject.listed());
    String where =
        content.tables().isEmpty()
            ? "in whatever its statements change"
            : "in " + String.join(", ", content.tables());
    return "the replica may differ from %s %s: compare the rows, and repair by hand what differs."
        .formatted(subject.channel().source(), where);
  }
}
