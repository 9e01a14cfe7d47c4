package io.tutti.analysis;

import io.tutti.error.Remedies;
import java.util.List;

/**
 * Why a rule hit.
 *
 * @param sentence what was seen, with the values
 * @param remedies what a person can do, best first
 */
public record Evidence(String sentence, Remedies remedies) {
  public static Evidence of(String sentence, Remedies remedies) {
    return new Evidence(sentence, remedies);
  }

  /**
   * @param advice what a person can do, in words alone
   */
  public static Evidence of(String sentence, String... advice) {
    return new Evidence(sentence, Remedies.advice(List.of(advice)));
  }
}
