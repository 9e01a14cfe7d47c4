package io.tutti.operation;

import io.tutti.plan.Operation;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What somebody else has done to a server since a step was done. Undoing the step leaves that: it
 * is kept beside what was there before, so that a controller that takes the operation over leaves
 * it, too, and said when the operation ends.
 *
 * @param sentences by what names it within the step, what is there now, and who left it so
 */
public record ChangesByOthers(SortedMap<String, String> sentences) {
  public static final ChangesByOthers NONE = new ChangesByOthers(new TreeMap<>());

  /** What was there before a step, of which something may stay as somebody else left it. */
  public interface Within {
    ChangesByOthers stays();
  }

  public ChangesByOthers {
    sentences = Collections.unmodifiableSortedMap(new TreeMap<>(sentences));
  }

  /**
   * @param what names it within the step
   * @param sentence what is there now, and who left it so: a whole sentence
   */
  public ChangesByOthers with(String what, String sentence) {
    SortedMap<String, String> more = new TreeMap<>(sentences);
    more.put(what, sentence);
    return new ChangesByOthers(more);
  }

  /** It is gone. */
  public ChangesByOthers without(String what) {
    SortedMap<String, String> fewer = new TreeMap<>(sentences);
    fewer.remove(what);
    return new ChangesByOthers(fewer);
  }

  public boolean says(String what) {
    return sentences.containsKey(what);
  }

  static List<String> in(Record before) {
    return before instanceof Within within
        ? List.copyOf(within.stays().sentences().values())
        : List.of();
  }

  static List<String> in(Operation operation) {
    return operation.steps().stream()
        .flatMap(step -> step.before().stream())
        .flatMap(before -> in(before).stream())
        .distinct()
        .toList();
  }
}
