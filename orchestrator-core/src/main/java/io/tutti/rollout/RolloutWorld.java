package io.tutti.rollout;

import io.tutti.analysis.SettingsAdvice;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.plan.OperationId;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.topology.ClusterAliases;
import io.tutti.topology.Node;
import io.tutti.topology.WorldView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * All that a rollout is planned from.
 *
 * @param releases what the plugin of a server says of its release; empty when no plugin speaks for
 *     it
 * @param advice what the rules of its plugin would set on a server
 * @param found what was found best for a replica; empty where nobody has looked
 * @param tags what people said of a server
 * @param flavors all there are
 * @param operations which operation has a server for itself now
 * @param others all other rollouts
 */
public record RolloutWorld(
    WorldView view,
    Instant now,
    Function<InstanceState, Optional<Release>> releases,
    Function<Node, SettingsAdvice> advice,
    Function<InstanceAddress, Optional<Found>> found,
    Function<InstanceAddress, SortedMap<String, String>> tags,
    ClusterAliases aliases,
    Set<String> flavors,
    Function<InstanceAddress, Optional<OperationId>> operations,
    List<RolloutRun> others) {
  public RolloutWorld {
    flavors = Set.copyOf(flavors);
    others = List.copyOf(others);
  }

  /**
   * What is best for one replica.
   *
   * @param settings values by setting; none where all should stay as it is
   * @param because how that was found
   */
  public record Found(SortedMap<String, String> settings, String because) {}

  /** What is known of one release. */
  public record Release(KnobCatalogue catalogue, ReplicationStatements statements) {}
}
