package io.tutti.operation.reconnect;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;

/**
 * That the receivers of a source which does not answer are asked to connect anew, one after
 * another.
 */
public record ReconnectRequest(InstanceAddress source) {
  public static final String RECONNECT = "receivers.reconnect";

  public Goal toGoal() {
    return new Goal(RECONNECT, source.toString(), this);
  }
}
