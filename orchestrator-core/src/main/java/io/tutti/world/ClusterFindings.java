package io.tutti.world;

import io.tutti.analysis.Analysis;
import io.tutti.analysis.Finding;
import io.tutti.analysis.FindingKind;
import io.tutti.analysis.NotJudged;
import io.tutti.promotion.IfSourceDied;
import io.tutti.topology.Cluster;
import io.tutti.topology.WorldView;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the rules say of one cluster.
 *
 * @param found the worst first
 * @param notJudged what could not be judged, because a fact that it needs is unknown
 * @param foreseen what would be if a source of it died now
 */
public record ClusterFindings(
    Cluster cluster, List<Found> found, List<NotJudged> notJudged, List<IfSourceDied> foreseen) {
  public ClusterFindings {
    foreseen = List.copyOf(foreseen);
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
   * @param since since when a finding is there
   */
  static ClusterFindings of(
      Analysis analysis, WorldView world, Cluster cluster, Function<Finding, Instant> since) {
    return new ClusterFindings(
        cluster,
        analysis.findings(world, cluster).stream()
            .map(finding -> new Found(finding, since.apply(finding)))
            .toList(),
        analysis.notJudged(world, cluster),
        analysis.foreseen(world, cluster));
  }

  /** Since when those of it are there. */
  Function<Finding, Optional<Instant>> times() {
    Map<Identity, Instant> since = new HashMap<>();
    found.forEach(each -> since.put(Identity.of(each.finding()), each.since()));
    return finding -> Optional.ofNullable(since.get(Identity.of(finding)));
  }
}
