package io.tutti.operation.server;

import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which steps have no stop under way that the server did not answer, and of which a stop of
 * somebody else was noticed meanwhile. Forgotten by a restart of the controller: then no stop
 * counts as answered, and undoing a step begins with another one.
 */
public final class AnsweredStops {
  private final Set<String> answered = ConcurrentHashMap.newKeySet();
  private final Set<String> overheard = ConcurrentHashMap.newKeySet();

  /**
   * Says a stop. One that is refused shows nothing of an earlier one that was not answered.
   *
   * @param mark of the step
   */
  public void say(String mark, Runnable stop) {
    boolean wasAnswered = answered.remove(mark);
    try {
      stop.run();
    } catch (OrchestratorException e) {
      if (wasAnswered && e.code().kind() != ErrorKind.UNREACHABLE) {
        answered.add(mark);
      }
      throw e;
    }
    answered.add(mark);
  }

  public void answered(String mark) {
    answered.add(mark);
  }

  /** Somebody else has asked for a stop while the step's own was in force. */
  public void overheard(String mark) {
    overheard.add(mark);
  }

  public boolean isOverheard(String mark) {
    return overheard.contains(mark);
  }

  public boolean isAnswered(String mark) {
    return answered.contains(mark);
  }
}
