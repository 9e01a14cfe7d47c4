package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ServerProgress;
import io.tutti.model.ThreadState;
import io.tutti.operation.ActingLocks;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.RestsOnReading;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.promotion.OfSource;
import io.tutti.spi.AckSetting;
import io.tutti.spi.Deadline;
import io.tutti.spi.fence.EndedSessions;
import io.tutti.topology.Fence;
import io.tutti.topology.Node;
import io.tutti.topology.RememberedCluster.Member;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The moment in which a source gives its place away, over sessions that are open before it begins:
 *
 * <ol>
 *   <li>Its next one is level with it, so that little is left to apply.
 *   <li>It is kept that it is to be shut, over restarts, too.
 *   <li>It is shut for writes. What clients have begun may keep it from that for the grace; then
 *       their sessions are ended, and it is tried once more.
 *   <li>The next one applies the rest, until it has all that the source has, looked at once more:
 *       whoever may write to a server that is shut has written nothing since.
 *   <li>The next one is opened, where that is this step's: from here on nothing is undone.
 *   <li>The sessions of clients on the old one are ended: they come back to the new one.
 * </ol>
 *
 * Undo opens the old one again, unless the next one may have taken writes.
 */
final class HandOverStep implements Step<HandOverStep.Before> {
  static final String KIND = "switchover.hand-over";

  /** The id of the fence that keeps the old one shut over its restarts, until it replicates. */
  static final String FENCE = "switchover";

  /**
   * What it does.
   *
   * @param channel of the next one, from the old one
   * @param opens whether the next one is opened at once
   * @param acks for which its commits wait from then on
   */
  record Work(
      InstanceAddress next,
      ChannelFrom channel,
      OfSource ofSource,
      Duration grace,
      boolean opens,
      AckSetting acks)
      implements RestsOnReading {
    Work {
      // Journals of older releases have none.
      acks = Objects.requireNonNullElse(acks, AckSetting.NOTHING);
    }

    @Override
    public Work withoutReading() {
      return new Work(next, channel, OfSource.ANY, grace, opens, acks);
    }
  }

  /**
   * What kept clients from writing to either, by variable.
   *
   * @param had what the next one had then
   * @param asked whether its commits waited for acknowledgements
   */
  record Before(
      SortedMap<String, String> old,
      SortedMap<String, String> next,
      HadBefore had,
      Optional<Boolean> asked) {
    Before {
      had = Objects.requireNonNullElse(had, HadBefore.NOT_READ);
      asked = Objects.requireNonNullElse(asked, Optional.<Boolean>empty());
    }
  }

  /** Nobody writes meanwhile: what is not applied by then is not for that moment. */
  static final Duration APPLY_MAX = Duration.ofSeconds(10);

  private static final Duration LOOK_EVERY = Duration.ofMillis(2);

  private final PromotionEnvironment environment;
  private final InstanceAddress old;
  private final Work work;

  HandOverStep(PromotionEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.old = planned.target();
    this.work = planned.work(Work.class);
  }

  private Session open(InstanceAddress address, StepContext context) {
    return environment.servers().open(address, context.deadline());
  }

  private WriteGate here(Session from, StepContext context) {
    return WriteGate.of(old, from, context.deadline());
  }

  private WriteGate there(Session next, StepContext context) {
    return WriteGate.of(work.next(), next, context.deadline());
  }

  @Override
  public boolean isPointOfNoReturn() {
    return work.opens();
  }

  @Override
  public void precondition(StepContext context) {
    try (Session next = open(work.next(), context)) {
      Channel channel = channel(next.readProgress(context.deadline()));
      if (!channel.source().equals(work.channel().source())) {
        throw changed("replicates from %s meanwhile".formatted(channel.source()));
      }
      if (there(next, context).isOpen()) {
        throw changed("takes writes itself");
      }
      if (!isRunning(channel)) {
        throw StepFailure.blocked(
            "%s does not replicate.".formatted(work.next()),
            Remedies.of(Acts.showInstance(work.next())));
      }
    }
  }

  private static boolean isRunning(Channel channel) {
    return channel.applier().state() != ThreadState.STOPPED
        && channel.receiver().state() != ThreadState.STOPPED;
  }

  private StepFailure changed(String what) {
    return StepFailure.fatal(
        "%s %s.".formatted(work.next(), what), Remedies.of(Acts.showInstance(work.next())));
  }

  @Override
  public void preconditionAgain(StepContext context, Before before) {
    // Where it was cut off, its own effect is there in part.
  }

  @Override
  public Before before(StepContext context) {
    try (Session from = open(old, context);
        Session next = open(work.next(), context)) {
      return new Before(
          here(from, context).found(),
          there(next, context).found(),
          HadBefore.of(next.readProgress(context.deadline())),
          asked(next, context.deadline()));
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    if (work.opens() && context.isDoneAgain()) {
      return openAgain(before, context);
    }
    try (Session from = open(old, context);
        Session next = open(work.next(), context)) {
      WriteGate here = here(from, context);
      WriteGate there = there(next, context);
      Deadline deadline = context.deadline();
      if (work.opens() && there.isOpen()) {
        keepShut(here, before);
        here.shut(work.grace(), deadline);
        here.endClients(deadline);
        return StepOutcome.alreadyDone("%s took writes already.".formatted(work.next()));
      }
      near(from, next, context);
      try (ActingLocks.Held locks = environment.acting().take(all(), Duration.ZERO)) {
        return handOver(from, next, locks, before, context);
      }
    }
  }

  /**
   * A restart has shut the next one since: it has all that the old one has, and what clients wrote
   * to it. The old one may be gone by now.
   */
  private StepOutcome openAgain(Before before, StepContext context) {
    String shut = shutAgain(before, context);
    try (Session next = open(work.next(), context);
        ActingLocks.Held locks = environment.acting().take(all(), Duration.ZERO)) {
      WriteGate there = there(next, context);
      if (!there.isOpen()) {
        FormerMembers members = new FormerMembers(environment, old, locks);
        members.requireFree(work.next(), List.of(), context.deadline());
        ask(next, work.acks(), context.deadline());
        locks.requireStill(work.next());
        there.open(context.deadline());
      }
    }
    return StepOutcome.done("%s takes writes again.%s".formatted(work.next(), shut));
  }

  /** Where it does not answer it is kept that it is to be shut, or it was made a replica. */
  private String shutAgain(Before before, StepContext context) {
    try (Session from = open(old, context)) {
      WriteGate here = here(from, context);
      if (!here.isShut()) {
        keepShut(here, before);
        here.shut(work.grace(), context.deadline());
        here.endClients(context.deadline());
      }
      return "";
    } catch (OrchestratorException e) {
      if (e.code().kind() != ErrorKind.UNREACHABLE) {
        throw e;
      }
      return " %s does not answer: %s".formatted(old, e.observed());
    }
  }

  /** Who has the place, who gets it, and who was below it when it lived. */
  private List<InstanceAddress> all() {
    return Stream.concat(
            Stream.of(old, work.next()),
            environment.world().get().membersBelow(old).stream().map(Member::address))
        .toList();
  }

  private StepOutcome handOver(
      Session from, Session next, ActingLocks.Held locks, Before before, StepContext context) {
    Deadline deadline = context.deadline();
    WriteGate here = here(from, context);
    WriteGate there = there(next, context);
    FormerMembers members = new FormerMembers(environment, old, locks);
    members.requireFree(work.next(), List.of(), deadline);
    Channel replica = channel(next.readProgress(deadline));
    keepShut(here, before);
    locks.requireStill(old);
    HandOverMoments moments = new HandOverMoments();
    here.shut(work.grace(), deadline);
    moments.shut();
    Has all = level(from, next, replica, context);
    moments.level();
    if (work.opens()) {
      ask(next, work.acks(), deadline);
      locks.requireStill(work.next());
      there.open(deadline);
    }
    moments.open();
    EndedSessions ended = here.endClients(deadline);
    String taken = work.opens() ? members.afterwards(work.next(), List.of(), deadline) : "";
    String said =
        "%s %d sessions of clients on %s were ended.%s%s%s"
            .formatted(
                moments.said(old, work.next(), all, work.opens()),
                ended.count(),
                old,
                notEnded(ended),
                locks.said(),
                taken);
    return ended.left().isEmpty() ? StepOutcome.done(said) : StepOutcome.left(said);
  }

  private Optional<Boolean> asked(Session next, Deadline deadline) {
    return work.acks().isNothing()
        ? Optional.empty()
        : next.control().ackControl().flatMap(each -> each.read(deadline).asks().asOptional());
  }

  private static void ask(Session next, AckSetting wanted, Deadline deadline) {
    if (!wanted.isNothing()) {
      next.control().ackControl().ifPresent(each -> each.set(wanted, deadline));
    }
  }

  /** They keep a session that cannot write. */
  private static String notEnded(EndedSessions ended) {
    return ended.left().isEmpty()
        ? ""
        : " Not all were, and none of them can write: " + String.join("; ", ended.left());
  }

  /**
   * A restart would open it, beside the next one. Kept before it is shut: to keep it takes longer
   * than all that is said while nobody can write.
   */
  private void keepShut(WriteGate here, Before before) {
    if (isKeptShut()) {
      return;
    }
    environment
        .fences()
        .save(
            new Fence(
                    FENCE,
                    old,
                    environment.clock().instant(),
                    Optional.of("its place is given to " + work.next()),
                    Optional.empty(),
                    here.shutValues(),
                    before.old(),
                    List.of(),
                    members(),
                    List.of())
                .of(environment.world().get().topology().find(old).flatMap(Node::state)));
  }

  /** Who may have its place afterwards, also where this is never done to its end. */
  private List<InstanceAddress> members() {
    return environment
        .world()
        .get()
        .topology()
        .clusterOf(old)
        .map(cluster -> List.copyOf(cluster.members()))
        .orElseGet(() -> List.of(old, work.next()));
  }

  private boolean isKeptShut() {
    return environment.fences().find(old).filter(each -> each.id().equals(FENCE)).isPresent();
  }

  /** Nobody is kept from writing for what is not applied yet. */
  private void near(Session from, Session next, StepContext context) {
    ServerProgress there = next.readProgress(context.deadline());
    Has target = LevelStep.end(from.readProgress(context.deadline()), channel(there));
    Duration waited = Duration.ZERO;
    while (!hasReached(there, target)) {
      if (waited.compareTo(APPLY_MAX) > 0) {
        throw late(
            target, "within %d s. Writes continue as before".formatted(APPLY_MAX.toSeconds()));
      }
      context.failIfCancelled();
      waited = pause(waited);
      there = next.readProgress(context.deadline());
    }
  }

  private Channel channel(ServerProgress next) {
    return next
        .channels()
        .asOptional()
        .orElseThrow(() ->
            StepFailure.passing(
                "What %s replicates is %s.".formatted(work.next(), next.channels())))
        .stream()
        .filter(each -> each.name().equals(work.channel().channel()))
        .findFirst()
        .orElseThrow(() -> changed("replicates from %s no longer".formatted(old)));
  }

  /** Somebody may have stopped it meanwhile: nobody waits for what does not come. */
  private boolean hasReached(ServerProgress next, Has target) {
    Channel channel = channel(next);
    if (!isRunning(channel)) {
      throw changed("does not replicate any more");
    }
    return LevelStep.hasReached(next.gtid(), channel, target, work.ofSource());
  }

  private Duration pause(Duration waited) {
    environment.channels().pauses().inStep(LOOK_EVERY);
    return waited.plus(LOOK_EVERY);
  }

  private StepFailure late(Has target, String when) {
    return StepFailure.fatal(
        "%s has not applied %s %s.".formatted(work.next(), target, when),
        Remedies.of("ask again when it is less behind").or(Acts.showInstance(work.next())));
  }

  /** All that the old one has, and the next one has as well. */
  private Has level(Session from, Session next, Channel replica, StepContext context) {
    Deadline deadline = context.deadline();
    Duration waited = Duration.ZERO;
    Has target = LevelStep.end(from.readProgress(deadline), replica);
    while (true) {
      if (hasReached(next.readProgress(deadline), target)) {
        Has now = LevelStep.end(from.readProgress(deadline), replica);
        if (now.equals(target)) {
          return target;
        }
        target = now;
      }
      if (waited.compareTo(APPLY_MAX) > 0) {
        throw late(
            target,
            "within %d s of the moment in which %s was shut".formatted(APPLY_MAX.toSeconds(), old));
      }
      waited = pause(waited);
    }
  }

  /**
   * Nothing was shut before that was kept. A restart may have shut the next one since it was
   * opened.
   */
  @Override
  public boolean isPassed(StepContext context, Before before) {
    if (!work.opens() || !isKeptShut()) {
      return false;
    }
    try (Session next = open(work.next(), context)) {
      if (there(next, context).isOpen()) {
        return true;
      }
      try (Session from = open(old, context)) {
        return !HadBefore.known(work.next(), hasNoMore(from, next, before, context));
      }
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (Session from = open(old, context);
        Session next = open(work.next(), context)) {
      WriteGate here = here(from, context);
      WriteGate there = there(next, context);
      return Verdict.of(
          here.isShut() && (!work.opens() || there.isOpen()),
          "%s shows %s, and %s shows %s.".formatted(old, here.found(), work.next(), there.found()));
    }
  }

  /** What somebody has written to the next one is on no other server. */
  @Override
  public void undo(StepContext context, Before before) {
    if (work.opens()) {
      shutNextAgain(context, before);
    }
    if (isKeptShut()) {
      environment.fences().remove(old);
    }
    try (Session from = open(old, context)) {
      here(from, context).setBack(before.old(), context.deadline());
    }
  }

  private void shutNextAgain(StepContext context, Before before) {
    try (Session from = open(old, context);
        Session next = open(work.next(), context)) {
      WriteGate there = there(next, context);
      if (there.isOpen() || !hasNoMore(from, next, before, context).is(true)) {
        throw StepFailure.fatal(
            "%s has taken writes since, or this is not known, so %s stays shut."
                .formatted(work.next(), old),
            Remedies.of(
                    "leave it so: %s is the source now; what is left is that %s replicates from it"
                        .formatted(work.next(), old))
                .or(Acts.showInstance(work.next())));
      }
      there.setBack(before.next(), context.deadline());
      before
          .asked()
          .ifPresent(asked -> ask(next, AckSetting.NOTHING.withAsks(asked), context.deadline()));
    }
  }

  /** A restart may have shut it since: then it has what the old one lacks. */
  private Observed<Boolean> hasNoMore(
      Session from, Session next, Before before, StepContext context) {
    ServerProgress now = next.readProgress(context.deadline());
    HadBefore theirs = HadBefore.of(from.readProgress(context.deadline()));
    return before.had().isAllBeside(theirs, HadBefore.of(now), channel(now).positioning());
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (Session from = open(old, context)) {
      SortedMap<String, String> now = here(from, context).found();
      return Verdict.of(
          !isKeptShut() && now.equals(before.old()), "%s shows %s.".formatted(old, now));
    }
  }
}
