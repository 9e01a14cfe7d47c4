package io.tutti.operation;

import io.tutti.error.OrchestratorException;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.spi.Deadline;
import java.util.Optional;

/**
 * Makes the plan for one kind of goal: reads afresh what the goal touches, and hands it to a pure
 * planner. Called for the dry run, and again under the lock just before the first step, unless the
 * plan was made a moment ago and its {@link #basis} is the same.
 */
public interface Planning {

  /** The kind of goal it is for. */
  String goalKind();

  /** What its goals ask for. */
  Class<? extends Record> request();

  /**
   * @throws OrchestratorException when the goal is refused, with the reason and the remedies
   */
  Plan plan(Goal goal, Deadline deadline);

  /**
   * The same, just before the first step: of choices that are as good, what was shown stays.
   *
   * @param shown what was planned for the goal before
   * @throws OrchestratorException when the goal is refused now
   */
  default Plan planAgain(Plan shown, Deadline deadline) {
    return plan(shown.goal(), deadline);
  }

  /**
   * What is known, without asking a server, that a plan for the goal depends on. Empty where it is
   * always planned again under the lock.
   */
  default Optional<Record> basis(Goal goal) {
    return Optional.empty();
  }

  /** Whether its goals may touch what is held, as they let it go. */
  default boolean releases() {
    return false;
  }
}
