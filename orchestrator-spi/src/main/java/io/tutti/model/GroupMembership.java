package io.tutti.model;

/**
 * That a server is one of a group whose servers agree on what is written, and on who takes writes
 * when one of them is lost.
 *
 * @param kind what people call such a group, with its article
 * @param state as the server reports its own part in it
 */
public record GroupMembership(String kind, String state) {
  @Override
  public String toString() {
    return "%s (%s)".formatted(kind, state);
  }
}
