package io.tutti.world;

import io.tutti.analysis.Analysis;
import io.tutti.analysis.Finding;
import io.tutti.topology.Cluster;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** What was said of each cluster last, so that the rules run over what has changed only. */
final class Judgements {
  private final Analysis analysis;
  private final SinceWhen sinceWhen;
  private final InstantSource clock;
  private final Map<String, Judged> latest = new ConcurrentHashMap<>();

  /**
   * @param number of the view that was judged
   */
  private record Judged(long number, ClusterInputs inputs, ClusterFindings findings) {}

  Judgements(Analysis analysis, SinceWhen sinceWhen, InstantSource clock) {
    this.analysis = analysis;
    this.sinceWhen = sinceWhen;
    this.clock = clock;
  }

  /** Of who asks with an older view than another one did, the newer counts. */
  ClusterFindings of(JudgedWorld world, Cluster cluster) {
    return latest
        .compute(
            cluster.name(),
            (name, known) ->
                known != null && known.number() >= world.number()
                    ? known
                    : next(Optional.ofNullable(known), world, cluster))
        .findings();
  }

  private Judged next(Optional<Judged> before, JudgedWorld world, Cluster cluster) {
    ClusterInputs inputs = new ClusterInputs(world.view(), cluster);
    ClusterFindings findings =
        before
            .filter(earlier -> inputs.areThoseOf(earlier.inputs()))
            .map(Judged::findings)
            .orElseGet(() ->
                ClusterFindings.of(
                    analysis, world.view(), cluster, since(before.map(Judged::findings))));
    return new Judged(world.number(), inputs, findings);
  }

  /** As it was judged last, as an earlier controller found it, or from now on. */
  private Function<Finding, Instant> since(Optional<ClusterFindings> before) {
    Instant now = clock.instant();
    Function<Finding, Optional<Instant>> earlier =
        before.map(ClusterFindings::times).orElse(finding -> Optional.empty());
    return finding -> earlier.apply(finding).or(() -> sinceWhen.recall(finding)).orElse(now);
  }

  /** Forgets clusters that are no more. */
  void keepOnly(Set<String> clusters) {
    latest.keySet().retainAll(clusters);
  }
}
