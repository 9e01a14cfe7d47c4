package io.tutti.spi;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which tables transactions of a log write, as far as the log names them.
 *
 * @param named those of rows, each as {@code schema.table}
 * @param others whether they may write others, too: a statement is not taken apart
 */
public record TouchedTables(Set<String> named, boolean others) {
  public static final TouchedTables NONE = new TouchedTables(Set.of(), false);

  public TouchedTables {
    named = Set.copyOf(named);
  }

  public TouchedTables plus(TouchedTables more) {
    Set<String> all = new TreeSet<>(named);
    all.addAll(more.named);
    return new TouchedTables(all, others || more.others);
  }

  public boolean isEmpty() {
    return named.isEmpty() && !others;
  }

  @Override
  public String toString() {
    return List.copyOf(new TreeSet<>(named)) + (others ? " and those of its statements" : "");
  }
}
