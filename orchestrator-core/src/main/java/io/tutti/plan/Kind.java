package io.tutti.plan;

/**
 * A kind of record that plans are made of, and the name under which journals know it: permanently,
 * as operations outlive releases (docs/adr/0007-typed-goals-and-steps.md).
 *
 * @param name such as {@code gaps.fetch}
 * @param version of the record's components: raised when one of them changes its meaning, goes, or
 *     is added and may not be missing
 */
public record Kind(String name, int version, Class<? extends Record> type) {

  /** In its first version. */
  public static Kind of(String name, Class<? extends Record> type) {
    return new Kind(name, 1, type);
  }
}
