package io.tutti.discovery;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Neighbour;
import io.tutti.topology.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * One walk over all that a first instance leads to; done when each instance that was met had its
 * first contact.
 */
final class Crawl {
  private final InstanceAddress seed;
  private final Fleet fleet;
  private final Function<InstanceAddress, InstanceWatch> watches;
  private final long startedNanos = System.nanoTime();
  private final Set<InstanceAddress> visited = ConcurrentHashMap.newKeySet();
  private final AtomicInteger open = new AtomicInteger();
  private final CompletableFuture<DiscoveryReport> done = new CompletableFuture<>();

  Crawl(InstanceAddress seed, Fleet fleet, Function<InstanceAddress, InstanceWatch> watches) {
    this.seed = seed;
    this.fleet = fleet;
    this.watches = watches;
  }

  CompletableFuture<DiscoveryReport> start() {
    visit(seed);
    return done;
  }

  private void visit(InstanceAddress address) {
    if (!visited.add(address)) {
      return;
    }
    open.incrementAndGet();
    watches.apply(address).firstContact().thenAccept(outcome -> arrived(address, outcome));
  }

  private void arrived(InstanceAddress address, ContactOutcome outcome) {
    if (outcome instanceof ContactOutcome.Reached) {
      List<Neighbour> neighbours =
          fleet.find(address).flatMap(Node::state).map(Neighbour::of).orElse(List.of());
      neighbours.stream()
          .map(Neighbour::address)
          .filter(neighbour -> fleet.find(neighbour).isPresent())
          .forEach(this::visit);
    }
    if (open.decrementAndGet() == 0) {
      done.complete(report());
    }
  }

  private DiscoveryReport report() {
    Set<InstanceAddress> reached = new TreeSet<>();
    SortedMap<InstanceAddress, ContactFailure> failed = new TreeMap<>();
    for (InstanceAddress address : visited) {
      Optional<Node> node = fleet.find(address);
      node.filter(Node::isReached).ifPresent(found -> reached.add(found.address()));
      node.ifPresent(
          found -> found.failure().ifPresent(failure -> failed.put(found.address(), failure)));
    }
    return new DiscoveryReport(
        seed, List.copyOf(reached), failed, Duration.ofNanos(System.nanoTime() - startedNanos));
  }
}
