package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Who gets nothing of whom, because a server on the way does not log what it replicates.
 *
 * <ol>
 *   <li>A server passes its own writes on, and what it replicates unless it is known not to log
 *       that.
 *   <li>So the writes of some servers reach a replica, over any of its channels.
 *   <li>What reaches a server that does not log it, and does not reach a server below by another
 *       road, is kept from the one below. Nobody lacks their own writes: two servers that replicate
 *       from each other need not log each other's.
 * </ol>
 *
 * <p>A server that was never read is taken to pass all on: nothing is said without a reading.
 */
public final class Starvation {
  private final TopologySnapshot snapshot;
  private final Set<InstanceAddress> silent;
  private final Map<InstanceAddress, Set<InstanceAddress>> reaching = new HashMap<>();

  /**
   * One server that others keep writes from.
   *
   * @param writers whose writes do not reach it
   * @param keepers the servers that do not log them
   */
  public record Starved(SortedSet<InstanceAddress> writers, SortedSet<InstanceAddress> keepers) {
    @Override
    public String toString() {
      boolean isOne = keepers.size() == 1;
      return "%s %s not log what %s, so nothing that %s arrives here"
          .formatted(
              names(keepers),
              isOne ? "does" : "do",
              isOne ? "it replicates" : "they replicate",
              writers.size() == 1 ? writers.first() + " writes" : names(writers) + " write");
    }

    private static String names(SortedSet<InstanceAddress> addresses) {
      return addresses.stream().map(InstanceAddress::toString).collect(Collectors.joining(", "));
    }
  }

  private Starvation(TopologySnapshot snapshot) {
    this.snapshot = snapshot;
    this.silent =
        snapshot.links().stream()
            .map(ReplicationLink::source)
            .filter(source -> logsNothing(snapshot, source))
            .collect(Collectors.toSet());
    if (!silent.isEmpty()) {
      workOut();
    }
  }

  public static Starvation of(TopologySnapshot snapshot) {
    return new Starvation(snapshot);
  }

  private static boolean logsNothing(TopologySnapshot snapshot, InstanceAddress address) {
    Optional<InstanceState> state = snapshot.find(address).flatMap(Node::state);
    return state.filter(Starvation::logsNothing).isPresent();
  }

  /** Whether it replicates, and is known not to write that to its binlog. */
  public static boolean logsNothing(InstanceState state) {
    return state.isReplica().is(true)
        && (state.binlog().logsReplicatedWrites().is(false) || state.binlog().enabled().is(false));
  }

  private void workOut() {
    Map<InstanceAddress, List<ReplicationLink>> byReplica =
        snapshot.links().stream().collect(Collectors.groupingBy(ReplicationLink::replica));
    Deque<InstanceAddress> open = new ArrayDeque<>(byReplica.keySet());
    Map<InstanceAddress, List<ReplicationLink>> bySource =
        snapshot.links().stream().collect(Collectors.groupingBy(ReplicationLink::source));
    while (!open.isEmpty()) {
      InstanceAddress replica = open.removeFirst();
      Set<InstanceAddress> arrived = new HashSet<>();
      byReplica
          .getOrDefault(replica, List.of())
          .forEach(link -> arrived.addAll(passedOnBy(link.source())));
      if (!arrived.equals(reaching.put(replica, arrived))) {
        bySource.getOrDefault(replica, List.of()).forEach(link -> open.addLast(link.replica()));
      }
    }
  }

  private Set<InstanceAddress> passedOnBy(InstanceAddress source) {
    Set<InstanceAddress> passed = new HashSet<>();
    passed.add(source);
    if (!silent.contains(source)) {
      passed.addAll(reaching.getOrDefault(source, Set.of()));
    }
    return passed;
  }

  /** The servers below that lack what this one replicates and does not log, and whose writes. */
  public SortedMap<InstanceAddress, SortedSet<InstanceAddress>> below(InstanceAddress server) {
    SortedMap<InstanceAddress, SortedSet<InstanceAddress>> starved = new TreeMap<>();
    if (silent.contains(server)) {
      Set<InstanceAddress> kept = reaching.getOrDefault(server, Set.of());
      for (InstanceAddress descendant : descendants(server)) {
        SortedSet<InstanceAddress> lacking = new TreeSet<>(kept);
        lacking.remove(descendant);
        lacking.removeAll(reaching.getOrDefault(descendant, Set.of()));
        if (!lacking.isEmpty()) {
          starved.put(descendant, lacking);
        }
      }
    }
    return starved;
  }

  private Collection<InstanceAddress> descendants(InstanceAddress server) {
    Set<InstanceAddress> below = new TreeSet<>();
    Deque<InstanceAddress> open = new ArrayDeque<>(List.of(server));
    while (!open.isEmpty()) {
      for (ReplicationLink link : snapshot.linksTo(open.removeFirst())) {
        if (below.add(link.replica())) {
          open.addLast(link.replica());
        }
      }
    }
    return below;
  }

  /** What is kept from a server, and by whom; empty when all that it should get reaches it. */
  public Optional<Starved> of(InstanceAddress server) {
    SortedSet<InstanceAddress> writers = new TreeSet<>();
    SortedSet<InstanceAddress> keepers = new TreeSet<>();
    for (InstanceAddress keeper : silent) {
      SortedSet<InstanceAddress> lacking = below(keeper).get(server);
      if (lacking != null) {
        writers.addAll(lacking);
        keepers.add(keeper);
      }
    }
    return keepers.isEmpty() ? Optional.empty() : Optional.of(new Starved(writers, keepers));
  }
}
