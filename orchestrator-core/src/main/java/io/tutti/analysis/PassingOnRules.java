package io.tutti.analysis;

import static io.tutti.analysis.FindingRule.ofInstance;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.ReplicationFilter;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.Shortfall;
import io.tutti.topology.Starvation;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Rules about what a server keeps from those that replicate from it, or from itself. */
final class PassingOnRules {
  /** A sentence with more names than this is not read; the topology shows them all. */
  private static final int NAMED_MAX = 8;

  private PassingOnRules() {}

  static List<FindingRule> rules() {
    return List.of(
        ofInstance(FindingCode.INTERMEDIATE_LOGS_NOTHING, Set.of(), PassingOnRules::logsNothing),
        ofInstance(
            FindingCode.FILTERS_PASSED_ON,
            Set.of(FindingCode.REPLICATION_FILTERED),
            PassingOnRules::passesFiltered),
        ofInstance(FindingCode.REPLICATION_FILTERED, Set.of(), PassingOnRules::isFiltered),
        ofInstance(FindingCode.FILTERS_DIFFER, Set.of(), PassingOnRules::replicasDiffer));
  }

  private static Optional<Evidence> logsNothing(Subject.OfInstance subject) {
    Optional<InstanceState> state = subject.node().currentState().filter(Starvation::logsNothing);
    if (state.isEmpty()) {
      return Optional.empty();
    }
    SortedMap<InstanceAddress, SortedSet<InstanceAddress>> starved =
        Starvation.of(subject.snapshot()).below(subject.node().address());
    if (starved.isEmpty()) {
      return Optional.empty();
    }
    String variable = logUpdates(state.get());
    String lacking =
        starved.entrySet().stream()
            .limit(NAMED_MAX)
            .map(each -> lacks(subject.snapshot(), each.getKey(), each.getValue()))
            .collect(Collectors.joining(" "));
    String more =
        starved.size() > NAMED_MAX ? " And " + (starved.size() - NAMED_MAX) + " more." : "";
    return Optional.of(
        Evidence.of(
            ("%s replicates and does not log that (%s is OFF), so what it replicates is not sent to"
                    + " its replicas, while their threads run without an error and their lag shows 0."
                    + " %s%s")
                .formatted(subject.name(), variable, lacking, more),
            ("let its replicas replicate from the server that %s replicates from: by GTID they"
                    + " fetch what they lack, as long as its binlogs go back that far")
                .formatted(subject.name()),
            ("write %s = ON into the option file of %s and restart it: that helps only from then"
                    + " on; what its replicas lack already is not in its binlogs")
                .formatted(variable, subject.name()),
            "compare the rows of its replicas with their source's before you rely on them"));
  }

  private static String logUpdates(InstanceState state) {
    return state.settings().text("log_replica_updates").isKnown()
        ? "log_replica_updates"
        : "log_slave_updates";
  }

  private static String lacks(
      TopologySnapshot snapshot, InstanceAddress starved, SortedSet<InstanceAddress> writers) {
    List<String> amounts = new ArrayList<>();
    for (InstanceAddress writer : writers) {
      amounts.add(Shortfall.of(snapshot, starved, writer));
    }
    return starved + " lacks " + String.join(" and ", amounts) + ".";
  }

  private static List<ReplicationFilter> filters(Node node) {
    return node.currentState()
        .map(state -> ReplicationFilter.of(state.settings()))
        .orElse(List.of());
  }

  /** Those that keep something from the binlog: the binlog's own, and those of an applier. */
  private static Optional<Evidence> passesFiltered(Subject.OfInstance subject) {
    List<ReplicationFilter> filters = filters(subject.node());
    if (filters.isEmpty()) {
      return Optional.empty();
    }
    List<InstanceAddress> below =
        subject.snapshot().linksTo(subject.node().address()).stream()
            .map(ReplicationLink::replica)
            .distinct()
            .toList();
    if (below.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Evidence.of(
            "%s has replication filters: %s. So %s %s what it filters out, too, though nothing on %s shows it."
                .formatted(
                    subject.name(),
                    listed(filters),
                    names(below),
                    below.size() == 1 ? "lacks" : "lack",
                    below.size() == 1 ? "that server" : "those servers"),
            "let those that must have everything replicate from a server without filters, and copy"
                + " what they lack from it",
            "promote none of them"));
  }

  private static Optional<Evidence> isFiltered(Subject.OfInstance subject) {
    List<ReplicationFilter> filters = filters(subject.node());
    boolean isReplica =
        subject.node().currentState().filter(state -> state.isReplica().is(true)).isPresent();
    return filters.isEmpty() || !isReplica
        ? Optional.empty()
        : Optional.of(
            Evidence.of(
                "%s has replication filters: %s. It lacks rows of its source by that."
                    .formatted(subject.name(), listed(filters)),
                "do not promote it, and let no replica that must have everything replicate from"
                    + " it"));
  }

  /** Looked at on their source. */
  private static Optional<Evidence> replicasDiffer(Subject.OfInstance subject) {
    Map<String, List<InstanceAddress>> byFilters = new TreeMap<>();
    for (ReplicationLink link : subject.snapshot().linksTo(subject.node().address())) {
      Optional<Node> replica = subject.snapshot().find(link.replica());
      if (replica.flatMap(Node::currentState).isPresent()) {
        List<ReplicationFilter> own =
            filters(replica.get()).stream()
                .filter(each -> each.isOfBinlog() || each.channel().equals(link.channel().name()))
                .map(each -> new ReplicationFilter("", each.name(), each.value()))
                .toList();
        byFilters
            .computeIfAbsent(own.isEmpty() ? "" : listed(own), key -> new ArrayList<>())
            .add(link.replica());
      }
    }
    if (byFilters.size() < 2) {
      return Optional.empty();
    }
    String groups =
        byFilters.entrySet().stream()
            .map(group ->
                "%s: %s"
                    .formatted(
                        names(group.getValue()),
                        group.getKey().isEmpty() ? "none" : group.getKey()))
            .collect(Collectors.joining("; "));
    return Optional.of(
        Evidence.of(
            "The replicas of %s have different filters (%s), so they do not hold the same rows."
                .formatted(subject.name(), groups),
            "let only one without filters take the place of " + subject.name()));
  }

  private static String listed(List<ReplicationFilter> filters) {
    return filters.stream().map(ReplicationFilter::toString).collect(Collectors.joining(", "));
  }

  private static String names(Collection<InstanceAddress> addresses) {
    String named =
        addresses.stream()
            .limit(NAMED_MAX)
            .map(InstanceAddress::toString)
            .collect(Collectors.joining(", "));
    return addresses.size() > NAMED_MAX
        ? named + " and " + (addresses.size() - NAMED_MAX) + " more"
        : named;
  }
}
