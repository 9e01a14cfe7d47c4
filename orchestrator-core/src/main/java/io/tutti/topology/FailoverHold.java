package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import java.time.Instant;
import java.util.List;

/**
 * That a cluster was failed over by itself, and is not so again before somebody has looked or some
 * time has passed.
 *
 * @param cluster its name then
 * @param members of the cluster then: its name may be another one since
 * @param lost the source that lost its place
 * @param isIntermediate whether that was an intermediate source: nobody took writes then that did
 *     not before, and only its own failover is held
 * @param since when that began
 */
public record FailoverHold(
    String cluster,
    List<InstanceAddress> members,
    InstanceAddress lost,
    boolean isIntermediate,
    Instant since,
    Instant until) {
  public FailoverHold {
    members = List.copyOf(members);
  }

  /** Of a cluster there is one, and one for each of its intermediate sources. */
  public String id() {
    return isIntermediate ? lost.toString() : cluster;
  }

  public boolean isOver(Instant now) {
    return !now.isBefore(until);
  }

  /** Whether that source of that cluster does not fail over by itself meanwhile. */
  public boolean holds(TopologySnapshot topology, Cluster of, InstanceAddress source) {
    return isOf(topology, of) && (!isIntermediate || topology.keptUnder(lost).equals(source));
  }

  /** Whether any of its servers is in that cluster now. */
  public boolean isOf(TopologySnapshot topology, Cluster other) {
    return members.stream().map(topology::keptUnder).anyMatch(other.members()::contains);
  }
}
