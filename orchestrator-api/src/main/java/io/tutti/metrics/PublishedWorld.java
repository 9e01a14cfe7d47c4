package io.tutti.metrics;

import io.tutti.analysis.Finding;
import io.tutti.topology.TopologySnapshot;
import io.tutti.world.Found;
import io.tutti.world.JudgedWorld;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The view that was published last, with what the rules said of it: who reads it runs no rule. */
public final class PublishedWorld implements Consumer<JudgedWorld> {
  private volatile Optional<Seen> latest = Optional.empty();

  /** One view. */
  record Seen(TopologySnapshot topology, List<Finding> findings) {}

  @Override
  public void accept(JudgedWorld world) {
    latest =
        Optional.of(
            new Seen(
                world.view().topology(),
                world.findingsByCluster().stream()
                    .flatMap(cluster -> cluster.found().stream())
                    .map(Found::finding)
                    .toList()));
  }

  Optional<Seen> latest() {
    return latest;
  }
}
