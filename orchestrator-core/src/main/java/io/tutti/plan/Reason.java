package io.tutti.plan;

/** Why an operation is in its state. Logged, counted, audited and shown. */
public enum Reason {
  ASKED_FOR("It was asked for."),
  PLAN_STILL_RIGHT("The servers were read again and the plan is still the right one."),
  STEPS_DONE("All steps were run and verified one by one."),
  GOAL_REACHED("All steps were run, and the servers show their effect."),
  NOTHING_TO_DO("The servers already were as wanted."),
  PLAN_CHANGED("The servers changed between planning and the first step."),
  PLANNING_REFUSED("The plan could not be made again just before the first step."),
  STEP_BLOCKED("A server stayed in a state in which a step must not be done."),
  STEP_FAILED("A step failed in a way that trying again does not repair."),
  SERVER_UNREACHABLE("A server did not answer for too long."),
  VERIFICATION_FAILED("A server does not show what a step was to bring about."),
  CANCELLED("Somebody cancelled it."),
  CONTROLLER_RESTARTED("The controller was restarted, and the plan wants to be undone then."),
  DISPLACED("An operation that protects data was in need of its place."),
  PLACE_IS_FREE("What had displaced it has ended."),
  NOT_READABLE("This release cannot read what another one wrote of it."),
  UNDO_FAILED("Something could not be restored as it was."),
  SERVER_IS_BACK("A server that could not be restored answers again."),
  SETTLED_BY_HAND("Somebody put right by hand what was stuck.");

  private final String sentence;

  Reason(String sentence) {
    this.sentence = sentence;
  }

  public String sentence() {
    return sentence;
  }
}
