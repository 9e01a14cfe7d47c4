package io.tutti.spi.advice;

import java.util.List;

/**
 * What a rule has to say.
 *
 * @param sentence what was seen, with the values, and why it matters where this server stands
 * @param remedies what a person can do, best first, statements in the server's own spelling
 */
public record Advice(String sentence, List<String> remedies) {
  public Advice {
    remedies = List.copyOf(remedies);
  }

  public static Advice of(String sentence, String... remedies) {
    return new Advice(sentence, List.of(remedies));
  }
}
