package io.tutti.operation;

/** How a step that did not fail went. */
public sealed interface StepOutcome {

  /** It changed something. */
  record Done(String message) implements StepOutcome {}

  /** There was nothing to change: success, too, as steps are idempotent. */
  record AlreadyDone(String message) implements StepOutcome {}

  String message();

  static StepOutcome done(String message) {
    return new Done(message);
  }

  static StepOutcome alreadyDone(String message) {
    return new AlreadyDone(message);
  }
}
