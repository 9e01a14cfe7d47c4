package io.tutti.operation.fence;

import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.fence.EndedSessions;

/**
 * Ends the sessions of clients and replicas that logged in before they were kept away. Whoever may
 * still log in can come back, so it holds as soon as they were ended once; a server that was
 * restarted before it was shut has let others in meanwhile. Undo has nothing to put back.
 */
final class EndSessionsStep implements Step<Nothing> {
  static final String KIND = "fence.end-sessions";

  private final FenceEnvironment environment;
  private final PlannedStep planned;

  /** Whether this run of the step has ended them. */
  private boolean wereEnded;

  EndSessionsStep(FenceEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.planned = planned;
  }

  private EndedSessions end(StepContext context) {
    try (Session server = environment.servers().open(planned.target(), context.deadline())) {
      return server.fence().endSessions(context.deadline());
    }
  }

  @Override
  public void precondition(StepContext context) {
    // It may be said at any time.
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    EndedSessions ended = end(context);
    wereEnded = true;
    KeptFence fence = new KeptFence(environment.fences(), planned.target());
    ended.left().forEach(left -> fence.leavesOpen("Not ended: " + left + "."));
    return StepOutcome.done(
        "%s ended%s."
            .formatted(
                ended.count() == 1 ? "1 session was" : ended.count() + " sessions were",
                ended.left().isEmpty() ? "" : ", and not " + String.join("; ", ended.left())));
  }

  @Override
  public Verdict verify(StepContext context, Nothing before) {
    return Verdict.of(
        wereEnded || (context.wasDone() && !context.isDoneAgain()),
        "Whether the sessions were ended is not known.");
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    // Clients log in by themselves.
  }

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    return Verdict.holds();
  }
}
