package io.tutti.plugins.sql;

import io.tutti.model.Observed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a server answered to the questions of one reading.
 *
 * @param byKey each question's rows, or why there are none
 * @param stalled titles of the statements that did not answer in time and wait for their next try
 */
public record Answers(Map<String, Observed<Rows>> byKey, List<String> stalled) {
  public Answers {
    byKey = Map.copyOf(byKey);
    stalled = List.copyOf(stalled);
  }

  /** The rows; absent when this flavor does not ask that question. */
  public Observed<Rows> rows(String key) {
    Observed<Rows> rows = byKey.get(key);
    return rows == null ? Observed.absent("this flavor does not ask for " + key) : rows;
  }

  /** The only row; absent with {@code whyNone} when the answer is empty. */
  public Observed<Row> row(String key, String whyNone) {
    return rows(key)
        .flatMap(rows -> rows.first().map(Observed::known).orElse(Observed.absent(whyNone)));
  }

  /** These answers and one more. */
  Answers with(String key, Observed<Rows> answer) {
    Map<String, Observed<Rows>> more = new HashMap<>(byKey);
    more.put(key, answer);
    return new Answers(more, stalled);
  }

  /** These answers and those of a later interview, which knows best what is stalled. */
  Answers with(Answers later) {
    Map<String, Observed<Rows>> more = new HashMap<>(byKey);
    more.putAll(later.byKey);
    return new Answers(more, later.stalled);
  }
}
