package io.tutti.plugins.sql;

import io.tutti.model.Observed;
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
}
