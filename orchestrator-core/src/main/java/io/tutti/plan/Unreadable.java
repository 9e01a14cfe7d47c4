package io.tutti.plan;

/**
 * What stands in the place of a record that the journal holds and this release cannot read. It is
 * shown and kept as it was written, and nothing is done by it.
 *
 * @param kind of the record, as it was written; empty where that cannot be read either
 * @param version of its form
 * @param text all that was written
 * @param why it cannot be read
 */
public record Unreadable(String kind, int version, String text, String why) {

  /** A whole sentence. */
  public String sentence() {
    return "A part of it, \"%s\" in version %d, cannot be read by this release: %s."
        .formatted(kind, version, why);
  }
}
