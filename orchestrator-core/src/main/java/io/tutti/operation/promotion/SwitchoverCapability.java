package io.tutti.operation.promotion;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.Pauses;
import io.tutti.operation.StepKind;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.GapsSteps;
import io.tutti.operation.parallelism.SettingsOfRoles;
import io.tutti.plan.Kind;
import io.tutti.plan.Nothing;
import java.util.List;
import java.util.stream.Stream;

/** Lets a replica take the place of a source that lives. */
public final class SwitchoverCapability {
  private SwitchoverCapability() {}

  public static Capability of(Ports ports) {
    PromotionEnvironment environment = PromotionEnvironment.of(ports);
    SettingsOfRoles settings = SettingsOfRoles.of(ports);
    return Capability.of(
        "switchover",
        List.of(new SwitchoverPlanning(environment, settings)),
        Stream.concat(kinds(environment).stream(), ofChannels(environment).stream()).toList(),
        List.of(
            Kind.of("switchover.goal", SwitchoverRequest.class),
            Kind.of("switchover.level", LevelStep.Work.class),
            Kind.of("switchover.hand-over", HandOverStep.Work.class),
            Kind.of("switchover.hand-over.before", HandOverStep.Before.class),
            new Kind("switchover.pause-events.before", 2, PauseEventsStep.Before.class),
            Kind.of("switchover.start-events", StartEventsStep.Work.class),
            Kind.of("switchover.start-events.before", StartEventsStep.Before.class),
            Kind.of("switchover.release", ReleaseFormerStep.Work.class),
            Kind.of("switchover.attach", AttachFormerStep.Work.class),
            Kind.of("switchover.attach.before", AttachFormerStep.Before.class)));
  }

  private static List<StepKind<?>> kinds(PromotionEnvironment environment) {
    StepKind<AttachFormerStep.Before> attach =
        StepKind.of(
            AttachFormerStep.KIND,
            AttachFormerStep.Work.class,
            AttachFormerStep.Before.class,
            planned -> new AttachFormerStep(environment, planned));
    return List.of(
        StepKind.of(
            LevelStep.KIND,
            LevelStep.Work.class,
            Nothing.class,
            planned -> new LevelStep(environment, planned, "Writes continue as before")),
        StepKind.of(
            HandOverStep.KIND,
            HandOverStep.Work.class,
            HandOverStep.Before.class,
            planned -> new HandOverStep(environment, planned)),
        StepKind.of(
            PauseEventsStep.KIND,
            Nothing.class,
            PauseEventsStep.Before.class,
            planned -> new PauseEventsStep(environment, planned)),
        StepKind.of(
            StartEventsStep.KIND,
            StartEventsStep.Work.class,
            StartEventsStep.Before.class,
            planned -> new StartEventsStep(environment, planned)),
        attach,
        AfterOpeningStep.kind(
            AfterOpeningStep.ATTACH,
            attach,
            environment.channels().pauses(),
            "mend that, then rejoin it below the new source"),
        StepKind.of(
            ReleaseFormerStep.KIND,
            ReleaseFormerStep.Work.class,
            Nothing.class,
            planned -> new ReleaseFormerStep(environment, planned)));
  }

  /** The channel from a former source, once the new one takes writes. */
  private static List<StepKind<?>> ofChannels(PromotionEnvironment environment) {
    Pauses pauses = environment.channels().pauses();
    return List.of(
        AfterOpeningStep.kind(
            AfterOpeningStep.REMOVE,
            StepKind.of(
                RemoveChannelStep.KIND,
                ChannelFrom.class,
                Nothing.class,
                planned -> new RemoveChannelStep(environment, planned, true)),
            pauses,
            "stop that channel and end it there; nothing is written to the former source"),
        AfterOpeningStep.kind(
            AfterOpeningStep.LEVEL,
            StepKind.of(
                LevelStep.KIND,
                LevelStep.Work.class,
                Nothing.class,
                planned -> new LevelStep(environment, planned, "It refuses writes meanwhile")),
            pauses,
            "see why it does not apply what it receives; it stays shut"),
        AfterOpeningStep.kind(
            AfterOpeningStep.STOP,
            GapsSteps.stop(environment.channels()),
            pauses,
            "stop that channel and end it there; nothing is written to the former source"));
  }
}
