package io.tutti.metrics;

import io.tutti.analysis.Finding;
import io.tutti.topology.TopologySnapshot;
import io.tutti.world.ClusterFindings;
import io.tutti.world.Found;
import io.tutti.world.JudgedWorld;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The view that was published last, with what the rules said of it: who reads it runs no rule. */
public final class PublishedWorld implements Consumer<JudgedWorld> {
  private final InstantSource clock;
  private volatile Optional<Seen> latest = Optional.empty();

  /**
   * One view.
   *
   * @param findings what is found in it, but what is acknowledged, muted or in downtime
   * @param clusters what is said of each
   */
  record Seen(TopologySnapshot topology, List<Finding> findings, List<ClusterFindings> clusters) {}

  public PublishedWorld(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public void accept(JudgedWorld world) {
    Instant now = clock.instant();
    latest =
        Optional.of(
            new Seen(
                world.view().topology(),
                world.findingsByCluster().stream()
                    .flatMap(cluster -> cluster.found().stream())
                    .filter(found -> world.silenced(found, now).isEmpty())
                    .map(Found::finding)
                    .toList(),
                world.findingsByCluster()));
  }

  Optional<Seen> latest() {
    return latest;
  }
}
