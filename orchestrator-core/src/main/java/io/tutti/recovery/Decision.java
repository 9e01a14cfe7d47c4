package io.tutti.recovery;

import io.tutti.plan.Goal;
import java.time.Instant;

/** What is to be done about a case without being asked for. Doing nothing is a decision, too. */
public sealed interface Decision {

  /** Why, as a sentence for people. */
  String reason();

  /** How the decision is called. */
  default String word() {
    return switch (this) {
      case Ignore ignored -> "IGNORE";
      case Recheck later -> "RECHECK";
      case Recover now -> "RECOVER";
      case AskOperator person -> "ASK_OPERATOR";
    };
  }

  /** Nothing: it is no matter, or it is done. */
  record Ignore(String reason) implements Decision {}

  /**
   * Nothing yet.
   *
   * @param at when it is looked at again, at the latest
   */
  record Recheck(Instant at, String reason) implements Decision {}

  /** An operation with that goal. */
  record Recover(Goal goal, String reason) implements Decision {}

  /** Nothing by itself: a person decides. */
  record AskOperator(String reason) implements Decision {}
}
