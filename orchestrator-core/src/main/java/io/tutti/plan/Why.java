package io.tutti.plan;

import java.util.List;

/**
 * Why an operation is in its state.
 *
 * @param sentence what exactly was seen: whole sentences for people
 * @param remedies what a person can do, best first
 */
public record Why(Reason reason, String sentence, List<String> remedies) {
  public Why {
    remedies = List.copyOf(remedies);
  }

  public static Why of(Reason reason) {
    return new Why(reason, reason.sentence(), List.of());
  }

  public static Why of(Reason reason, String sentence) {
    return new Why(reason, sentence, List.of());
  }

  public Why followedBy(String more) {
    return new Why(reason, sentence + " " + more, remedies);
  }
}
