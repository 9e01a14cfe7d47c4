package io.tutti.world;

import io.tutti.analysis.Severity;
import io.tutti.topology.Cluster;
import io.tutti.topology.Silence;
import io.tutti.topology.WorldView;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A view of the world with what the rules say of it. Immutable; a cluster is judged once. */
public final class JudgedWorld {
  private final WorldView view;
  private final long number;
  private final Judgements judgements;
  private final Silenced.Said said;

  /**
   * @param silences some of which may be over
   */
  JudgedWorld(WorldView view, long number, Judgements judgements, List<Silence> silences) {
    this.view = view;
    this.number = number;
    this.judgements = judgements;
    this.said = new Silenced.Said(silences, view.records().downtimes(), view.topology());
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

  /** Why a finding is not counted; empty where it is. */
  public Optional<Silenced> silenced(Found found, Instant now) {
    return said.of(found, now);
  }

  private static Severity severity(Found found) {
    return found.finding().severity();
  }
}
