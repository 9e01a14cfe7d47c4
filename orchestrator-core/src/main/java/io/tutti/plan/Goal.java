package io.tutti.plan;

/**
 * What somebody wants. Equal goals asked for under one idempotency key are one operation.
 *
 * @param kind which planner it is for, such as {@code parallelism.apply}: the word that CLI, REST,
 *     audit and metrics use, too
 * @param target about what: an instance or a cluster
 * @param urgency what it may do to others that are in its way
 */
public record Goal(String kind, String target, Parameters parameters, Urgency urgency) {

  /** A routine one. */
  public Goal(String kind, String target, Parameters parameters) {
    this(kind, target, parameters, Urgency.ROUTINE);
  }

  /** The same as a protection. */
  public Goal protecting() {
    return new Goal(kind, target, parameters, Urgency.PROTECTION);
  }

  /** The same as what lets others go on. */
  public Goal releasing() {
    return new Goal(kind, target, parameters, Urgency.RELEASE);
  }

  /** Whether it waits for nothing routine. */
  public boolean isUrgent() {
    return urgency != Urgency.ROUTINE;
  }

  public boolean isProtection() {
    return urgency == Urgency.PROTECTION;
  }

  @Override
  public String toString() {
    return kind + " " + target + (parameters.isEmpty() ? "" : " (" + parameters + ")");
  }
}
