package io.tutti.plan;

import io.tutti.error.Remedies;

/**
 * Why an operation is in its state.
 *
 * @param sentence what exactly was seen: whole sentences for people
 * @param remedies what a person can do, best first
 */
public record Why(Reason reason, String sentence, Remedies remedies) {
  public static Why of(Reason reason) {
    return new Why(reason, reason.sentence(), Remedies.none());
  }

  public static Why of(Reason reason, String sentence) {
    return new Why(reason, sentence, Remedies.none());
  }

  /** The same, and then that, unless it ends so. */
  public Why followedBy(String more) {
    return sentence.endsWith(more) ? this : new Why(reason, sentence + " " + more, remedies);
  }
}
