package io.tutti.plan;

/** Why an operation is in its state. Logged, counted, audited and shown. */
public enum Reason {
  ASKED_FOR("It was requested."),
  PLAN_STILL_RIGHT("The servers were read again and the plan is still the right one."),
  PLAN_JUST_MADE("The servers were read just now, and nothing that is known of them has changed."),
  STEPS_DONE("All steps were run and verified one by one."),
  GOAL_REACHED("All steps were run, and the servers show their effect."),
  DONE_BUT_FOR("It is done, but for what its steps had to leave."),
  NOTHING_TO_DO("The servers were already as requested."),
  PLAN_CHANGED("The servers changed between planning and the first step."),
  PLANNING_REFUSED("The plan could not be made again just before the first step."),
  HOOK_ABORTED("A hook said before the first step that nothing must be changed."),
  ANOTHER_CONTROLLER(
      "Another controller acts on the same servers, or whether it does is not known."),
  STEP_BLOCKED("A server stayed in a state in which a step must not be run."),
  STEP_FAILED("A step failed, and trying it again would not help."),
  SERVER_UNREACHABLE("A server did not answer for too long."),
  VERIFICATION_FAILED("A server does not show the effect of a step."),
  CANCELLED("Somebody cancelled it."),
  CONTROLLER_RESTARTED("The controller was restarted, and a plan of this kind is undone then."),
  DISPLACED("An operation that protects data needed the same servers."),
  PLACE_IS_FREE("The operation that displaced it has ended."),
  NOT_READABLE("Another release wrote it, and this one cannot read it."),
  UNDO_FAILED("Something could not be restored as it was."),
  SERVER_IS_BACK("A server that could not be restored answers again."),
  ALREADY_SERVED("Clients are served by another one already, so nothing is undone."),
  SETTLED_BY_HAND("Somebody repaired by hand what it had left.");

  private final String sentence;

  Reason(String sentence) {
    this.sentence = sentence;
  }

  public String sentence() {
    return sentence;
  }
}
