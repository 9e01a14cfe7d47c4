package io.tutti.store;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.RememberedCluster;
import java.util.List;

/**
 * Keeps who was below each source while it lived, so that no restart of a controller forgets it.
 */
public interface RememberedClusters {

  List<RememberedCluster> all();

  /** In the place of the earlier one of the same source; durable when it returns. */
  void save(RememberedCluster cluster);

  /** As if it had never been. */
  void remove(InstanceAddress source);
}
