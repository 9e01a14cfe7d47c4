package io.tutti.detection;

import io.tutti.model.AckWaits;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.SemiSync;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Whether a source that lives after all could let a commit go on without an acknowledgement,
 * because a receiver connects anew. The others go on acknowledging; or the source waits until it is
 * back.
 *
 * <p>Pure.
 *
 * @param connected all that could acknowledge now
 */
record AckRisk(TopologySnapshot topology, Node source, List<ReplicationLink> connected) {
  /** Much longer than a receiver is away that connects anew. */
  static final Duration WAIT_MIN = Duration.ofSeconds(5);

  /**
   * Why that could be; empty where it cannot.
   *
   * @param before who is asked before it, and may not be back yet
   */
  Optional<String> of(ReplicationLink link, List<Doubt.Receiving> before) {
    Optional<SemiSync> there = source.state().map(InstanceState::semiSync);
    if (there.filter(AckRisk::waitsForNobody).isPresent() || acknowledgesNothing(link)) {
      return Optional.empty();
    }
    boolean isSafe =
        there.filter(of -> othersSuffice(of, link, before) || waitsForOneAway(of)).isPresent();
    return isSafe
        ? Optional.empty()
        : Optional.of(
            "it acknowledges, and the source might continue without that while it connects again");
  }

  boolean acknowledgesNothing(ReplicationLink link) {
    return acknowledgesNothing(link.replica());
  }

  private boolean acknowledgesNothing(InstanceAddress replica) {
    return topology
        .find(replica)
        .flatMap(Node::state)
        .map(InstanceState::semiSync)
        .filter(SemiSync::isKnownNotToAck)
        .isPresent();
  }

  private static boolean waitsForNobody(SemiSync source) {
    return source.sourceEnabled() instanceof Observed.Absent<Boolean>
        || source.sourceEnabled().is(false)
        || source.sourceActive().is(false);
  }

  private boolean othersSuffice(
      SemiSync source, ReplicationLink link, List<Doubt.Receiving> before) {
    long others =
        connected.stream()
            .map(ReplicationLink::replica)
            .distinct()
            .filter(replica -> !replica.equals(link.replica()))
            .filter(replica -> before.stream().noneMatch(each -> each.replica().equals(replica)))
            .filter(replica -> !acknowledgesNothing(replica))
            .count();
    return source.acksNeeded().asOptional().filter(needed -> others >= needed).isPresent();
  }

  private static boolean waitsForOneAway(SemiSync source) {
    return source.waits().asOptional().filter(AckWaits::withTooFewReplicas).isPresent()
        && source
            .timeout()
            .asOptional()
            .filter(timeout -> timeout.compareTo(WAIT_MIN) >= 0)
            .isPresent();
  }
}
