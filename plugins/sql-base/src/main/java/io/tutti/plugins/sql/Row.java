package io.tutti.plugins.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One row of texts. Columns are found by label; several labels mean names of one column in
 * different releases, of which the first that exists counts.
 */
public final class Row {
  private final Rows.Columns columns;
  private final @Nullable String[] values;

  Row(Rows.Columns columns, @Nullable String[] values) {
    this.columns = columns;
    this.values = values;
  }

  static Row of(Map<String, String> values) {
    List<String> labels = new ArrayList<>(values.keySet());
    return new Row(
        Rows.Columns.of(labels), labels.stream().map(values::get).toArray(String[]::new));
  }

  public boolean has(String label) {
    return columns.places().containsKey(label);
  }

  /** The text; empty when the column does not exist or is NULL. */
  public Optional<String> text(String... labels) {
    return Optional.ofNullable(find(labels));
  }

  /** The text; {@code ""} when the column does not exist or is NULL. */
  public String textOrEmpty(String... labels) {
    String value = find(labels);
    return value == null ? "" : value;
  }

  /** The whole number; empty when there is none. */
  public OptionalLong number(String... labels) {
    String value = find(labels);
    if (value == null || value.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(value));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** All values by the labels of their columns; {@code ""} for NULL. */
  Map<String, String> byLabel() {
    Map<String, String> values = new TreeMap<>();
    columns.labels().forEach(label -> values.put(label, textOrEmpty(label)));
    return values;
  }

  /** The values in the order of the columns. */
  List<Optional<String>> texts() {
    return Arrays.stream(values).map(Optional::ofNullable).toList();
  }

  private @Nullable String find(String... labels) {
    for (String label : labels) {
      Integer place = columns.places().get(label);
      if (place != null) {
        return values[place];
      }
    }
    return null;
  }

  boolean holdsTheSame(Row other) {
    return columns.labels().equals(other.columns.labels()) && Arrays.equals(values, other.values);
  }

  @Override
  public String toString() {
    return columns.labels() + " = " + texts();
  }
}
