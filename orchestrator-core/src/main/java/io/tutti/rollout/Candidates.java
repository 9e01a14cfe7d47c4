package io.tutti.rollout;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.Tag;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Who is selected. Pure. */
final class Candidates {
  private final Selector selector;
  private final RolloutWorld world;
  private final TopologySnapshot topology;
  private final List<Mistake> mistakes = new ArrayList<>();
  private final List<RolloutPlan.LeftOut> leftOut = new ArrayList<>();

  /** One that is selected. */
  record Candidate(Node node, InstanceState state, Cluster cluster, TargetRole role) {
    InstanceAddress address() {
      return node.address();
    }
  }

  Candidates(Selector selector, RolloutWorld world) {
    this.selector = selector;
    this.world = world;
    this.topology = world.view().topology();
  }

  List<Mistake> mistakes() {
    return mistakes;
  }

  /** Who is named, and is not selected. */
  List<RolloutPlan.LeftOut> leftOut() {
    return leftOut;
  }

  List<Candidate> find() {
    Set<String> clusters = clusters();
    Set<InstanceAddress> named = named();
    requireFlavors();
    requireTags();
    List<Candidate> found = new ArrayList<>();
    for (Node node : topology.nodes().values()) {
      boolean isNamed = named.contains(node.address());
      Optional<Cluster> cluster = topology.clusterOf(node.address());
      if (cluster.isEmpty()
          || (!selector.instances().isEmpty() && !isNamed)
          || (!selector.clusters().isEmpty() && !clusters.contains(cluster.get().name()))
          || topology.onlyListedBy(node.address()).isPresent()) {
        continue;
      }
      judge(node, cluster.get(), isNamed).ifPresent(found::add);
    }
    if (found.isEmpty() && mistakes.isEmpty() && leftOut.isEmpty()) {
      mistakes.add(
          new Mistake(
              "targets",
              "None of the %d servers that are known matches all of this."
                  .formatted(topology.nodes().size()),
              "Compare with the clusters, flavors, releases and tags of the instances."));
    }
    return found;
  }

  private Optional<Candidate> judge(Node node, Cluster cluster, boolean isNamed) {
    InstanceAddress address = node.address();
    if (node.state().isEmpty() || node.state().get().channels().isUnknown()) {
      leave(
          address,
          RolloutPlan.Reason.NOT_REACHED,
          node.state().isEmpty()
              ? address + " was never read: neither its release nor its source is known."
              : "What " + address + " replicates is not known.");
      return Optional.empty();
    }
    InstanceState state = node.state().get();
    TargetRole role = roleOf(topology, address);
    List<String> unlike = unlike(state, role);
    if (unlike.isEmpty()) {
      return Optional.of(new Candidate(node, state, cluster, role));
    }
    if (isNamed) {
      leave(
          address,
          role == TargetRole.SOURCE && !selector.roles().contains(role)
              ? RolloutPlan.Reason.SOURCE
              : RolloutPlan.Reason.NOT_SELECTED,
          "%s is named, and %s.".formatted(address, String.join(", ", unlike)));
    }
    return Optional.empty();
  }

  private void leave(InstanceAddress address, RolloutPlan.Reason reason, String sentence) {
    leftOut.add(new RolloutPlan.LeftOut(address, reason, sentence));
  }

  /** What of it the selector excludes. */
  private List<String> unlike(InstanceState state, TargetRole role) {
    List<String> unlike = new ArrayList<>();
    if (!selector.roles().contains(role)) {
      unlike.add("is " + role.words() + ", which targets.roles does not name");
    }
    if (!selector.flavors().isEmpty() && !selector.flavors().contains(state.version().flavor())) {
      unlike.add("is of flavor " + state.version().flavor());
    }
    if (!selector.versions().contains(state.version().version())) {
      unlike.add("runs " + state.version().version());
    }
    for (Tag tag : selector.tags()) {
      if (!tag.value().equals(world.tags().apply(state.address()).get(tag.name()))) {
        unlike.add("has no tag " + tag.name() + "=" + tag.value());
      }
    }
    return unlike;
  }

  private Set<String> clusters() {
    Set<String> names = new LinkedHashSet<>();
    for (String wanted : selector.clusters()) {
      Optional<Cluster> found = world.aliases().find(topology, wanted);
      found.map(Cluster::name).ifPresent(names::add);
      if (found.isEmpty()) {
        mistakes.add(
            new Mistake(
                "targets.clusters",
                "There is no cluster \"%s\".".formatted(wanted),
                "There are: "
                    + joined(topology.clusters().stream().map(Cluster::name).toList())
                    + "."));
      }
    }
    return names;
  }

  private Set<InstanceAddress> named() {
    Set<InstanceAddress> named = new HashSet<>();
    for (InstanceAddress address : selector.instances()) {
      if (topology.find(address).isEmpty()) {
        mistakes.add(
            new Mistake(
                "targets.instances",
                "The server %s is not known.".formatted(address),
                "Discover it first."));
      }
      named.add(topology.keptUnder(address));
    }
    return named;
  }

  private void requireFlavors() {
    selector.flavors().stream()
        .filter(flavor -> !world.flavors().contains(flavor))
        .sorted()
        .forEach(flavor ->
            mistakes.add(
                new Mistake(
                    "targets.flavors",
                    "There is no flavor \"%s\".".formatted(flavor),
                    "There are: " + joined(world.flavors()) + ".")));
  }

  private void requireTags() {
    for (Tag tag : selector.tags()) {
      boolean has =
          topology.nodes().keySet().stream()
              .anyMatch(each -> tag.value().equals(world.tags().apply(each).get(tag.name())));
      if (!has) {
        mistakes.add(
            new Mistake(
                "targets.tags",
                "No server has the tag %s=%s.".formatted(tag.name(), tag.value()),
                "Give the tag first, or leave it out."));
      }
    }
  }

  private static String joined(Collection<String> names) {
    return names.isEmpty() ? "none" : names.stream().sorted().collect(Collectors.joining(", "));
  }

  /**
   * What a server is. In a ring each takes writes, or may: each is a source, though it replicates.
   */
  static TargetRole roleOf(TopologySnapshot topology, InstanceAddress address) {
    if (topology.linksOf(address).isEmpty() || isInRing(topology, address)) {
      return TargetRole.SOURCE;
    }
    return topology.linksTo(address).isEmpty() ? TargetRole.LEAF : TargetRole.INTERMEDIATE;
  }

  private static boolean isInRing(TopologySnapshot topology, InstanceAddress address) {
    Deque<InstanceAddress> ahead = new ArrayDeque<>(sourcesOf(topology, address));
    Set<InstanceAddress> seen = new HashSet<>();
    while (!ahead.isEmpty()) {
      InstanceAddress next = ahead.pop();
      if (next.equals(address)) {
        return true;
      }
      if (seen.add(next)) {
        ahead.addAll(sourcesOf(topology, next));
      }
    }
    return false;
  }

  private static List<InstanceAddress> sourcesOf(
      TopologySnapshot topology, InstanceAddress replica) {
    return topology.linksOf(replica).stream().map(ReplicationLink::source).toList();
  }
}
