package io.tutti.operation.fence;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.StepKind;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.plan.Effect;
import io.tutti.plan.Kind;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.fence.FenceGuide;
import java.util.ArrayList;
import java.util.List;

/** The kinds of steps that fence servers and let clients in again. */
public final class FenceSteps {
  private FenceSteps() {}

  /** Gives one variable of a measure a value, as a step of another plan. */
  public static PlannedStep set(
      InstanceAddress instance,
      FenceGuide guide,
      String variable,
      String value,
      String description) {
    return PlannedStep.of(
            SetVariableStep.KIND,
            instance,
            variable,
            new SetVariableStep.Work(variable, value),
            description)
        .withStatements(guide.statement(variable, value));
  }

  /** Stops what a replica receives, as a step of another plan. */
  public static PlannedStep detach(
      InstanceAddress source, InstanceAddress replica, String channel) {
    return FencePlanner.receiver(
            DetachStep.KIND, replica, channel, new ChannelFrom(channel, source))
        .affecting(
            Effect.stopping(
                List.of(ReplicationThread.RECEIVER),
                replica,
                channel,
                Effect.Lasts.UNTIL_UNFENCED));
  }

  /** What a step decides that stops a receiver: a later one may start it again. */
  public static String receiverAspect(String channel) {
    return "receiver." + channel;
  }

  static List<StepKind<?>> kinds(FenceEnvironment environment) {
    List<StepKind<?>> kinds = new ArrayList<>(raising(environment));
    kinds.addAll(lifting(environment));
    return kinds;
  }

  private static List<StepKind<?>> raising(FenceEnvironment environment) {
    return List.of(
        StepKind.of(
            RecordFenceStep.KIND,
            RecordFenceStep.Work.class,
            RecordFenceStep.Before.class,
            planned -> new RecordFenceStep(environment, planned)),
        StepKind.of(
            EndSessionsStep.KIND,
            Nothing.class,
            Nothing.class,
            planned -> new EndSessionsStep(environment, planned)),
        StepKind.of(
            DetachStep.KIND,
            ChannelFrom.class,
            FencedReceiver.Before.class,
            planned -> new DetachStep(environment, planned)),
        StepKind.of(
            HookStep.KIND,
            HookStep.Work.class,
            Nothing.class,
            planned -> new HookStep(environment, planned)),
        StepKind.of(
            TrialStep.KIND,
            Nothing.class,
            Nothing.class,
            planned -> new TrialStep(environment, planned)));
  }

  /** What sets a variable does either. */
  private static List<StepKind<?>> lifting(FenceEnvironment environment) {
    return List.of(
        StepKind.of(
            SetVariableStep.KIND,
            SetVariableStep.Work.class,
            SetVariableStep.Before.class,
            planned -> new SetVariableStep(environment, planned)),
        StepKind.of(
            AttachStep.KIND,
            AttachStep.Work.class,
            FencedReceiver.Before.class,
            planned -> new AttachStep(environment, planned)),
        StepKind.of(
            StartStep.KIND,
            StartStep.Work.class,
            StartStep.Before.class,
            planned -> new StartStep(environment, planned)),
        StepKind.of(
            LiftedStep.KIND,
            Nothing.class,
            Nothing.class,
            planned -> new LiftedStep(environment, planned)),
        StepKind.of(
            NarrowStep.KIND,
            NarrowStep.Work.class,
            NarrowStep.Before.class,
            planned -> new NarrowStep(environment, planned)),
        StepKind.of(
            ReleaseStep.KIND,
            ReleaseStep.Work.class,
            ReleaseStep.Before.class,
            planned -> new ReleaseStep(environment, planned)));
  }

  static List<Kind> records() {
    return List.of(
        Kind.of("fence.goal", FenceRequest.class),
        Kind.of("fence.unfence.goal", UnfenceRequest.class),
        Kind.of("fence.lift.goal", LiftRequest.class),
        new Kind("fence.record", 2, RecordFenceStep.Work.class),
        new Kind("fence.record.before", 2, RecordFenceStep.Before.class),
        Kind.of("fence.set", SetVariableStep.Work.class),
        Kind.of("fence.set.before", SetVariableStep.Before.class),
        Kind.of("fence.receiver.before", FencedReceiver.Before.class),
        Kind.of("fence.attach", AttachStep.Work.class),
        Kind.of("fence.hook", HookStep.Work.class),
        Kind.of("fence.start", StartStep.Work.class),
        Kind.of("fence.start.before", StartStep.Before.class),
        Kind.of("fence.narrow", NarrowStep.Work.class),
        Kind.of("fence.narrow.before", NarrowStep.Before.class),
        Kind.of("fence.release", ReleaseStep.Work.class),
        new Kind("fence.release.before", 2, ReleaseStep.Before.class),
        Kind.of("fence.proved", ProvedProcess.class));
  }
}
