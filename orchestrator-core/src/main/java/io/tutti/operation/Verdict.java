package io.tutti.operation;

/** What a server that was read again shows. That it could not be read is a failure, no verdict. */
public sealed interface Verdict {

  /** It shows the effect. */
  record Holds() implements Verdict {}

  /**
   * It does not.
   *
   * @param observed what it shows instead: a whole sentence
   */
  record Lacks(String observed) implements Verdict {}

  static Verdict holds() {
    return new Holds();
  }

  static Verdict lacks(String observed) {
    return new Lacks(observed);
  }

  static Verdict of(boolean holds, String observedOtherwise) {
    return holds ? holds() : lacks(observedOtherwise);
  }
}
