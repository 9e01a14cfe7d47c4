package io.tutti.operation;

/** How a step that did not fail went. */
public sealed interface StepOutcome {

  /** It changed something. */
  record Done(String message) implements StepOutcome {}

  /** There was nothing to change: success, too, as steps are idempotent. */
  record AlreadyDone(String message) implements StepOutcome {}

  /** It could not be done, and ends nothing: it is left as it is, and named. */
  record Left(String message) implements StepOutcome {}

  String message();

  static StepOutcome done(String message) {
    return new Done(message);
  }

  static StepOutcome left(String message) {
    return new Left(message);
  }

  static StepOutcome alreadyDone(String message) {
    return new AlreadyDone(message);
  }
}
