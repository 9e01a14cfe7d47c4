package io.tutti.operation.gaps;

import io.tutti.operation.StepKind;
import io.tutti.plan.Kind;
import io.tutti.plan.Nothing;
import java.util.List;

/** The kinds of steps that close gaps. */
public final class GapsSteps {
  /** Stops a channel; its work is a {@link ChannelFrom}. */
  public static final String STOP = StopStep.KIND;

  private GapsSteps() {}

  /** Stops a channel. */
  public static StepKind<? extends Record> stop(GapsEnvironment environment) {
    return StepKind.of(
        StopStep.KIND,
        ChannelFrom.class,
        StopStep.Before.class,
        planned -> new StopStep(environment, planned));
  }

  public static List<StepKind<?>> kinds(GapsEnvironment environment) {
    return List.of(
        stop(environment),
        StepKind.of(
            WaitStep.KIND,
            Closing.class,
            Nothing.class,
            planned -> new WaitStep(environment, planned)),
        StepKind.of(
            UntilStep.KIND,
            Closing.class,
            Nothing.class,
            planned -> new UntilStep(environment, planned)),
        StepKind.of(
            ReceiverPositionStep.KIND,
            ReceiverPositionStep.Work.class,
            ReceiverPositionStep.Before.class,
            planned -> new ReceiverPositionStep(environment, planned)),
        StepKind.of(
            ResetRelayLogInfoStep.KIND,
            ResetRelayLogInfoStep.Work.class,
            ResetRelayLogInfoStep.Before.class,
            planned -> new ResetRelayLogInfoStep(environment, planned)),
        StepKind.of(
            FetchStep.KIND,
            FetchStep.Work.class,
            RanThreads.class,
            planned -> new FetchStep(environment, planned)),
        StepKind.of(
            SerialStep.KIND,
            SerialStep.Work.class,
            SerialStep.Before.class,
            planned -> new SerialStep(environment, planned)));
  }

  static List<Kind> records() {
    return List.of(
        Kind.of("gaps.goal", GapsRequest.class),
        Kind.of("gaps.closing", Closing.class),
        Kind.of("gaps.closing.transactions", ClosingTarget.Transactions.class),
        Kind.of("gaps.closing.up-to", ClosingTarget.UpTo.class),
        Kind.of("gaps.closing.own-end", ClosingTarget.OwnEnd.class),
        Kind.of("gaps.receiver", ReceiverPositionStep.Work.class),
        Kind.of("gaps.receiver.before", ReceiverPositionStep.Before.class),
        Kind.of("gaps.receiver.seen", StartedReceiver.WhenStopped.class),
        Kind.of("gaps.reset-relay-log-info", ResetRelayLogInfoStep.Work.class),
        Kind.of("gaps.reset-relay-log-info.before", ResetRelayLogInfoStep.Before.class),
        Kind.of("gaps.fetch", FetchStep.Work.class),
        Kind.of("gaps.serial", SerialStep.Work.class),
        Kind.of("gaps.serial.before", SerialStep.Before.class),
        Kind.of("channel", ChannelFrom.class),
        Kind.of("channel.stop.before", StopStep.Before.class),
        Kind.of("channel.ran", RanThreads.class),
        Kind.of("channel.stoppage", Stoppage.Noted.class));
  }
}
