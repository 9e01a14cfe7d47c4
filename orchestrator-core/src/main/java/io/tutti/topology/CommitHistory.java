package io.tutti.topology;

import io.tutti.model.InstanceState;
import io.tutti.model.StuckCommits;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Commits that do not end, as several readings in a row report: at each of them the server did not
 * say where its binlog ends, and the same sessions were in their commit.
 *
 * @param since when the first of these readings was made
 * @param sessions those that were there at each of them; never empty
 */
public record CommitHistory(Instant since, Set<Long> sessions) {
  public CommitHistory {
    sessions = Set.copyOf(sessions);
  }

  /**
   * What is known after one more reading; empty where none is stuck, or that is not known.
   *
   * @param earlier what was known before it
   */
  static Optional<CommitHistory> after(Optional<CommitHistory> earlier, InstanceState now) {
    return now.binlog()
        .stuck()
        .asOptional()
        .map(StuckCommits::sessions)
        .filter(sessions -> !sessions.isEmpty())
        .map(sessions ->
            earlier
                .map(history -> history.among(Set.copyOf(sessions)))
                .filter(history -> !history.sessions().isEmpty())
                .orElseGet(() -> new CommitHistory(now.observedAt(), Set.copyOf(sessions))));
  }

  private CommitHistory among(Set<Long> now) {
    Set<Long> still = new TreeSet<>(sessions);
    still.retainAll(now);
    return new CommitHistory(since, still);
  }
}
