package io.tutti.api;

import java.util.List;
import java.util.function.Function;

/**
 * What can be done about something.
 *
 * @param sentence for people; what Tutti can do is in it as a request
 * @param acts what of it Tutti can do, in the order of the sentence; none where a person does all
 */
public record RemedyView(String sentence, List<ActView> acts) {
  /** Something that a person does. */
  public static RemedyView advice(String sentence) {
    return new RemedyView(sentence, List.of());
  }

  /** The sentence, with each act in other words. */
  public String said(Function<ActView, String> how) {
    StringBuilder said = new StringBuilder();
    int from = 0;
    for (ActView act : acts) {
      int at = act.text().isEmpty() ? -1 : sentence.indexOf(act.text(), from);
      if (at >= 0) {
        said.append(sentence, from, at).append(how.apply(act));
        from = at + act.text().length();
      }
    }
    return said.append(sentence, from, sentence.length()).toString();
  }
}
