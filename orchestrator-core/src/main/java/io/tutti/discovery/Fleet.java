package io.tutti.discovery;

import io.tutti.error.OrchestratorException;
import io.tutti.gtid.GtidSet;
import io.tutti.model.CounterInterval;
import io.tutti.model.CounterSample;
import io.tutti.model.Durability;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.store.FleetStore;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.CounterHistory;
import io.tutti.topology.ErrantFinder;
import io.tutti.topology.Neighbour;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.Watching;
import io.tutti.topology.WrongReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * All that is known of the instances now. The one place where it changes; every method is safe to
 * call from any thread.
 *
 * <p>An instance that is met under a second name is kept once: under the name it reports itself,
 * else under the name it was first met by, unless only the other one still answers.
 */
final class Fleet {
  private final Map<InstanceAddress, Node> nodes = new HashMap<>();
  private final Map<InstanceAddress, InstanceAddress> aliases = new HashMap<>();
  private final Map<String, InstanceAddress> byFingerprint = new HashMap<>();
  private final Map<InstanceAddress, CounterHistory> histories = new HashMap<>();
  private final Map<InstanceAddress, CounterInterval> intervals = new HashMap<>();
  private final Map<InstanceAddress, Instant> errantSince = new HashMap<>();
  private final Set<InstanceAddress> unsaved = new HashSet<>();

  /**
   * What was replaced before it was saved, where its durability settings were others: what a
   * process may have lost is judged by those that it had last.
   */
  private final List<Node> superseded = new ArrayList<>();

  private Map<InstanceAddress, String> clusterNames = Map.of();
  private boolean namesUnsaved;
  private final Supplier<Watching> watching;

  /** Read since the latest snapshot, with nobody's place changed. */
  private final Map<InstanceAddress, Node> read = new HashMap<>();

  /** Somebody came, went, has another name or other sources: clusters are worked out again. */
  private boolean placesChanged = true;

  private Optional<TopologySnapshot> latest = Optional.empty();

  private final ChangeListener changes;

  /**
   * @param changes hears of each change
   * @param watching how the controller watches
   */
  Fleet(ChangeListener changes, Supplier<Watching> watching) {
    this.changes = changes;
    this.watching = watching;
  }

  Fleet() {
    this(ChangeListener.NONE, () -> Watching.ALWAYS);
  }

  /** What a recorded reading did to the names. */
  enum Naming {
    /** It is kept under the name it was reached by. */
    OWN,
    /** The name is another one for an instance that is kept under a different name. */
    ALIAS
  }

  synchronized void restore(FleetStore.Contents contents) {
    for (Node node : contents.nodes()) {
      nodes.put(node.address(), node.asRestored());
      node.state()
          .flatMap(Fleet::fingerprint)
          .ifPresent(print -> byFingerprint.put(print, node.address()));
    }
    aliases.putAll(contents.aliases());
    clusterNames = contents.clusterNames();
    placesChanged = true;
  }

  synchronized Optional<Node> find(InstanceAddress address) {
    return Optional.ofNullable(nodes.get(keptUnder(address)));
  }

  synchronized InstanceAddress keptUnder(InstanceAddress address) {
    return aliases.getOrDefault(address, address);
  }

  /** Under which an instance was met, too. */
  synchronized List<InstanceAddress> otherNamesOf(InstanceAddress address) {
    return aliases.entrySet().stream()
        .filter(each -> each.getValue().equals(address))
        .map(Map.Entry::getKey)
        .toList();
  }

  synchronized int size() {
    return nodes.size();
  }

  /** Whether a server that answers elsewhere reports itself by that address. */
  synchronized boolean isReported(InstanceAddress address) {
    return nodes.values().stream().anyMatch(node -> WrongReport.isReportedBy(node, address));
  }

  /** Adds an instance unless it is known by that name. Returns whether it is new. */
  synchronized boolean add(InstanceAddress address, Optional<InstanceAddress> via, Instant now) {
    if (nodes.containsKey(address) || aliases.containsKey(address)) {
      return false;
    }
    replace(Node.found(address, via.map(this::keptUnder), now));
    return true;
  }

  /** Records a reading of the instance that answers at {@code address}. */
  synchronized Naming record(InstanceAddress address, InstanceState state, Instant now) {
    Optional<InstanceAddress> owner =
        fingerprint(state)
            .map(byFingerprint::get)
            .filter(other -> !other.equals(address) && nodes.containsKey(other));
    if (owner.isPresent() && !isBetterName(address, owner.get(), state)) {
      if (!owner.get().equals(aliases.put(address, owner.get()))) {
        namesChanged();
      }
      remove(address);
      return Naming.ALIAS;
    }
    owner.ifPresent(old -> rename(old, address));
    if (aliases.remove(address) != null) {
      namesChanged();
    }
    Node known = nodes.getOrDefault(address, Node.found(address, Optional.empty(), now));
    replace(known.withState(state));
    CounterSample.of(state).ifPresent(sample -> count(address, sample));
    fingerprint(state).ifPresent(print -> byFingerprint.put(print, address));
    return Naming.OWN;
  }

  private void count(InstanceAddress address, CounterSample sample) {
    CounterHistory history =
        histories.merge(
            address, CounterHistory.startingWith(sample), (earlier, first) -> earlier.with(sample));
    history
        .interval()
        .ifPresentOrElse(
            interval -> intervals.put(address, interval), () -> intervals.remove(address));
  }

  /** Whether {@code address} names the instance better than the name it is kept under. */
  private boolean isBetterName(
      InstanceAddress address, InstanceAddress owner, InstanceState state) {
    Optional<InstanceAddress> reported = state.identity().reportedAs().asOptional();
    Node kept = nodes.get(owner);
    boolean onlyThisAnswers = kept != null && kept.failure().isPresent();
    return reported.isPresent() && !reported.get().equals(owner) && reported.get().equals(address)
        || onlyThisAnswers;
  }

  private void rename(InstanceAddress old, InstanceAddress address) {
    Node kept = nodes.remove(old);
    histories.remove(old);
    intervals.remove(old);
    unsaved.remove(old);
    superseded.removeIf(node -> node.address().equals(old));
    aliases.replaceAll((alias, name) -> name.equals(old) ? address : name);
    aliases.put(old, address);
    namesChanged();
    if (kept != null) {
      nodes.putIfAbsent(address, Node.found(address, kept.foundVia(), kept.firstSeen()));
    }
  }

  synchronized void recordFailure(
      InstanceAddress address, OrchestratorException cause, ContactFailure.Attempt attempt) {
    Node known = nodes.get(address);
    if (known != null) {
      replace(known.withFailure(cause, attempt));
    }
  }

  /** It has said something, though it could not be read: its silence begins again. */
  synchronized void recordAnswer(InstanceAddress address, Instant now) {
    Node known = nodes.get(address);
    if (known != null && known.failure().isPresent()) {
      replace(known.withAnswer(now));
    }
  }

  /** A receiver of it was seen to connect again. */
  synchronized void recordReconnected(InstanceAddress address, String channel, Instant now) {
    Node known = nodes.get(keptUnder(address));
    if (known != null) {
      replace(known.withReconnected(channel, now));
    }
  }

  /** Who was read and names it as a source or replica. */
  synchronized List<InstanceAddress> leadingTo(InstanceAddress address) {
    return nodes.values().stream()
        .filter(Node::isReached)
        .filter(node -> !node.address().equals(address))
        .filter(node ->
            node.state().stream()
                .flatMap(state -> Neighbour.of(state).stream())
                .anyMatch(neighbour -> keptUnder(neighbour.address()).equals(address)))
        .map(Node::address)
        .toList();
  }

  private void replace(Node node) {
    Optional<Node> before = Optional.ofNullable(nodes.put(node.address(), node));
    if (!unsaved.add(node.address())) {
      before.filter(old -> hasOtherDurability(old, node)).ifPresent(superseded::add);
    }
    placesChanged |= before.filter(node::isPlacedLike).isEmpty();
    read.put(node.address(), node);
    changes.onChange(before, Optional.of(node));
  }

  private static boolean hasOtherDurability(Node before, Node after) {
    Optional<Durability> then = before.state().map(InstanceState::durability);
    return then.isPresent() && !then.equals(after.state().map(InstanceState::durability));
  }

  /** Drops an instance and all names that led to it. Returns what was known of it. */
  synchronized Optional<Node> forget(InstanceAddress address) {
    InstanceAddress kept = keptUnder(address);
    Optional<Node> known = Optional.ofNullable(nodes.get(kept));
    remove(kept);
    if (aliases
        .entrySet()
        .removeIf(entry -> entry.getValue().equals(kept) || entry.getKey().equals(address))) {
      namesChanged();
    }
    return known;
  }

  private void remove(InstanceAddress address) {
    histories.remove(address);
    intervals.remove(address);
    Optional<Node> known = Optional.ofNullable(nodes.remove(address));
    if (known.isPresent()) {
      byFingerprint.values().removeIf(address::equals);
      unsaved.remove(address);
      superseded.removeIf(node -> node.address().equals(address));
      placesChanged = true;
      changes.onChange(known, Optional.empty());
    }
  }

  private void namesChanged() {
    namesUnsaved = true;
    placesChanged = true;
  }

  /** Everything known; the same one again where nothing was read since. */
  synchronized TopologySnapshot snapshot(Instant now) {
    if (!placesChanged && latest.isPresent()) {
      return read.isEmpty() ? latest.get() : keep(latest.get().after(now, read), touched());
    }
    TopologySnapshot taken = TopologySnapshot.of(now, nodes.values(), aliases, clusterNames);
    Map<InstanceAddress, String> names = taken.currentClusterNames();
    if (!names.equals(clusterNames)) {
      clusterNames = names;
      namesUnsaved = true;
    }
    errantSince.keySet().retainAll(nodes.keySet());
    return keep(taken, taken.nodes().keySet());
  }

  /** The cluster of that server has the name from now on, and nobody else bears it. */
  synchronized void giveName(String name, InstanceAddress to, Instant now) {
    TopologySnapshot known = snapshot(now);
    Map<InstanceAddress, String> names = new HashMap<>(clusterNames);
    names.values().removeIf(name::equals);
    known
        .clusterOf(keptUnder(to))
        .ifPresent(cluster -> cluster.members().forEach(member -> names.put(member, name)));
    if (!names.equals(clusterNames)) {
      clusterNames = Map.copyOf(names);
      namesChanged();
    }
  }

  /** The members of all clusters of which something was read. */
  private Set<InstanceAddress> touched() {
    Set<InstanceAddress> touched = new HashSet<>();
    for (InstanceAddress address : read.keySet()) {
      if (!touched.contains(address)) {
        latest
            .flatMap(snapshot -> snapshot.clusterOf(address))
            .ifPresent(cluster -> touched.addAll(cluster.members()));
      }
    }
    return touched;
  }

  private TopologySnapshot keep(TopologySnapshot taken, Set<InstanceAddress> touched) {
    touched.forEach(address -> taken.find(address).ifPresent(node -> noteErrant(taken, node)));
    TopologySnapshot snapshot = taken.over(intervals, errantSince, watching.get());
    latest = Optional.of(snapshot);
    read.clear();
    placesChanged = false;
    return snapshot;
  }

  /** What could not be read just now keeps what was seen of it. */
  private void noteErrant(TopologySnapshot taken, Node node) {
    Observed<GtidSet> errant = ErrantFinder.of(taken, node);
    Optional<InstanceState> state = node.state();
    if (errant.asOptional().filter(set -> !set.isEmpty()).isPresent() && state.isPresent()) {
      errantSince.putIfAbsent(node.address(), state.get().observedAt());
    } else if (!errant.isUnknown()) {
      errantSince.remove(node.address());
    }
  }

  /**
   * What must be saved.
   *
   * @param nodes the last of an address is what is known of it; those before it are history
   */
  record Unsaved(
      List<Node> nodes,
      boolean names,
      Map<InstanceAddress, InstanceAddress> aliases,
      Map<InstanceAddress, String> clusterNames) {}

  /** Takes what changed since the last call. */
  synchronized Unsaved takeUnsaved() {
    List<Node> changed = new ArrayList<>(superseded);
    for (InstanceAddress address : unsaved) {
      Node node = nodes.get(address);
      if (node != null) {
        changed.add(node);
      }
    }
    Unsaved taken = new Unsaved(changed, namesUnsaved, Map.copyOf(aliases), clusterNames);
    unsaved.clear();
    superseded.clear();
    namesUnsaved = false;
    return taken;
  }

  /** Puts back what could not be saved, so that the next attempt includes it. */
  synchronized void putBack(Unsaved failed) {
    failed.nodes().forEach(node -> unsaved.add(node.address()));
    superseded.addAll(
        0, failed.nodes().stream().filter(node -> nodes.get(node.address()) != node).toList());
    namesUnsaved |= failed.names();
  }

  private static Optional<String> fingerprint(InstanceState state) {
    return state.identity().fingerprint().asOptional();
  }
}
