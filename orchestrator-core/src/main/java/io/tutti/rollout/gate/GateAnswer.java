package io.tutti.rollout.gate;

import io.tutti.rollout.Gate;

/**
 * What one gate says.
 *
 * @param sentence with its numbers
 */
public record GateAnswer(Gate gate, Outcome outcome, String sentence) {

  /** From the best to the worst: a judgement is as bad as the worst of its gates. */
  public enum Outcome {
    /** Nothing is worse than what is tolerated. */
    HOLDS,
    /** The server does not show what this gate looks at: nothing follows from it. */
    NOT_SHOWN,
    /** Too few transactions, or too few readings, to tell harm from chance. */
    NOT_ENOUGH_TRAFFIC,
    /** Something is wrong, and not by the change alone: a person decides. */
    UNCLEAR,
    /** The change has harmed the server. */
    HARM
  }
}
