package io.tutti.cli.render;

import io.tutti.api.ChannelView;
import io.tutti.api.InstanceView;
import io.tutti.api.TopologyView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * In which order and how deep the instances of a cluster are drawn, each exactly once.
 *
 * <ol>
 *   <li>An instance hangs below the source of its first channel whose source is in the cluster.
 *   <li>Heads are drawn first, whatever they replicate from.
 *   <li>What no head leads to is in or below a ring: a member of each such ring becomes a root,
 *       too.
 *   <li>An instance without a channel that failed or was never read is a root of its own.
 *   <li>Every edge that is not drawn as a branch is reported in words.
 * </ol>
 */
final class Forest {
  /** An edge that the tree does not show. */
  record Edge(String source, String channel, Kind kind) {
    enum Kind {
      /** The source is drawn below this instance, or is this root's own source: a ring. */
      BACK,
      /** Another source of a replica that is drawn below its first one. */
      OTHER,
      /** Nothing is known of the source. */
      STRANGER
    }
  }

  /**
   * An instance in its place.
   *
   * @param following for each level above and its own, from the root on: whether another branch
   *     follows on that level; empty for a root
   * @param hasBranches whether others are drawn below it
   */
  record Branch(
      InstanceView instance, List<Boolean> following, boolean hasBranches, List<Edge> edges) {}

  private final TopologyView cluster;
  private final Map<String, InstanceView> byName = new HashMap<>();
  private final Map<String, String> parents = new LinkedHashMap<>();
  private final Set<String> drawn = new LinkedHashSet<>();
  private final List<Branch> branches = new ArrayList<>();
  private Set<String> roots = Set.of();

  private Forest(TopologyView cluster) {
    this.cluster = cluster;
    for (InstanceView instance : cluster.instances()) {
      instance.aliases().forEach(alias -> byName.put(alias, instance));
    }
    cluster.instances().forEach(instance -> byName.put(instance.address(), instance));
    for (InstanceView instance : cluster.instances()) {
      instance.channels().stream()
          .flatMap(channel -> find(channel.source()).stream())
          .map(InstanceView::address)
          .filter(source -> !source.equals(instance.address()))
          .findFirst()
          .ifPresent(source -> parents.put(instance.address(), source));
    }
  }

  static List<Branch> of(TopologyView cluster) {
    return new Forest(cluster).grow();
  }

  private Optional<InstanceView> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  private List<Branch> grow() {
    roots = roots();
    for (String root : roots) {
      find(root).ifPresent(instance -> draw(instance, List.of()));
    }
    return List.copyOf(branches);
  }

  private Set<String> roots() {
    Set<String> found = new LinkedHashSet<>();
    cluster.heads().stream()
        .flatMap(head -> find(head).stream())
        .forEach(head -> found.add(head.address()));
    cluster.instances().stream()
        .map(InstanceView::address)
        .filter(address -> !parents.containsKey(address))
        .forEach(found::add);
    for (InstanceView instance : cluster.instances()) {
      String top = instance.address();
      Set<String> passed = new HashSet<>();
      while (!found.contains(top) && passed.add(top)) {
        top = parents.getOrDefault(top, top);
      }
      found.add(top);
    }
    return found;
  }

  private void draw(InstanceView instance, List<Boolean> following) {
    String address = instance.address();
    if (!drawn.add(address)) {
      return;
    }
    List<InstanceView> below =
        cluster.instances().stream()
            .filter(other -> address.equals(parents.get(other.address())))
            .filter(other -> !roots.contains(other.address()))
            .filter(other -> !drawn.contains(other.address()))
            .toList();
    branches.add(new Branch(instance, following, !below.isEmpty(), edges(instance)));
    for (int i = 0; i < below.size(); i++) {
      List<Boolean> deeper = new ArrayList<>(following);
      deeper.add(i < below.size() - 1);
      draw(below.get(i), List.copyOf(deeper));
    }
  }

  private List<Edge> edges(InstanceView instance) {
    List<Edge> edges = new ArrayList<>();
    boolean branchSeen = roots.contains(instance.address());
    for (ChannelView channel : instance.channels()) {
      Optional<InstanceView> source = find(channel.source());
      if (source.isEmpty()) {
        edges.add(new Edge(channel.source(), channel.name(), Edge.Kind.STRANGER));
        continue;
      }
      String address = source.get().address();
      if (!branchSeen && address.equals(parents.get(instance.address()))) {
        branchSeen = true;
        continue;
      }
      Edge.Kind kind = isAbove(instance.address(), address) ? Edge.Kind.BACK : Edge.Kind.OTHER;
      edges.add(new Edge(address, channel.name(), kind));
    }
    return edges;
  }

  /** Whether {@code lower} is drawn below {@code upper}, or is it. */
  private boolean isAbove(String upper, String lower) {
    String step = lower;
    Set<String> passed = new HashSet<>();
    while (passed.add(step)) {
      if (step.equals(upper)) {
        return true;
      }
      if (roots.contains(step)) {
        return false;
      }
      step = parents.getOrDefault(step, step);
    }
    return false;
  }
}
