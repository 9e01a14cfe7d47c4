package io.tutti.plan;

/**
 * What somebody wants. Equal goals asked for under one idempotency key are one operation.
 *
 * @param kind which planner it is for, such as {@code parallelism.apply}: the word that CLI, REST,
 *     audit and metrics use, too
 * @param target about what: an instance or a cluster
 */
public record Goal(String kind, String target, Parameters parameters) {
  @Override
  public String toString() {
    return kind + " " + target + (parameters.isEmpty() ? "" : " (" + parameters + ")");
  }
}
