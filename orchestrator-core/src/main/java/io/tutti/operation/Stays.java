package io.tutti.operation;

import io.tutti.plan.Operation;
import io.tutti.plan.Parameters;
import java.util.List;

/**
 * What somebody else has done to a server since a step was done. Undoing the step leaves that: it
 * is kept beside what was there before, so that a controller that takes the operation over leaves
 * it, too, and said when the operation ends.
 */
public final class Stays {
  private static final String PREFIX = "stays.";

  private Stays() {}

  /**
   * @param what names it within the step
   * @param sentence what is there now, and who left it so: a whole sentence
   */
  public static Parameters with(Parameters before, String what, String sentence) {
    return before.with(PREFIX + what, sentence);
  }

  /** It is gone. */
  public static Parameters without(Parameters before, String what) {
    Parameters rest = Parameters.NONE;
    for (var each : before.values().entrySet()) {
      if (!each.getKey().equals(PREFIX + what)) {
        rest = rest.with(each.getKey(), each.getValue());
      }
    }
    return rest;
  }

  public static boolean says(Parameters before, String what) {
    return before.find(PREFIX + what).isPresent();
  }

  static List<String> in(Parameters before) {
    return before.values().entrySet().stream()
        .filter(each -> each.getKey().startsWith(PREFIX))
        .map(each -> each.getValue())
        .toList();
  }

  static List<String> in(Operation operation) {
    return operation.steps().stream()
        .flatMap(step -> step.before().stream())
        .flatMap(before -> in(before).stream())
        .distinct()
        .toList();
  }
}
