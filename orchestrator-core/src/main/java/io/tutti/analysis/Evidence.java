package io.tutti.analysis;

import java.util.List;

/**
 * Why a rule hit.
 *
 * @param sentence what was seen, with the values
 * @param remedies what a person can do, best first, commands where possible
 */
public record Evidence(String sentence, List<String> remedies) {
  public Evidence {
    remedies = List.copyOf(remedies);
  }

  public static Evidence of(String sentence, String... remedies) {
    return new Evidence(sentence, List.of(remedies));
  }
}
