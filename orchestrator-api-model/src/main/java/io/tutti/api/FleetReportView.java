package io.tutti.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a fleet is at one moment.
 *
 * @param name of the schedule by which it is made
 * @param notJudged how many things could not be looked at, because a fact is unknown
 * @param rollouts those that have not ended, or were created within the last 7 days
 */
public record FleetReportView(
    String name,
    Instant at,
    FindingsView.Counts counts,
    int notJudged,
    List<FindingView> findings,
    List<ServerView> servers,
    List<RolloutLineView> rollouts) {

  /**
   * @param lagMillis of its channel that is furthest behind; absent where it is unknown or none
   * @param workers of its applier, where known
   * @param mode how they work in parallel, where known
   */
  public record ServerView(
      String address,
      Optional<String> cluster,
      String role,
      Optional<String> version,
      Optional<Long> lagMillis,
      Optional<Long> workers,
      Optional<String> mode) {}
}
