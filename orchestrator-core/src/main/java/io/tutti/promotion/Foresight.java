package io.tutti.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.Cluster;
import io.tutti.topology.WorldView;
import java.util.Optional;

/** Says what a failover would do, were a source to die now. Pure: no server is asked. */
@FunctionalInterface
public interface Foresight {
  /** Where nobody plans failovers. */
  Foresight NONE = (world, cluster, source) -> Optional.empty();

  /**
   * @param cluster that the source is in
   * @return empty of a server that is nobody's source, or has no place to lose
   */
  Optional<IfSourceDied> of(WorldView world, Cluster cluster, InstanceAddress source);
}
