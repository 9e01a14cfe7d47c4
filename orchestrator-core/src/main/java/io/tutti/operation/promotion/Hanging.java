package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.fence.KeptFence;
import io.tutti.plan.OperationId;

/**
 * A replica that may not answer a STOP, as something that it applies waits for a lock: it is left
 * behind, and the fence around the lost source keeps that, and by which operation: a later one
 * tries again.
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
    return fence.tells(told(by));
  }

  /** Nobody has marked it: who rebuilds it gives up all that it has, so a person says that. */
  void isLeft(OperationId by, String why) {
    fence.leavesOpenInstead(
        told(),
        "%s%s. It replicates from %s still, and its STOP may be carried out at any time. To use it again, mark it for a rebuild, then rebuild it."
            .formatted(told(by), withoutEnd(why), lost));
  }

  void isTakenAlong() {
    fence.closes(told());
  }

  private static String withoutEnd(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  private String told(OperationId by) {
    return "%s by operation %s: ".formatted(told(), by);
  }

  private String told() {
    return "%s was left out".formatted(replica);
  }
}
