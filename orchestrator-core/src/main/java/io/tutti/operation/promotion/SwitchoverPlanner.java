package io.tutti.operation.promotion;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Positioning;
import io.tutti.operation.fence.FenceSteps;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.GapsSteps;
import io.tutti.operation.promotion.Surroundings.Words;
import io.tutti.plan.Effect;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.promotion.CoPrimaries;
import io.tutti.promotion.Follower;
import io.tutti.promotion.OfSource;
import io.tutti.promotion.PlannedSuccession;
import io.tutti.spi.AckSetting;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.spi.fence.FenceMeasure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Says how a replica takes the place of a source that lives. Pure. By GTID, what takes long is done
 * while clients still write:
 *
 * <ol>
 *   <li>The next one applies what it lacks.
 *   <li>The other replicas replicate from it, as soon as it has all that they have.
 *   <li>The old source is shut, the next one applies the rest, and is opened ({@link
 *       HandOverStep}). From here on nothing is undone.
 *   <li>Its replication from the old source is stopped.
 *   <li>That is ended, and the old source replicates from it.
 * </ol>
 *
 * By position, where others are in its binlog is known only while nobody writes to either:
 *
 * <ol>
 *   <li>The next one applies what it lacks.
 *   <li>The old source is shut, and the next one and all others apply the rest.
 *   <li>Their replication is stopped; they, and the old source, replicate from the end of the
 *       binlog of the next one on.
 *   <li>It is opened. From here on nothing is undone.
 *   <li>Its replication from the old source is ended.
 * </ol>
 *
 * Acknowledgements go with the roles ({@link AcksPlanner}). Of two that replicate from each other
 * nothing is attached: the one is shut, and the other opened. What goes over to the new one does so
 * last, so that nobody waits for it; a restart still shuts the old one meanwhile, and afterwards,
 * too, where it could not be made to replicate. What cannot be done once the new one takes writes
 * is left, and named ({@link AfterOpeningStep}).
 */
record SwitchoverPlanner(
    Surroundings around,
    SwitchoverRequest request,
    PlannedSuccession.Found found,
    Optional<CoPrimaries> mutual,
    AcksPlanner acks,
    Carried carried,
    ChannelOptions options) {
  /** Beside the waiting that a step is for: reading servers, and what is said to them. */
  static final Duration BESIDE_WAITING = Duration.ofSeconds(60);

  /**
   * What goes over to the new one.
   *
   * @param before the old one is shut
   * @param after the roles are changed; what goes by the place is among it
   */
  record Carried(List<PlannedStep> before, List<PlannedStep> after) {
    static final Carried NOTHING = new Carried(List.of(), List.of());

    /** The same, and last that. */
    Carried with(PlannedStep last) {
      List<PlannedStep> all = new ArrayList<>(after);
      all.add(last);
      return new Carried(before, all);
    }
  }

  List<PlannedStep> steps() {
    List<PlannedStep> steps = new ArrayList<>();
    steps.add(level(next(), found.channel()));
    if (mutual.isPresent()) {
      steps.addAll(carried.before());
      steps.add(handOver(true));
      acks.old().ifPresent(steps::add);
      steps.add(goesOn(mutual.get()));
    } else if (isByPlace()) {
      byPlace(steps);
    } else {
      byGtid(steps);
    }
    starts().map(NextStartPlanner::step).flatMap(Optional::stream).forEach(steps::add);
    steps.addAll(carried.after());
    steps.add(ReleaseFormerStep.planned(old(), next()));
    return mutual.isPresent() ? steps : PromotionPlanner.goingOn(steps, next());
  }

  /** What both are after their next start. */
  Stream<NextStartPlanner> starts() {
    return Stream.of(
            NextStartPlanner.of(around, next(), true), NextStartPlanner.of(around, old(), false))
        .flatMap(Optional::stream);
  }

  private boolean isByPlace() {
    return found.channel().positioning() == Positioning.LOG_POSITION;
  }

  private void byGtid(List<PlannedStep> steps) {
    List<PlannedStep> followers = followers().follow(found.followers(), next(), Optional.empty());
    if (!followers.isEmpty()) {
      steps.addAll(detached());
      steps.addAll(
          Plan.together(
              "level",
              Stream.concat(Stream.of(level(next(), found.channel())), levels()).toList()));
      steps.addAll(followers);
    }
    steps.addAll(carried.before());
    steps.add(handOver(true));
    steps.addAll(
        Plan.together(
            "ends",
            Stream.concat(Stream.of(stop().withKind(AfterOpeningStep.STOP)), acks.old().stream())
                .toList()));
    steps.addAll(
        Plan.together("roles", List.of(remove(), attach().withKind(AfterOpeningStep.ATTACH))));
  }

  private void byPlace(List<PlannedStep> steps) {
    steps.addAll(carried.before());
    steps.add(handOver(false));
    steps.addAll(Plan.together("level", levels().toList()));
    steps.addAll(detached());
    steps.add(stop());
    steps.addAll(
        followers().follow(found.followers(), next(), Optional.of(found.channel().name())));
    acks.old().ifPresent(steps::add);
    steps.add(attach());
    acks.next().ifPresent(steps::add);
    steps.add(followers().serve(next(), words(next())));
    steps.add(remove());
  }

  private PromotionPlanner followers() {
    return new PromotionPlanner(around, old());
  }

  private InstanceAddress next() {
    return found.successor().address();
  }

  private InstanceAddress old() {
    return request.source();
  }

  private Words words(InstanceAddress address) {
    return followers().words(address);
  }

  private OfSource ofSource() {
    return OfSource.of(around.snapshot(), old());
  }

  private static ChannelFrom of(Channel channel) {
    return new ChannelFrom(channel.name(), channel.source());
  }

  private Channel channelOf(Follower follower) {
    return followers().channelOf(follower);
  }

  private PlannedStep level(InstanceAddress replica, Channel channel) {
    return PlannedStep.of(
            LevelStep.KIND,
            replica,
            "level",
            new LevelStep.Work(of(channel), ofSource(), request.catchUpMax()),
            "wait until %s has applied what %s has by then".formatted(replica, old()))
        .withBounds(
            new PlannedStep.Bounds(
                request.catchUpMax().plus(BESIDE_WAITING),
                PlannedStep.Bounds.USUAL.blockedWaitMax()))
        .affecting();
  }

  /** It replicates from the new one since before, and is seen to. */
  private PlannedStep goesOn(CoPrimaries both) {
    return PlannedStep.of(
            AfterOpeningStep.LEVEL,
            old(),
            "level",
            new LevelStep.Work(
                new ChannelFrom(both.back().channel().name(), next()),
                OfSource.of(around.snapshot(), next()),
                request.catchUpMax()),
            "wait until %s has applied what %s has by then".formatted(old(), next()))
        .withBounds(
            new PlannedStep.Bounds(
                request.catchUpMax().plus(BESIDE_WAITING),
                PlannedStep.Bounds.USUAL.blockedWaitMax()))
        .affecting();
  }

  private Stream<PlannedStep> levels() {
    return found.followers().following().stream()
        .map(each -> level(each.replica(), channelOf(each)));
  }

  private List<PlannedStep> detached() {
    return Plan.together(
        "receivers",
        found.followers().following().stream()
            .map(each -> FenceSteps.detach(old(), each.replica(), each.channel()))
            .map(step -> step.lasting(Effect.Lasts.UNTIL_UNFENCED, Effect.Lasts.OPERATION))
            .toList());
  }

  private PlannedStep handOver(boolean opens) {
    List<String> said = new ArrayList<>();
    measures(old()).forEach(each -> said.add(statement(old(), each, each.shut())));
    if (opens) {
      acks.ofNextStatements().forEach(each -> said.add("on %s: %s".formatted(next(), each)));
      measures(next()).reversed().forEach(each -> said.add(statement(next(), each, "OFF")));
    }
    List<Effect> effects = new ArrayList<>();
    effects.add(Effect.of(Effect.Kind.WRITES_REFUSED, old(), "", Effect.Lasts.FOR_GOOD));
    effects.add(Effect.of(Effect.Kind.CLIENT_SESSIONS_END, old(), "", Effect.Lasts.ONCE));
    return PlannedStep.of(
            HandOverStep.KIND,
            old(),
            "writes",
            new HandOverStep.Work(
                next(),
                of(found.channel()),
                ofSource(),
                request.grace(),
                opens,
                opens ? acks.ofNext() : AckSetting.NOTHING),
            opens
                ? "shut %s for writes, let %s apply the rest, and open it. This cannot be undone once it takes writes"
                    .formatted(old(), next())
                : "shut %s for writes, and let %s apply the rest".formatted(old(), next()))
        .withStatements(said.toArray(String[]::new))
        .withBounds(
            new PlannedStep.Bounds(
                HandOverStep.APPLY_MAX.plus(request.grace()).plus(BESIDE_WAITING),
                PlannedStep.Bounds.USUAL.blockedWaitMax()))
        .affecting(effects);
  }

  private List<FenceMeasure> measures(InstanceAddress server) {
    return words(server).guide().measures().stream()
        .filter(each -> each.keeps() == FenceMeasure.Keeps.WRITES)
        .toList();
  }

  private String statement(InstanceAddress server, FenceMeasure measure, String value) {
    return "on %s: %s"
        .formatted(server, words(server).guide().statement(measure.variable(), value));
  }

  private PlannedStep stop() {
    return PlannedStep.of(
            GapsSteps.STOP,
            next(),
            FenceSteps.receiverAspect(found.channel().name()),
            of(found.channel()),
            "stop the replication of %s from %s, and keep how far it came".formatted(next(), old()))
        .withStatements(
            words(next()).statements().stop(ReplicationThread.BOTH, found.channel().name()))
        .affecting(Effect.stopping(found.channel(), next(), Effect.Lasts.FOR_GOOD));
  }

  private PlannedStep remove() {
    return followers().removeAfterwards(next(), found.channel(), words(next()));
  }

  private PlannedStep attach() {
    return isByPlace()
        ? AttachFormerStep.planned(
            old(),
            new AttachFormerStep.Work(next(), true, options),
            "let %s replicate from %s, from the end of its binlog on".formatted(old(), next()))
        : PromotionSteps.attachFormer(old(), next(), options);
  }
}
