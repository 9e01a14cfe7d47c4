package io.tutti.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Optional;

/**
 * Two servers that replicate from each other, and from nobody else. Pure.
 *
 * @param one that gives its place away, or has lost it
 * @param other the one that has its rows
 * @param back over which the first replicates from the other
 */
public record CoPrimaries(InstanceAddress one, InstanceAddress other, ReplicationLink back) {

  /** Empty where it replicates from nobody, from several, or in a larger ring. */
  public static Optional<CoPrimaries> of(TopologySnapshot snapshot, InstanceAddress one) {
    List<ReplicationLink> sources = snapshot.linksOf(one);
    if (sources.size() != 1) {
      return Optional.empty();
    }
    InstanceAddress other = sources.getFirst().source();
    boolean isMutual =
        !other.equals(one)
            && snapshot.linksOf(other).size() == 1
            && snapshot.linksOf(other).getFirst().source().equals(one);
    return isMutual
        ? Optional.of(new CoPrimaries(one, other, sources.getFirst()))
        : Optional.empty();
  }
}
