package io.tutti.plan;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What somebody wants. Equal goals asked for under one idempotency key are one operation.
 *
 * @param kind which planner it is for, such as {@code parallelism.apply}: the word that CLI, REST,
 *     audit and metrics use, too
 * @param target about what: an instance or a cluster
 * @param request what exactly: a record of the capability that plans it
 * @param urgency what it may do to others that are in its way
 */
public record Goal(String kind, String target, Record request, Urgency urgency) {

  /** A routine one. */
  public Goal(String kind, String target, Record request) {
    this(kind, target, request, Urgency.ROUTINE);
  }

  /** The same as a protection. */
  public Goal protecting() {
    return new Goal(kind, target, request, Urgency.PROTECTION);
  }

  /** The same as what lets others continue. */
  public Goal releasing() {
    return new Goal(kind, target, request, Urgency.RELEASE);
  }

  /** Whether it waits for nothing routine. */
  public boolean isUrgent() {
    return urgency != Urgency.ROUTINE;
  }

  public boolean isProtection() {
    return urgency == Urgency.PROTECTION;
  }

  /**
   * @throws IllegalArgumentException when it asks for something else
   */
  public <R extends Record> R request(Class<R> type) {
    if (!type.isInstance(request)) {
      throw new IllegalArgumentException(
          "%s asks for %s, not for %s".formatted(kind, request, type.getSimpleName()));
    }
    return type.cast(request);
  }

  /** What is asked for beyond its target, for people. */
  public SortedMap<String, String> details() {
    SortedMap<String, String> details = new TreeMap<>(Details.of(request));
    details.values().removeIf(target::equals);
    return details;
  }

  /** For whoever asked for it, and so knows the rest. */
  public String title() {
    return kind + " " + target;
  }

  @Override
  public String toString() {
    String asked = Details.text(details());
    return title() + (asked.isEmpty() ? "" : " (" + asked + ")");
  }
}
