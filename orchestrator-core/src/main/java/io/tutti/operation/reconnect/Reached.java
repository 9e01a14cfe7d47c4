package io.tutti.operation.reconnect;

import io.tutti.plan.OperationId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** In which operations a receiver has reached its source: then no other one is asked. */
final class Reached {
  private final Set<OperationId> operations = ConcurrentHashMap.newKeySet();

  void in(OperationId operation) {
    operations.add(operation);
  }

  boolean isIn(OperationId operation) {
    return operations.contains(operation);
  }
}
