package io.tutti.operation.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which steps have no stop under way that the server did not answer. Forgotten by a restart of the
 * controller: then no stop counts as answered, and undoing a step begins with another one.
 */
public final class AnsweredStops {
  private final Set<String> answered = ConcurrentHashMap.newKeySet();

  public void asked(String mark) {
    answered.remove(mark);
  }

  public void answered(String mark) {
    answered.add(mark);
  }

  public boolean isAnswered(String mark) {
    return answered.contains(mark);
  }
}
