package io.tutti.analysis;

import static io.tutti.analysis.FindingRule.ofCluster;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.Node;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;

/** Rules about a cluster as a whole. */
final class ClusterRules {
  private static final Set<FindingCode> NOTHING = Set.of();

  private ClusterRules() {}

  static List<FindingRule> rules() {
    return List.of(
        ofCluster(FindingCode.REPLICATION_RING, NOTHING, ClusterRules::ring),
        ofCluster(
            FindingCode.SEVERAL_WRITABLE_SOURCES, NOTHING, ClusterRules::severalWritableSources));
  }

  private static Optional<Evidence> ring(Subject.OfCluster subject) {
    SortedSet<InstanceAddress> ring = Rings.members(subject.snapshot(), subject.cluster());
    return ring.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Evidence.of(
                "These replicate from each other in a ring: %s. A transaction that fails on one stops all behind it."
                    .formatted(names(ring))));
  }

  private static Optional<Evidence> severalWritableSources(Subject.OfCluster subject) {
    List<InstanceAddress> writable =
        subject.cluster().members().stream()
            .flatMap(member -> subject.snapshot().find(member).stream())
            .filter(node ->
                node.currentState()
                    .filter(s -> s.writeProtection().acceptsWrites().is(true))
                    .isPresent())
            .map(Node::address)
            .filter(address -> !subject.snapshot().linksTo(address).isEmpty())
            .filter(address -> isTopmost(subject, address))
            .toList();
    return writable.size() < 2
        ? Optional.empty()
        : Optional.of(
            Evidence.of(
                "More than one source accepts writes: %s. The same row written on two of them makes replicas differ."
                    .formatted(names(writable)),
                "SET GLOBAL read_only = 1 on all but one, unless their data never overlaps"));
  }

  private static boolean isTopmost(Subject.OfCluster subject, InstanceAddress address) {
    return subject.snapshot().linksOf(address).isEmpty()
        || Rings.members(subject.snapshot(), subject.cluster()).contains(address);
  }

  private static String names(java.util.Collection<InstanceAddress> addresses) {
    return addresses.stream().map(InstanceAddress::toString).collect(Collectors.joining(", "));
  }
}
