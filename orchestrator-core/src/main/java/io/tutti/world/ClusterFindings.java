package io.tutti.world;

import io.tutti.analysis.Analysis;
import io.tutti.analysis.Finding;
import io.tutti.analysis.FindingKind;
import io.tutti.analysis.NotJudged;
import io.tutti.topology.Cluster;
import io.tutti.topology.WorldView;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the rules say of one cluster.
 *
 * @param found the worst first
 * @param notJudged what could not be judged, because a fact that it needs is unknown
 */
public record ClusterFindings(Cluster cluster, List<Found> found, List<NotJudged> notJudged) {
  public ClusterFindings {
    found = List.copyOf(found);
    notJudged = List.copyOf(notJudged);
  }

  /** One finding is the same as long as its code and its subject are, whatever it says. */
  private record Identity(FindingKind code, String subject) {
    static Identity of(Finding finding) {
      return new Identity(finding.code(), finding.subject());
    }
  }

  /**
   * Runs the rules. Pure.
   *
   * @param before what they said of it last, if it was judged before
   */
  static ClusterFindings of(
      Analysis analysis,
      WorldView world,
      Cluster cluster,
      Optional<ClusterFindings> before,
      Instant now) {
    Map<Identity, Instant> since = new HashMap<>();
    before.ifPresent(earlier ->
        earlier.found().forEach(each -> since.put(Identity.of(each.finding()), each.since())));
    return new ClusterFindings(
        cluster,
        analysis.findings(world, cluster).stream()
            .map(finding -> new Found(finding, since.getOrDefault(Identity.of(finding), now)))
            .toList(),
        analysis.notJudged(world, cluster));
  }
}
