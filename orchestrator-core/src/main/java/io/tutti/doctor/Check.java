package io.tutti.doctor;

import io.tutti.error.Remedies;

/**
 * One thing that was looked at.
 *
 * @param name in a word or two
 * @param observed a sentence
 * @param remedies none where all is well
 */
public record Check(String name, Verdict verdict, String observed, Remedies remedies) {

  /** What came of it, the best first. */
  public enum Verdict {
    OK,
    /** It works, but something cannot be done, or not be trusted. */
    WARN,
    /** It does not work. */
    FAIL
  }

  static Check ok(String name, String observed) {
    return new Check(name, Verdict.OK, observed, Remedies.none());
  }

  static Check warn(String name, String observed, Remedies remedies) {
    return new Check(name, Verdict.WARN, observed, remedies);
  }

  static Check fail(String name, String observed, Remedies remedies) {
    return new Check(name, Verdict.FAIL, observed, remedies);
  }

  public boolean isWell() {
    return verdict == Verdict.OK;
  }
}
