package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.AckSetting;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.spi.fence.FenceGuide;
import java.util.Optional;

/** Steps of a promotion that are part of other plans, too. */
public final class PromotionSteps {
  private PromotionSteps() {}

  /**
   * Lets a server that was a source, and is shut, replicate from another one by GTID. It is refused
   * where the former has what the other one lacks.
   *
   * @param options how its channel is set
   */
  public static PlannedStep attachFormer(
      InstanceAddress former, InstanceAddress source, ChannelOptions options) {
    return AttachFormerStep.planned(
        former,
        new AttachFormerStep.Work(source, false, options),
        "let %s replicate from %s, after its own last transaction".formatted(former, source));
  }

  /**
   * Lets a server that was a source refuse writes after its next start, too; empty where it does
   * not keep that itself, or keeps it already.
   *
   * @param words of the former
   */
  public static Optional<PlannedStep> nextStartOfFormer(
      InstanceState former, ReplicationStatements words, FenceGuide guide) {
    return new NextStartPlanner(former, words, guide, Optional.empty(), false).step();
  }

  /**
   * Lets a server that was a source wait for no acknowledgements, and give them where its new
   * source waits for some; empty where it does so already.
   *
   * @param words of the former
   */
  public static Optional<PlannedStep> acksOfFormer(
      InstanceState former, InstanceState source, ReplicationStatements words) {
    AckSetting wanted = AckSetting.NOTHING;
    if (former.semiSync().sourceEnabled().is(true)) {
      wanted = wanted.withAsks(false);
    }
    if (source.semiSync().sourceEnabled().is(true)
        && former.semiSync().replicaEnabled().is(false)) {
      wanted = wanted.withAcknowledges(true);
    }
    return AcksStep.planned(former.address(), wanted, words.acks(wanted, former.settings()));
  }
}
