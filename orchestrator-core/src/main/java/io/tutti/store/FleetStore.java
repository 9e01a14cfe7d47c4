package io.tutti.store;

import io.tutti.crash.RecordedDurability;
import io.tutti.model.InstanceAddress;
import io.tutti.topology.Node;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps what is known of the instances, so that a restarted controller knows it too. */
public interface FleetStore {

  /** All that is kept. */
  record Contents(
      List<Node> nodes,
      Map<InstanceAddress, InstanceAddress> aliases,
      Map<InstanceAddress, String> clusterNames) {
    public static final Contents EMPTY = new Contents(List.of(), Map.of(), Map.of());
  }

  Contents load();

  /**
   * Keeps these nodes as they are now, in one transaction. Durability settings that differ from the
   * last kept ones become a new line of that instance's history.
   */
  void save(Collection<Node> changed);

  /** Replaces all aliases and cluster names. */
  void saveNames(
      Map<InstanceAddress, InstanceAddress> aliases, Map<InstanceAddress, String> clusterNames);

  /**
   * The durability settings that were confirmed last before a moment: those of a process that ended
   * then. Kept when the instance is forgotten.
   */
  Optional<RecordedDurability> durabilityBefore(InstanceAddress address, Instant moment);

  void remove(InstanceAddress address);
}
