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
 * @param since when that began
 */
public record FailoverHold(
    String cluster,
    List<InstanceAddress> members,
    InstanceAddress lost,
    Instant since,
    Instant until) {
  public FailoverHold {
    members = List.copyOf(members);
  }

  public boolean isOver(Instant now) {
    return !now.isBefore(until);
  }

  /** Whether any of its servers is in that cluster now. */
  public boolean isOf(TopologySnapshot topology, Cluster other) {
    return members.stream().map(topology::keptUnder).anyMatch(other.members()::contains);
  }
}
