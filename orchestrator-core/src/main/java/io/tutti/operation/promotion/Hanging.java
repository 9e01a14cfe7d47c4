package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.fence.KeptFence;
import io.tutti.plan.OperationId;

/**
 * A replica that may not answer a STOP, or not come to apply what it received, as that waits for a
 * lock: it is left out, and the fence around the lost source keeps that, and by which operation: a
 * later one tries again.
 */
record Hanging(KeptFence fence, InstanceAddress replica, InstanceAddress lost, String channel) {
  static Hanging of(PromotionEnvironment environment, PromotedChannel channel) {
    return new Hanging(
        environment.fence(channel.lost()), channel.target(), channel.lost(), channel.name());
  }

  /** Whether its receiver was asked for a STOP that it did not answer. */
  boolean isAskedToStop() {
    return fence.mayStopLater(replica, channel);
  }

  boolean isLeft(OperationId by) {
    return fence.reports(reported(by));
  }

  /**
   * Nobody has marked it: who rebuilds it gives up all that it has, so a person says that.
   *
   * @param why whole sentences
   * @param has from which source its channel replicates now
   */
  void isLeft(OperationId by, String why, Observed<InstanceAddress> has) {
    String source =
        has.isKnown()
            ? "Its channel %s %s as its source."
                .formatted(has.is(lost) ? "still has" : "has", has.asOptional().orElseThrow())
            : "Which source its channel has now is not known.";
    fence.leavesOpenInstead(
        reported(),
        "%s%s %s To use it again, mark it for a rebuild, then rebuild it."
            .formatted(reported(by), why, source));
  }

  void isTakenAlong() {
    fence.closes(reported());
  }

  private String reported(OperationId by) {
    return "%s by operation %s: ".formatted(reported(), by);
  }

  private String reported() {
    return "%s was left out".formatted(replica);
  }
}
