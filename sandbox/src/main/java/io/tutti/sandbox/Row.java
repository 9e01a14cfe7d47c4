package io.tutti.sandbox;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One row of a query's answer.
 *
 * @param values column label to text, in the order of the columns; SQL NULL is left out
 */
public record Row(Map<String, String> values) {

  public Row {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** The column's text; empty when it is SQL NULL or there is no such column. */
  public Optional<String> find(String column) {
    return Optional.ofNullable(values.get(column));
  }

  /** The text of the first of these columns that is there and not NULL, else the empty string. */
  public String firstText(String... columns) {
    for (String column : columns) {
      Optional<String> text = find(column);
      if (text.isPresent()) {
        return text.get();
      }
    }
    return "";
  }
}
