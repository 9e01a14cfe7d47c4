package io.tutti.analysis;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.SemiSync;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A source that takes writes and waits for no acknowledgements (semi-synchronous replication),
 * where those who replicate from it show that its cluster had them.
 */
final class AcksLost {
  private AcksLost() {}

  static Optional<Evidence> find(Subject.OfInstance subject) {
    return subject
        .node()
        .currentState()
        .filter(state -> state.isReplica().is(false))
        .filter(state -> state.writeProtection().acceptsWrites().is(true))
        .flatMap(state -> find(subject, state.semiSync()));
  }

  private static Optional<Evidence> find(Subject.OfInstance subject, SemiSync source) {
    if (source.sourceEnabled().is(true)) {
      return source.sourceActive().is(false) ? Optional.of(fellBack(subject)) : Optional.empty();
    }
    if (source.sourceEnabled().isUnknown()) {
      return Optional.empty();
    }
    List<InstanceAddress> giving = those(subject, each -> each.replicaEnabled().is(true));
    List<InstanceAddress> asking = those(subject, each -> each.sourceEnabled().is(true));
    return giving.isEmpty() && asking.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Evidence.of(
                "Commits on %s wait for no acknowledgements (%s)%s%s."
                    .formatted(
                        subject.name(),
                        source.sourceEnabled().isKnown()
                            ? "semi-sync is off there"
                            : "semi-sync of sources is not loaded there",
                        giving.isEmpty() ? "" : ", though these acknowledge: " + spoken(giving),
                        asking.isEmpty()
                            ? ""
                            : "; these are set to wait as sources: " + spoken(asking)),
                "let %s wait for acknowledgements, now and in its option file, or let its replicas acknowledge nothing"
                    .formatted(subject.node().address())));
  }

  private static Evidence fellBack(Subject.OfInstance subject) {
    return Evidence.of(
        "Commits on %s are to wait for acknowledgements, and go on without: none came in time (semi-sync is on, its status off)."
            .formatted(subject.name()),
        "look at the receivers of its replicas, and whether they acknowledge");
  }

  private static String spoken(List<InstanceAddress> servers) {
    return servers.stream().map(InstanceAddress::toString).collect(Collectors.joining(", "));
  }

  private static List<InstanceAddress> those(
      Subject.OfInstance subject, Predicate<SemiSync> filter) {
    return subject.snapshot().linksTo(subject.node().address()).stream()
        .map(ReplicationLink::replica)
        .distinct()
        .filter(each ->
            subject
                .snapshot()
                .find(each)
                .flatMap(Node::currentState)
                .map(InstanceState::semiSync)
                .filter(filter)
                .isPresent())
        .sorted()
        .toList();
  }
}
