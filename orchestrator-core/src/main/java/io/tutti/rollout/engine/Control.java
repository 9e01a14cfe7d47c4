package io.tutti.rollout.engine;

import io.tutti.model.InstanceAddress;
import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.ReplicaRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Beside whom a replica is watched. Pure.
 *
 * <ol>
 *   <li>A replica of the same source, that is read now and is not in the same wave.
 *   <li>One that the rollout has not changed, if there is one: what harms both is not seen.
 *   <li>Then one of the same flavor, as another one may react to the load otherwise.
 * </ol>
 */
final class Control {
  private Control() {}

  static Optional<InstanceAddress> of(
      ReplicaRun replica, WaveRun wave, RolloutRun run, TopologySnapshot topology) {
    Set<InstanceAddress> sameWave =
        wave.replicas().stream().map(each -> each.target().address()).collect(Collectors.toSet());
    Set<InstanceAddress> changed = changed(run);
    return topology.linksOf(replica.target().address()).stream().findFirst().stream()
        .flatMap(link -> topology.linksTo(link.source()).stream())
        .map(ReplicationLink::replica)
        .filter(other -> !sameWave.contains(other))
        .filter(other -> flavor(other, topology).isPresent())
        .min(
            Comparator.<InstanceAddress, Boolean>comparing(changed::contains)
                .thenComparing(other ->
                    !flavor(other, topology).equals(Optional.of(replica.target().flavor())))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** Those that have what the rollout sets, or may have it. */
  private static Set<InstanceAddress> changed(RolloutRun run) {
    return run.waves().stream()
        .flatMap(wave -> wave.replicas().stream())
        .filter(replica -> replica.change().isPresent())
        .filter(replica -> replica.state() != ReplicaState.UNDONE)
        .map(replica -> replica.target().address())
        .collect(Collectors.toSet());
  }

  /** Of one that is read now. */
  private static Optional<String> flavor(InstanceAddress address, TopologySnapshot topology) {
    return topology
        .find(address)
        .flatMap(node -> node.currentState())
        .map(state -> state.version().flavor());
  }
}
