package io.tutti.operation;

/**
 * The code of one planned step, for who has what was there before it from the journal: that it is
 * of this kind of step is made sure of here.
 */
public record BoundStep<B extends Record>(Step<B> step, Class<B> type) {

  private B known(Record before) {
    if (!type.isInstance(before)) {
      throw new IllegalArgumentException(
          "what was there before is %s, not %s".formatted(before, type.getSimpleName()));
    }
    return type.cast(before);
  }

  void precondition(StepContext context) {
    step.precondition(context);
  }

  void preconditionAgain(StepContext context, Record before) {
    step.preconditionAgain(context, known(before));
  }

  boolean changesNothing() {
    return step instanceof ChangesNothing;
  }

  boolean isPointOfNoReturn() {
    return step.isPointOfNoReturn();
  }

  boolean isPassed(StepContext context, Record before) {
    return step.isPassed(context, known(before));
  }

  public Record before(StepContext context) {
    return step.before(context);
  }

  public StepOutcome run(StepContext context, Record before) {
    return step.run(context, known(before));
  }

  public Verdict verify(StepContext context, Record before) {
    return step.verify(context, known(before));
  }

  Record staying(StepContext context, Record before) {
    return step.staying(context, known(before));
  }

  public void undo(StepContext context, Record before) {
    step.undo(context, known(before));
  }

  public Verdict verifyUndone(StepContext context, Record before) {
    return step.verifyUndone(context, known(before));
  }
}
