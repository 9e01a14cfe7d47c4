package io.tutti.operation.salvage;

import io.tutti.operation.StepKind;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.plan.Kind;
import io.tutti.plan.Nothing;
import java.util.List;

/** The kinds of steps that salvage a replica. */
public final class SalvageSteps {
  /** Lets a channel that is stopped find its place by GTID; its work is a {@link ChannelFrom}. */
  public static final String BY_GTID = ByGtidStep.KIND;

  /** Starts a channel, and waits until it has applied what its source had; the same work. */
  public static final String GO = StartReplicationStep.KIND;

  private SalvageSteps() {}

  static List<StepKind<?>> kinds(GapsEnvironment environment) {
    return List.of(
        StepKind.of(
            SetPositionStep.KIND,
            SetPositionStep.Work.class,
            SetPositionStep.Before.class,
            planned -> new SetPositionStep(environment, planned)),
        StepKind.of(
            DeleteBinlogsStep.KIND,
            DeleteBinlogsStep.Work.class,
            DeleteBinlogsStep.Before.class,
            planned -> new DeleteBinlogsStep(environment, planned)),
        StepKind.of(
            RestoreStep.KIND,
            RestoreStep.Work.class,
            Nothing.class,
            planned -> new RestoreStep(environment, planned)),
        StepKind.of(
            ByGtidStep.KIND,
            ChannelFrom.class,
            Nothing.class,
            planned -> new ByGtidStep(environment, planned)),
        StepKind.of(
            StartReplicationStep.KIND,
            ChannelFrom.class,
            StartReplicationStep.Before.class,
            planned -> new StartReplicationStep(environment, planned)));
  }

  static List<Kind> records() {
    return List.of(
        Kind.of("salvage.goal", SalvageRequest.class),
        Kind.of("salvage.set-position", SetPositionStep.Work.class),
        Kind.of("salvage.set-position.before", SetPositionStep.Before.class),
        Kind.of("salvage.delete-binlogs", DeleteBinlogsStep.Work.class),
        Kind.of("salvage.delete-binlogs.before", DeleteBinlogsStep.Before.class),
        Kind.of("salvage.restore", RestoreStep.Work.class),
        Kind.of("salvage.start-replication.before", StartReplicationStep.Before.class));
  }
}
