package io.tutti.recovery;

import io.tutti.error.Remedies;
import io.tutti.plan.Goal;
import java.time.Instant;

/** What is to be done about a case without being asked for. Doing nothing is a decision, too. */
public sealed interface Decision {

  /** Why, as a sentence for people. */
  String reason();

  /** What can be done about it, where that is known. */
  default Remedies remedies() {
    return Remedies.none();
  }

  /** How the decision is called. */
  default String word() {
    return switch (this) {
      case Ignore ignored -> "IGNORE";
      case Recheck later -> "RECHECK";
      case Recover now -> "RECOVER";
      case AskOperator person -> "ASK_OPERATOR";
      case Propose proposal -> "ASK_OPERATOR";
    };
  }

  /** Nothing: it is no matter, or it is done. */
  record Ignore(String reason) implements Decision {}

  /**
   * Nothing yet.
   *
   * @param at when it is looked at again, at the latest
   */
  record Recheck(Instant at, String reason, Remedies remedies) implements Decision {
    public Recheck(Instant at, String reason) {
      this(at, reason, Remedies.none());
    }
  }

  /** An operation with that goal. */
  record Recover(Goal goal, String reason) implements Decision {}

  /** Nothing by itself: a person decides. */
  record AskOperator(String reason, Remedies remedies) implements Decision {
    public AskOperator(String reason) {
      this(reason, Remedies.none());
    }
  }

  /** Nothing by itself: a person decides, and is told what an operation with that goal would do. */
  record Propose(Goal goal, String reason, Remedies remedies) implements Decision {}
}
