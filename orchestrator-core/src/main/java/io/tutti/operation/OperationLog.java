package io.tutti.operation;

import io.tutti.eventlog.EventLog;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import java.time.Duration;

/**
 * Says in the log that an operation began, was displaced or ended; its steps are in the journal.
 */
final class OperationLog {
  private OperationLog() {}

  /** After the journal has it. */
  static void changed(Operation before, Operation after) {
    OperationState state = after.state();
    if (before.state() == state) {
      return;
    }
    String who = "operation %s, by %s".formatted(after.id(), after.request().actor());
    if (before.state() == OperationState.PLANNED && state == OperationState.RUNNING) {
      say(after, "started", "%s, %s.".formatted(who, steps(after)), false);
    } else if (state == OperationState.DISPLACED) {
      say(after, "displaced", "%s. %s".formatted(who, after.why().sentence()), false);
    } else if (state.isAtRest()) {
      boolean failed = state != OperationState.SUCCEEDED;
      say(
          after,
          "ended",
          "%s after %s, %s. %s"
              .formatted(
                  state.text(),
                  EventLog.inWords(Duration.between(after.request().at(), after.changedAt())),
                  who,
                  after.why().sentence()),
          failed);
    }
  }

  private static String steps(Operation operation) {
    int steps = operation.plan().steps().size();
    return steps == 1 ? "1 step" : steps + " steps";
  }

  private static void say(Operation about, String what, String words, boolean isBad) {
    String event = about.plan().goal().kind() + "." + what;
    if (isBad) {
      EventLog.warn(event, about.plan().goal().target(), words);
    } else {
      EventLog.note(event, about.plan().goal().target(), words);
    }
  }
}
