package io.tutti.webhook;

/** What became of a message. */
public sealed interface Outcome {

  /** The receiver has answered that it has it. */
  record Delivered(int attempts) implements Outcome {}

  /**
   * It is sent no more, and it is not known whether the receiver has it.
   *
   * @param why of the last attempt, one sentence
   */
  record GivenUp(int attempts, String why) implements Outcome {}
}
