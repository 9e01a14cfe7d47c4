package io.tutti.spi.advice;

import java.util.ArrayList;
import java.util.List;

/**
 * What a rule has to say.
 *
 * @param sentence what was seen, with the values, and why it matters where this server is
 * @param remedies what a person can do, best first, statements in the server's own spelling
 * @param settings what of that Tutti would set on this server; none where the best is something
 *     else
 */
public record Advice(String sentence, List<String> remedies, List<AdvisedSetting> settings) {
  public Advice {
    remedies = List.copyOf(remedies);
    settings = List.copyOf(settings);
  }

  public Advice(String sentence, List<String> remedies) {
    this(sentence, remedies, List.of());
  }

  /** The same, where the best remedy is to give a variable of that server a value. */
  public Advice setting(String variable, Object value, String price) {
    List<AdvisedSetting> more = new ArrayList<>(settings);
    more.add(new AdvisedSetting(variable, value.toString(), price));
    return new Advice(sentence, remedies, more);
  }

  public static Advice of(String sentence, String... remedies) {
    return new Advice(sentence, List.of(remedies));
  }
}
