package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.fence.KeptFence;

/**
 * A replica that may not answer a STOP, as something that it applies waits for a lock: it is left
 * behind, and the fence around the lost source keeps that.
 */
record Hanging(KeptFence fence, InstanceAddress replica, String channel) {
  static Hanging of(PromotionEnvironment environment, PromotedChannel channel) {
    return new Hanging(environment.fence(channel.lost()), channel.target(), channel.name());
  }

  /** Whether its receiver was asked for a STOP that it did not answer. */
  boolean isAskedToStop() {
    return fence.mayStopLater(replica, channel);
  }

  boolean isLeft() {
    return fence.tells(told());
  }

  void isLeft(String why) {
    fence.leavesOpenInstead(
        told(),
        "%s%s. Its STOP may be carried out at any time; a rebuild makes it anew."
            .formatted(told(), why));
  }

  void isTakenAlong() {
    fence.closes(told());
  }

  private String told() {
    return "%s was left behind: ".formatted(replica);
  }
}
