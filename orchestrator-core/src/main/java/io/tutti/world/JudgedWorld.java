package io.tutti.world;

import io.tutti.analysis.Severity;
import io.tutti.topology.Cluster;
import io.tutti.topology.WorldView;
import java.util.Comparator;
import java.util.List;

/** A view of the world with what the rules say of it. Immutable; a cluster is judged once. */
public final class JudgedWorld {
  private final WorldView view;
  private final long number;
  private final Judgements judgements;

  JudgedWorld(WorldView view, long number, Judgements judgements) {
    this.view = view;
    this.number = number;
    this.judgements = judgements;
  }

  /** What was judged. */
  public WorldView view() {
    return view;
  }

  long number() {
    return number;
  }

  /** What is found in one cluster of it. */
  public ClusterFindings findingsOf(Cluster cluster) {
    return judgements.of(this, cluster);
  }

  /** What is found in each cluster. */
  public List<ClusterFindings> findingsByCluster() {
    return view.topology().clusters().stream().map(this::findingsOf).toList();
  }

  /** Everything found, worst first. */
  public List<Found> findings() {
    Comparator<Found> bySeverity = Comparator.comparing(JudgedWorld::severity);
    return findingsByCluster().stream()
        .flatMap(each -> each.found().stream())
        .sorted(bySeverity.reversed())
        .toList();
  }

  private static Severity severity(Found found) {
    return found.finding().severity();
  }
}
