package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.backup.ChannelOptions;

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
}
