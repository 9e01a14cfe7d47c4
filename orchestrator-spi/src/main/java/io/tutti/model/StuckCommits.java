package io.tutti.model;

import java.util.List;
import java.util.Optional;

/**
 * Commits that are under way while the server does not say where its binlog ends.
 *
 * @param sessions the server's numbers of those whose statement has been in its commit, or ran, for
 *     some seconds
 * @param noRoom that the disk of its binlog is full, in the server's own words; empty where it says
 *     no such thing
 */
public record StuckCommits(List<Long> sessions, Optional<String> noRoom) {
  public StuckCommits {
    sessions = List.copyOf(sessions);
  }
}
