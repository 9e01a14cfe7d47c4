package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who was below a source when it was last read while it lived. Who ceases to replicate from a
 * source that does not answer may have its place, so it stays in here; who does so while the source
 * lives has left the cluster.
 *
 * @param source under the address by which it is kept
 * @param members in the order of their addresses
 * @param identity of the server at that address from which they replicated; another one that
 *     answers there since is not taken for it while one of them replicates from there, and is not
 *     known to have nothing that this one lacks
 */
public record RememberedCluster(
    InstanceAddress source, List<Member> members, Optional<String> identity) {

  /**
   * One that was below it.
   *
   * @param tookWrites whether it did so as a replica
   * @param wentAway whether it ceased to replicate from the source while that did not answer
   */
  public record Member(InstanceAddress address, boolean tookWrites, boolean wentAway) {}

  public RememberedCluster {
    members = List.copyOf(members);
    // Those that an older controller stored have none.
    identity = Objects.requireNonNullElse(identity, Optional.empty());
  }

  /** One of which the source was never read. */
  public RememberedCluster(InstanceAddress source, List<Member> members) {
    this(source, members, Optional.empty());
  }

  /** Whether one was below it. */
  boolean has(InstanceAddress replica) {
    return members.stream().anyMatch(each -> each.address().equals(replica));
  }

  /** The same, each under the address by which its instance is known now. */
  RememberedCluster under(Map<InstanceAddress, InstanceAddress> aliases) {
    return new RememberedCluster(
        aliases.getOrDefault(source, source),
        members.stream()
            .map(each ->
                new Member(
                    aliases.getOrDefault(each.address(), each.address()),
                    each.tookWrites(),
                    each.wentAway()))
            .toList(),
        identity);
  }

  /** What is to be remembered of each source after what was observed; who is forgotten is not. */
  public static List<RememberedCluster> after(
      Collection<RememberedCluster> before, WorldView world) {
    TopologySnapshot now = world.topology();
    SortedMap<InstanceAddress, RememberedCluster> known = new TreeMap<>();
    before.forEach(each -> known.put(now.keptUnder(each.source()), each));
    Set<InstanceAddress> sources = new TreeSet<>(known.keySet());
    now.links().forEach(link -> sources.add(link.source()));
    return sources.stream()
        .flatMap(source ->
            of(now, source, Optional.ofNullable(known.get(source)))
                .map(each ->
                    each.of(
                        Stranger.identity(world, source, Optional.ofNullable(known.get(source)))))
                .stream())
        .toList();
  }

  /** The same, where nobody marked a server to be rebuilt. */
  public static List<RememberedCluster> after(
      Collection<RememberedCluster> before, TopologySnapshot now) {
    return after(before, WorldView.of(now));
  }

  private RememberedCluster of(Optional<String> server) {
    return new RememberedCluster(source, members, server);
  }

  /** The same of one source. */
  static Optional<RememberedCluster> of(
      TopologySnapshot now, InstanceAddress source, Optional<RememberedCluster> before) {
    return now.find(source).flatMap(node -> of(node, before, now));
  }

  private static Optional<RememberedCluster> of(
      Node source, Optional<RememberedCluster> before, TopologySnapshot now) {
    SortedMap<InstanceAddress, Member> earlier = new TreeMap<>();
    before.ifPresent(
        known -> known.members().forEach(each -> earlier.put(now.keptUnder(each.address()), each)));
    SortedMap<InstanceAddress, Member> members = new TreeMap<>();
    for (InstanceAddress each : below(now, source.address())) {
      members.put(
          each,
          new Member(
              each, tookWrites(source, each, Optional.ofNullable(earlier.get(each)), now), false));
    }
    earlier.forEach((address, member) -> {
      if (!members.containsKey(address) && !isBelowAnother(address, earlier.keySet(), now)) {
        whoIsNotBelow(source, address, member, now).ifPresent(each -> members.put(address, each));
      }
    });
    return members.isEmpty()
        ? Optional.empty()
        : Optional.of(new RememberedCluster(source.address(), List.copyOf(members.values())));
  }

  private static boolean tookWrites(
      Node source, InstanceAddress address, Optional<Member> earlier, TopologySnapshot now) {
    boolean does =
        now.find(address)
            .flatMap(Node::state)
            .filter(state -> state.writeProtection().acceptsWrites().is(true))
            .isPresent();
    return earlier
        .filter(each -> !livedSince(source, address, now))
        .map(Member::tookWrites)
        .orElse(does);
  }

  private static Optional<Member> whoIsNotBelow(
      Node source, InstanceAddress address, Member member, TopologySnapshot now) {
    if (now.find(address).isEmpty() || isInClusterOfLiving(source, address, now)) {
      return Optional.empty();
    }
    if (member.wentAway() || source.contact() == Node.Contact.FAILED) {
      return Optional.of(new Member(address, member.tookWrites(), true));
    }
    return livedSince(source, address, now)
        ? Optional.empty()
        : Optional.of(new Member(address, member.tookWrites(), false));
  }

  /** It follows another one that was in the cluster and has, or may have, the place. */
  private static boolean isBelowAnother(
      InstanceAddress address, Set<InstanceAddress> members, TopologySnapshot now) {
    List<ReplicationLink> links = now.linksOf(address);
    return !links.isEmpty()
        && links.stream()
            .map(ReplicationLink::source)
            .allMatch(each -> members.contains(each) && now.linksOf(each).isEmpty());
  }

  /** One replicates from the other again, directly or not. */
  private static boolean isInClusterOfLiving(
      Node source, InstanceAddress address, TopologySnapshot now) {
    return source.isReached() && now.clusterOf(source.address()).equals(now.clusterOf(address));
  }

  /** Whether the source was read after that one, so that it lived when that was so. */
  private static boolean livedSince(Node source, InstanceAddress address, TopologySnapshot now) {
    Optional<Instant> read = now.find(address).flatMap(Node::state).map(s -> s.observedAt());
    return source.isReached()
        && read.isPresent()
        && source.state().filter(s -> s.observedAt().isAfter(read.get())).isPresent();
  }

  /** All that replicate from it, directly or not. */
  public static Set<InstanceAddress> below(TopologySnapshot snapshot, InstanceAddress source) {
    Set<InstanceAddress> found = new TreeSet<>();
    Deque<InstanceAddress> open = new ArrayDeque<>(Set.of(source));
    while (!open.isEmpty()) {
      for (ReplicationLink link : snapshot.linksTo(open.pop())) {
        if (!link.replica().equals(source) && found.add(link.replica())) {
          open.add(link.replica());
        }
      }
    }
    return found;
  }
}
