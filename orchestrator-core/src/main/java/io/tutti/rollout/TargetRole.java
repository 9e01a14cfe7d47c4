package io.tutti.rollout;

/** What a server is in its cluster; in the order in which a rollout reaches them. */
public enum TargetRole {
  /** It replicates, and nobody from it. */
  LEAF("a replica"),
  /** It replicates, and others from it. */
  INTERMEDIATE("an intermediate source"),
  /** It replicates from nobody. */
  SOURCE("a source");

  private final String words;

  TargetRole(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }
}
