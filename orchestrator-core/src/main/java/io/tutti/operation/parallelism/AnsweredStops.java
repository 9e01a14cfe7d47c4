package io.tutti.operation.parallelism;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which steps have no stop under way that the server did not answer. Forgotten by a restart of the
 * controller: then no stop counts as answered, and undoing a step begins with another one.
 */
final class AnsweredStops {
  private final Set<String> answered = ConcurrentHashMap.newKeySet();

  void asked(String mark) {
    answered.remove(mark);
  }

  void answered(String mark) {
    answered.add(mark);
  }

  boolean isAnswered(String mark) {
    return answered.contains(mark);
  }
}
