package io.tutti.operation.promotion;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.operation.fence.FenceSteps;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.GapsSteps;
import io.tutti.operation.promotion.Surroundings.Words;
import io.tutti.plan.Effect;
import io.tutti.plan.Nothing;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.promotion.Boundary;
import io.tutti.promotion.Follower;
import io.tutti.promotion.Followers;
import io.tutti.promotion.OfSource;
import io.tutti.promotion.Succession;
import io.tutti.spi.NewSource;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Says how a replica becomes the source of others, or how they come to replicate from one that is a
 * source already. Pure. Of a source that nobody writes to any more:
 *
 * <ol>
 *   <li>The successor applies all that it received; where the source lost rows and wrote on, all up
 *       to the end of the process that lost them: nobody applies more meanwhile.
 *   <li>Its replication from the lost source is stopped.
 *   <li>Each follower replicates from it.
 *   <li>All that were in the cluster are asked whether one has the place, and it takes writes: from
 *       here on nothing is undone.
 *   <li>Its replication from the lost source is ended for good: before it takes writes where it has
 *       received what it is not to apply.
 * </ol>
 */
record PromotionPlanner(Surroundings around, InstanceAddress lost) {
  /** Longer than most replicas are behind; nothing that was received is ever left out for it. */
  static final Duration CATCH_UP_MAX = Duration.ofMinutes(10);

  private static final Duration FOLLOW_USUAL = Duration.ofSeconds(1);

  private static final Duration BESIDE_WAITING = Duration.ofSeconds(90);

  List<PlannedStep> promote(Succession.Found found) {
    InstanceState successor = found.successor();
    Channel channel = found.channel();
    Words words = words(successor.address());
    List<PlannedStep> steps = new ArrayList<>();
    found.upTo().ifPresent(boundary -> steps.addAll(stop(found.followers())));
    steps.add(catchUp(found, words));
    steps.add(stop(successor.address(), channel, words));
    follow(found.followers(), successor.address(), Optional.of(channel.name())).stream()
        .map(step -> upTo(step, found.upTo()))
        .forEach(steps::add);
    if (found.upTo().isPresent()) {
      // What it received beyond that could be applied so long as it has the channel.
      steps.add(free(successor.address()));
      steps.add(
          removeAfterwards(successor.address(), channel, words).withKind(RemoveChannelStep.KIND));
      steps.add(serve(successor.address(), words));
    } else {
      steps.add(serve(successor.address(), words));
      steps.add(removeAfterwards(successor.address(), channel, words));
    }
    return steps;
  }

  /**
   * The same where a replica finds its place by GTID: clients can write before the others follow,
   * as these find what they lack whatever is written meanwhile.
   */
  List<PlannedStep> promoteFirst(Succession.Found found) {
    if (found.upTo().isPresent() || isByPlace(found)) {
      return promote(found);
    }
    InstanceAddress successor = found.successor().address();
    Channel channel = found.channel();
    Words words = words(successor);
    List<PlannedStep> steps = new ArrayList<>();
    steps.add(catchUp(found, words));
    steps.add(stop(successor, channel, words));
    steps.add(serve(successor, words));
    List<PlannedStep> after = new ArrayList<>();
    follow(found.followers(), successor, Optional.of(channel.name())).stream()
        .map(step -> step.withKind(TakeAlongStep.KIND))
        .forEach(after::add);
    after.add(removeAfterwards(successor, channel, words));
    steps.addAll(Plan.together("followers", after));
    return steps;
  }

  private static boolean isByPlace(Succession.Found found) {
    return found.channel().positioning() == Positioning.LOG_POSITION
        || found.followers().following().stream()
            .anyMatch(each -> each.by() == Positioning.LOG_POSITION);
  }

  private PlannedStep stop(InstanceAddress successor, Channel channel, Words words) {
    return step(
            GapsSteps.STOP,
            successor,
            channel,
            "stop the replication of %s from %s, and keep its position".formatted(successor, lost))
        .withStatements(words.statements().stop(ReplicationThread.BOTH, channel.name()))
        .affecting(Effect.stopping(channel, successor, Effect.Lasts.FOR_GOOD));
  }

  /** Takes the place: from then on nothing is undone. */
  PlannedStep serve(InstanceAddress successor, Words words) {
    return PlannedStep.of(
            OpenStep.KIND,
            successor,
            "writes",
            Nothing.NOTHING,
            "let clients write to %s, if none of the others took the place meanwhile. This cannot be undone"
                .formatted(successor))
        .withSeen(new OpenStep.InPlaceOf(lost, around.world().membersBelow(lost)))
        .withStatements(
            words.guide().measures().reversed().stream()
                .filter(measure -> measure.keeps() == FenceMeasure.Keeps.WRITES)
                .filter(measure -> measure.shut().equals(words.shut().get(measure.variable())))
                .map(measure -> words.guide().statement(measure.variable(), "OFF"))
                .toArray(String[]::new))
        .affecting();
  }

  /** Once it takes writes: one that cannot forget the lost source is the source all the same. */
  PlannedStep removeAfterwards(InstanceAddress successor, Channel channel, Words words) {
    return step(
            AfterOpeningStep.REMOVE,
            successor,
            channel,
            "remove the channel of %s from %s. This cannot be undone".formatted(successor, lost))
        .withStatements(words.statements().endChannel(channel.name()))
        .affecting(
            Effect.dropping(successor, channel.name()),
            Effect.of(Effect.Kind.CHANNEL_REMOVED, successor, lost.toString(), Effect.Lasts.ONCE));
  }

  Words words(InstanceAddress address) {
    Words words = around.words().get(address);
    if (words == null) {
      throw new IllegalStateException(address + " was not read");
    }
    return words;
  }

  /** What the replicas wrote themselves: that is in nobody's way. */
  private OfSource errant() {
    return OfSource.of(around.snapshot(), lost);
  }

  /** What they received and have not applied is not to be. */
  private List<PlannedStep> stop(Followers followers) {
    List<PlannedStep> steps = new ArrayList<>();
    for (Follower follower : followers.following()) {
      Channel channel = channelOf(follower);
      steps.add(
          step(
                  GapsSteps.STOP,
                  follower.replica(),
                  channel,
                  "stop the replication of %s from %s".formatted(follower.replica(), lost))
              .withStatements(
                  words(follower.replica())
                      .statements()
                      .stop(ReplicationThread.BOTH, channel.name()))
              .affecting(Effect.stopping(channel, follower.replica(), Effect.Lasts.OPERATION)));
    }
    return Plan.together("stops", steps);
  }

  private static PlannedStep upTo(PlannedStep step, Optional<Boundary> boundary) {
    return boundary.isPresent()
        ? step.withWork(step.work(FollowStep.Work.class).droppingReceived())
        : step;
  }

  private PlannedStep catchUp(Succession.Found found, Words words) {
    InstanceAddress successor = found.successor().address();
    Channel channel = found.channel();
    CatchUpStep.Work work =
        new CatchUpStep.Work(
            of(channel),
            errant(),
            others(found),
            found.upTo().map(boundary -> new CatchUpStep.End(boundary.executed(), boundary.end())));
    PlannedStep step =
        PlannedStep.of(
                CatchUpStep.KIND,
                successor,
                aspect(channel.name()),
                work,
                found
                    .upTo()
                    .map(boundary ->
                        "let %s apply what it received from %s up to %s, and no more"
                            .formatted(successor, lost, boundary.end()))
                    .orElse("let %s apply all that it received from %s".formatted(successor, lost)))
            .withSeen(CatchUpStep.seen(received(found)))
            .withBounds(
                new PlannedStep.Bounds(
                    CATCH_UP_MAX.plus(BESIDE_WAITING), PlannedStep.Bounds.USUAL.blockedWaitMax()));
    if (found.upTo().isPresent()) {
      return step.affecting(
          Effect.stopping(
              List.of(ReplicationThread.APPLIER),
              successor,
              channel.name(),
              Effect.Lasts.FOR_GOOD));
    }
    return channel.applier().state() == ThreadState.STOPPED
        ? step.withStatements(words.statements().start(ReplicationThread.APPLIER, channel.name()))
            .affecting()
        : step.affecting();
  }

  /** For which it was chosen. */
  private Observed<Has> received(Succession.Found found) {
    return found
        .upTo()
        .<Observed<Has>>map(end -> Observed.known(new Has.Named(end.executed())))
        .orElseGet(() -> errant().has(found.successor(), found.channel()));
  }

  /** In the order of their names: it decides nothing. */
  private List<CatchUpStep.Other> others(Succession.Found found) {
    return around.snapshot().linksTo(lost).stream()
        .filter(link -> !link.replica().equals(found.successor().address()))
        .filter(link -> !found.givenUp().contains(link.replica()))
        .filter(link -> around.world().rebuildOf(link.replica()).isEmpty())
        // Who does not answer is planned without only where that is proved to be harmless, or
        // wanted.
        .filter(link -> around.snapshot().find(link.replica()).filter(Node::isReached).isPresent())
        .map(link -> new CatchUpStep.Other(link.replica(), link.channel().name()))
        .sorted(
            Comparator.comparing(CatchUpStep.Other::replica)
                .thenComparing(CatchUpStep.Other::channel))
        .toList();
  }

  /**
   * @param sourceChannel over which the source itself replicates from the lost one, by which places
   *     are compared
   */
  List<PlannedStep> follow(
      Followers followers, InstanceAddress source, Optional<String> sourceChannel) {
    List<PlannedStep> steps = new ArrayList<>();
    for (Follower follower : followers.following()) {
      steps.add(follow(follower, source, sourceChannel));
    }
    return Plan.together("followers", steps);
  }

  private PlannedStep follow(
      Follower follower, InstanceAddress source, Optional<String> sourceChannel) {
    Channel channel = channelOf(follower);
    FollowStep.Work work =
        new FollowStep.Work(of(channel), source, follower.by(), sourceChannel, errant(), false);
    return PlannedStep.of(
            FollowStep.KIND,
            follower.replica(),
            aspect(channel.name()),
            work,
            "let %s replicate from %s, %s"
                .formatted(follower.replica(), source, how(follower.by(), source)))
        .withStatements(statements(follower, source, channel).toArray(String[]::new))
        .withBounds(
            new PlannedStep.Bounds(
                BESIDE_WAITING.plus(BESIDE_WAITING).plus(applying(follower.by())), CATCH_UP_MAX))
        .affecting(effectsOfFollowing(follower.replica(), channel, source));
  }

  private static List<Effect> effectsOfFollowing(
      InstanceAddress replica, Channel channel, InstanceAddress source) {
    List<Effect> effects = new ArrayList<>();
    // Its receiver was stopped with the fence.
    if (ReplicationThread.APPLIER.runsIn(channel)) {
      Effect.stopping(
              List.of(ReplicationThread.APPLIER), replica, channel.name(), Effect.Lasts.MOMENT)
          .forEach(effect -> effects.add(effect.forAbout(FOLLOW_USUAL)));
    }
    effects.add(Effect.dropping(replica, channel.name()));
    effects.add(
        Effect.of(Effect.Kind.SOURCE_CHANGED, replica, source.toString(), Effect.Lasts.ONCE));
    return effects;
  }

  /** What it received is waited for where its place depends on that. */
  private static Duration applying(Positioning by) {
    return by == Positioning.LOG_POSITION ? CATCH_UP_MAX : Duration.ZERO;
  }

  Channel channelOf(Follower follower) {
    return around.snapshot().linksTo(lost).stream()
        .filter(link -> link.replica().equals(follower.replica()))
        .map(ReplicationLink::channel)
        .filter(each -> each.name().equals(follower.channel()))
        .findFirst()
        .orElseThrow();
  }

  private static String how(Positioning by, InstanceAddress source) {
    return by == Positioning.LOG_POSITION
        ? "from the end of its binlog, once both have applied the same"
        : "by GTID";
  }

  /** By position the place is known only when both are stopped; what is shown is the end of now. */
  private List<String> statements(Follower follower, InstanceAddress source, Channel channel) {
    Words words = words(follower.replica());
    Optional<NewSource> wanted =
        follower.by() == Positioning.LOG_POSITION
            ? around
                .snapshot()
                .find(source)
                .flatMap(node -> node.currentState())
                .flatMap(state -> state.binlog().position().asOptional())
                .map(place -> NewSource.at(source, place))
            : Optional.of(NewSource.byGtid(source, follower.by()));
    List<String> said = new ArrayList<>();
    said.add(words.statements().stop(ReplicationThread.BOTH, channel.name()));
    wanted.ifPresent(to -> said.add(words.statements().follow(to, channel.name())));
    said.add(
        words
            .statements()
            .start(
                channel.applier().state() == ThreadState.STOPPED
                    ? ReplicationThread.RECEIVER
                    : ReplicationThread.BOTH,
                channel.name()));
    return said;
  }

  private PlannedStep free(InstanceAddress successor) {
    return PlannedStep.of(
            StillFreeStep.KIND,
            successor,
            "place",
            new StillFreeStep.Work(lost, around.world().membersBelow(lost)),
            "ask all that were in the cluster of %s whether one has its place".formatted(lost))
        .affecting();
  }

  /** What the fence stops goes on with its new source; who takes the place receives no more. */
  static List<PlannedStep> goingOn(List<PlannedStep> steps, InstanceAddress successor) {
    Set<InstanceAddress> followers =
        steps.stream()
            .filter(step ->
                step.kind().equals(FollowStep.KIND) || step.kind().equals(TakeAlongStep.KIND))
            .map(PlannedStep::target)
            .collect(Collectors.toSet());
    return steps.stream()
        .map(step ->
            followers.contains(step.target())
                ? step.lasting(Effect.Lasts.UNTIL_UNFENCED, Effect.Lasts.OPERATION)
                : step)
        .map(step ->
            step.target().equals(successor)
                ? step.lasting(Effect.Lasts.UNTIL_UNFENCED, Effect.Lasts.FOR_GOOD)
                : step)
        .toList();
  }

  PlannedStep keep(String incident, InstanceAddress by) {
    return PlannedStep.of(
            RecordReplacementStep.KIND,
            lost,
            "incident",
            new RecordReplacementStep.Work(incident, by),
            "record in incident %s that %s was promoted in place of %s"
                .formatted(incident, by, lost))
        .affecting();
  }

  private static String aspect(String channel) {
    // The fence's word: what it stopped is started by a later step of the same aspect.
    return FenceSteps.receiverAspect(channel);
  }

  private static ChannelFrom of(Channel channel) {
    return new ChannelFrom(channel.name(), channel.source());
  }

  private static PlannedStep step(
      String kind, InstanceAddress target, Channel channel, String description) {
    return PlannedStep.of(kind, target, aspect(channel.name()), of(channel), description);
  }
}
