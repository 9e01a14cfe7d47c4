package io.tutti.gaps;

import io.tutti.model.InstanceAddress;

/**
 * Whether the binlog that a source has now is the one that a replica's places are places of. By
 * position nothing else than the name of a file says so, and a source that was reset or built again
 * uses the same names again.
 */
public sealed interface SameBinlog {

  /** Why it is known, or not: part of a sentence. */
  String why();

  /** Of which source, as a part of a sentence. */
  default String ofSource(InstanceAddress source) {
    return switch (this) {
      case Same(String why) ->
          "the binlog of %s is the one that was received: %s".formatted(source, why);
      case Other(String why) ->
          "the binlog of %s is not proved to be the one that was received, it is another one: %s"
              .formatted(source, why);
      case Unproved(String why, boolean isDoubted, boolean isUnread) ->
          "the binlog of %s is not proved to be the one that was received: %s"
              .formatted(source, why);
    };
  }

  /** What the replica has of it is where it must be. */
  record Same(String why) implements SameBinlog {}

  /** Something else is there, or the server is another one. */
  record Other(String why) implements SameBinlog {}

  /**
   * Nothing could be compared; whoever drops something for it takes it for another one.
   *
   * @param isDoubted whether something speaks against it
   * @param isUnread whether a server gave no answer, which may come in a moment
   */
  record Unproved(String why, boolean isDoubted, boolean isUnread) implements SameBinlog {}

  /** Whether something speaks against it. */
  default boolean isDoubted() {
    return this instanceof Other;
  }

  /** Whether a server gave no answer, which may come in a moment. */
  default boolean isUnread() {
    return this instanceof Unproved(String why, boolean isDoubted, boolean isUnread) && isUnread;
  }
}
