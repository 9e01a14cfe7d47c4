package io.tutti.operation.promotion;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.operation.fence.FenceEnvironment;
import io.tutti.operation.fence.FenceHook;
import io.tutti.operation.fence.FencePlanning;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.plan.Kind;
import io.tutti.plan.Nothing;
import io.tutti.promotion.BestReplica;
import java.util.List;
import java.util.stream.Stream;

/** Leaves a crashed source behind: a replica takes its place. */
public final class ResolveCapability {
  private ResolveCapability() {}

  /**
   * @param hook what else is done where a server is fenced
   */
  public static Capability of(Ports ports, FenceHook hook) {
    FenceEnvironment fencing = FenceEnvironment.of(ports, hook);
    PromotionEnvironment environment = PromotionEnvironment.of(ports);
    return Capability.of(
        "resolve",
        List.of(
            new ResolvePlanning(fencing, new FencePlanning(fencing, ports.flavors()), environment)),
        Stream.concat(kinds(environment).stream(), kindsAfterwards(environment).stream()).toList(),
        records());
  }

  private static List<StepKind<?>> kinds(PromotionEnvironment environment) {
    return List.of(
        StepKind.of(
            CatchUpStep.KIND,
            CatchUpStep.Work.class,
            CatchUpStep.Before.class,
            planned -> new CatchUpStep(environment, planned)),
        StepKind.of(
            FollowStep.KIND,
            FollowStep.Work.class,
            FollowStep.Before.class,
            planned -> new FollowStep(environment, planned)),
        StepKind.of(
            TakeAlongStep.KIND,
            FollowStep.Work.class,
            TakeAlongStep.Before.class,
            planned -> new TakeAlongStep(environment, planned)),
        StepKind.of(
            OpenStep.KIND,
            Nothing.class,
            OpenStep.Before.class,
            planned -> new OpenStep(environment, planned)),
        StepKind.of(
            StillFreeStep.KIND,
            StillFreeStep.Work.class,
            Nothing.class,
            planned -> new StillFreeStep(environment, planned)),
        StepKind.of(
            RemoveChannelStep.KIND,
            ChannelFrom.class,
            Nothing.class,
            planned -> new RemoveChannelStep(environment, planned, false)));
  }

  private static List<StepKind<?>> kindsAfterwards(PromotionEnvironment environment) {
    return List.of(
        StepKind.of(
            GivePlaceStep.KIND,
            GivePlaceStep.Work.class,
            Nothing.class,
            planned -> new GivePlaceStep(environment, planned)),
        StepKind.of(
            AcksStep.KIND,
            AcksStep.Work.class,
            AcksStep.Before.class,
            planned -> new AcksStep(environment, planned)),
        StepKind.of(
            NextStartStep.KIND,
            NextStartStep.Work.class,
            NextStartStep.Before.class,
            planned -> new NextStartStep(environment, planned)),
        StepKind.of(
            RecordReplacementStep.KIND,
            RecordReplacementStep.Work.class,
            RecordReplacementStep.Before.class,
            planned -> new RecordReplacementStep(environment, planned)));
  }

  private static List<Kind> records() {
    return List.of(
        Kind.of("promotion.goal", ResolveRequest.class),
        Kind.of("promotion.catch-up", CatchUpStep.Work.class),
        Kind.of("promotion.catch-up.before", CatchUpStep.Before.class),
        Kind.of("promotion.catch-up.seen", CatchUpStep.Chosen.class),
        Kind.of("promotion.has.gtids", BestReplica.Has.Named.class),
        Kind.of("promotion.has.place", BestReplica.Has.UpTo.class),
        Kind.of("promotion.follow", FollowStep.Work.class),
        Kind.of("promotion.follow.before", FollowStep.Before.class),
        Kind.of("promotion.take-along.before", TakeAlongStep.Before.class),
        Kind.of("promotion.open.before", OpenStep.Before.class),
        Kind.of("promotion.open.seen", OpenStep.InPlaceOf.class),
        Kind.of("promotion.still-free", StillFreeStep.Work.class),
        Kind.of("promotion.acks", AcksStep.Work.class),
        Kind.of("promotion.acks.before", AcksStep.Before.class),
        Kind.of("promotion.next-start", NextStartStep.Work.class),
        Kind.of("promotion.next-start.before", NextStartStep.Before.class),
        Kind.of("promotion.give-place", GivePlaceStep.Work.class),
        Kind.of("promotion.record", RecordReplacementStep.Work.class),
        Kind.of("promotion.record.before", RecordReplacementStep.Before.class));
  }
}
