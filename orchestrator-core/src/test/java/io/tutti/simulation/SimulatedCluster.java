package io.tutti.simulation;

import io.tutti.capability.Capabilities;
import io.tutti.capability.Ports;
import io.tutti.catalogue.CapabilityCatalogue;
import io.tutti.crash.Incident;
import io.tutti.discovery.FlavorCatalogue;
import io.tutti.discovery.FlavorCatalogue.Identified;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.InMemoryRecords;
import io.tutti.fixtures.InMemoryStore;
import io.tutti.fixtures.InMemoryTunings;
import io.tutti.fixtures.NoReports;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.ActingLocks;
import io.tutti.operation.crash.IncidentReader;
import io.tutti.operation.crash.RestartWatch;
import io.tutti.operation.fence.FenceKeeper;
import io.tutti.operation.fence.StartupWatch;
import io.tutti.operation.fixtures.Said;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.operation.fixtures.TestBed;
import io.tutti.operation.promotion.FailoverPolicy;
import io.tutti.operation.promotion.FailoverSettings;
import io.tutti.operation.promotion.FailoverTerms;
import io.tutti.operation.server.Servers;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.store.BackupSessions;
import io.tutti.store.Fences;
import io.tutti.store.Incidents;
import io.tutti.store.RebuildMarks;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import io.tutti.tuning.Tunings;
import io.tutti.world.KeptRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Simulated servers with a controller's own records, to which every capability can be applied: the
 * bed of its fault sentences, and of simulations over random topologies.
 */
public final class SimulatedCluster implements TestBed {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Credentials REPLICA = new Credentials("replica", "any");

  private final SimulatedServers world = new SimulatedServers();
  private final Naming naming;
  private final SimulatedFlavor flavor;
  private final Servers sessions;
  private final FlavorCatalogue flavors;
  private final InMemoryStore store = new InMemoryStore();
  private final InMemoryTunings tunings = new InMemoryTunings();
  private final KeptRecords records = new InMemoryRecords().records();
  private final SortedMap<InstanceAddress, Node> nodes = new TreeMap<>();
  private final SortedMap<InstanceAddress, SortedMap<String, String>> tags = new TreeMap<>();
  private final Said said = new Said();
  private FailoverTerms failover = FailoverTerms.USUAL;
  private Duration pollInterval = Duration.ZERO;
  private Optional<TopologySnapshot> polled = Optional.empty();
  private final RestartWatch restarts;
  private final StartupWatch startups;
  private final Ports ports;

  public SimulatedCluster(Naming naming) {
    this.naming = naming;
    this.flavor = new SimulatedFlavor(world, naming);
    this.sessions = new SimulatedSessions(world, flavor);
    this.flavors = new FlavorCatalogue(List.of(flavor));
    this.restarts =
        new RestartWatch(
            records.incidents(), store, world.time(), incident -> incident, incident -> {});
    this.ports =
        new Ports(
            sessions,
            ActingLocks.NONE,
            flavors,
            Optional.of(REPLICA),
            new Ports.Known(this::known, this::knownView, this::answers, this::tagsOf),
            new Ports.Stored(records, store, new NoReports(), store, tunings),
            world.time(),
            world.time());
    this.startups =
        new StartupWatch(
            new FenceKeeper(fences(), store, world.time(), address -> address),
            records.startups(),
            address -> Optional.ofNullable(nodes.get(address)),
            flavors::find);
    world.whenOneStarts(this::started);
    world.whenSaid(each -> said.report(each.toString()));
  }

  /** What somebody says of a server. */
  public void tag(String host, String name, String value) {
    tags.computeIfAbsent(server(host).address(), each -> new TreeMap<>()).put(name, value);
  }

  private SortedMap<String, String> tagsOf(InstanceAddress server) {
    return tags.getOrDefault(server, new TreeMap<>());
  }

  /** A source db1, whose replicas db2 and db3 have applied its four rows. */
  public static SimulatedCluster withTwoReplicas(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    cluster.replica("db2", "db1");
    cluster.replica("db3", "db1");
    cluster.world().write(source, "a", 4);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    return cluster;
  }

  /** What was measured. */
  public Tunings tunings() {
    return tunings;
  }

  public Naming naming() {
    return naming;
  }

  public SimulatedServers world() {
    return world;
  }

  public SimulatedServer server(String host) {
    return world
        .find(new InstanceAddress(host, InstanceAddress.DEFAULT_PORT))
        .orElseThrow(() -> new IllegalArgumentException("there is no " + host));
  }

  /** One that takes writes. */
  public SimulatedServer source(String host) {
    return world.add(host, naming);
  }

  /** One that replicates, and takes no writes. */
  public SimulatedServer replica(String host, String source) {
    return world.add(host, naming).readOnly().replicatesFrom(server(source));
  }

  public Fences fences() {
    return records.fences();
  }

  public Incidents incidents() {
    return records.incidents();
  }

  public BackupSessions backups() {
    return records.backups();
  }

  public RebuildMarks marks() {
    return records.rebuilds();
  }

  /** Whom a server replicates from. */
  public List<InstanceAddress> sourcesOf(SimulatedServer server) {
    return server.channels().stream().map(SimulatedChannel::source).toList();
  }

  /** Whether all threads of its channels run. */
  public boolean isReplicating(SimulatedServer server) {
    return server.channels().stream()
        .allMatch(channel -> channel.receives() && channel.applier().runs());
  }

  /** Whether a channel's receiver does not run. */
  public boolean isAnyReceiverStopped() {
    return world.all().stream()
        .flatMap(server -> server.channels().stream())
        .anyMatch(channel -> !channel.receives());
  }

  /** Whether a transaction could not be applied. */
  public boolean isAnyApplierFailed() {
    return world.all().stream()
        .flatMap(server -> server.channels().stream())
        .anyMatch(channel -> channel.applier().error().isPresent());
  }

  /** Each server is read once, as a poll does. */
  public synchronized TopologySnapshot observe() {
    for (SimulatedServer server : world.all()) {
      InstanceAddress address = server.address();
      Node node =
          nodes.getOrDefault(
              address, Node.found(address, Optional.empty(), world.time().instant()));
      try (Servers.Session session = sessions.open(address, Deadline.after(DEADLINE))) {
        InstanceState state = session.read(Deadline.after(DEADLINE));
        restarts.onReading(node.state(), state);
        startups.read(address, state);
        nodes.put(address, node.withState(state));
      } catch (OrchestratorException e) {
        nodes.put(address, node.withFailure(e, world.time().instant()));
      }
    }
    store.save(nodes.values());
    TopologySnapshot snapshot =
        TopologySnapshot.of(world.time().instant(), nodes.values(), Map.of(), Map.of());
    polled = Optional.of(snapshot);
    return snapshot;
  }

  /**
   * From now on operations see the servers as they were at the last poll, as those of a controller
   * do; without it each look is a poll.
   */
  public SimulatedCluster polledEach(Duration interval) {
    pollInterval = interval;
    return this;
  }

  /** What a controller knows of them. */
  private synchronized TopologySnapshot known() {
    Instant due = world.time().instant().minus(pollInterval);
    return polled
        .filter(snapshot -> !pollInterval.isZero() && snapshot.takenAt().isAfter(due))
        .orElseGet(this::observe);
  }

  private WorldView knownView() {
    return new WorldView(known(), records.records());
  }

  /** What the controller keeps beside what it reads. */
  public KeptRecords records() {
    return records;
  }

  /** The same as {@link #observe}, and what is kept beside it. */
  public WorldView view() {
    return new WorldView(observe(), records.records());
  }

  /** All open incidents are looked at, as often as a controller does in its first seconds. */
  public void investigateIncidents() {
    observe();
    for (int look = 0; look < 2; look++) {
      for (Incident incident : incidents().latest(Optional.empty(), 10)) {
        incidents().found(incident.id(), IncidentReader.of(ports).look(incident));
      }
    }
  }

  public Incident incidentOf(String host) {
    return incidents().latest(Optional.of(server(host).address()), 1).getFirst();
  }

  /** The first thing that is done to a server that was connected to is to fence it again. */
  private void started(SimulatedServer server) {
    world.unnoticed(() -> {
      try (SimulatedClient client = new SimulatedClient(world, server.address(), flavor)) {
        startups.at(server.address(), new Identified(flavor, client), Deadline.after(DEADLINE));
      }
    });
  }

  private boolean answers(InstanceAddress address) {
    return world.find(address).filter(SimulatedServer::isUp).isPresent();
  }

  /** As the controller has them. */
  @Override
  public Capabilities capabilities() {
    CapabilityCatalogue.Settings byHand = CapabilityCatalogue.Settings.BY_HAND;
    return capabilities(
        new CapabilityCatalogue.Settings(
            byHand.fence(),
            byHand.drift(),
            new FailoverSettings(
                new FailoverSettings.OfCluster(FailoverPolicy.OFF, Duration.ofHours(1), failover),
                List.of()),
            byHand.rejoin()));
  }

  /** How a person wants it failed over. */
  public SimulatedCluster failingOver(FailoverTerms terms) {
    failover = terms;
    return this;
  }

  /** The same of a controller that does some of it by itself. */
  public Capabilities capabilities(CapabilityCatalogue.Settings settings) {
    return CapabilityCatalogue.all(ports, settings);
  }

  /** The way to them. */
  public Servers servers() {
    return sessions;
  }

  @Override
  public SimulatedTime time() {
    return world.time();
  }

  @Override
  public void restartServer(InstanceAddress server) {
    world
        .find(server)
        .ifPresent(found -> {
          found.kill();
          world.start(found);
        });
  }

  @Override
  public Said said() {
    return said;
  }

  @Override
  public void displacedBy(Runnable work) {
    world.displacedBy(work);
  }

  /** A person's STOP. */
  @Override
  public void somebodyActs(InstanceAddress server) {
    world.find(server).filter(SimulatedServer::isUp).ifPresent(SimulatedServer::stopReplication);
  }

  @Override
  public boolean isAnyDown() {
    return world.all().stream().anyMatch(server -> !server.isUp());
  }

  @Override
  public void allBack() {
    world.startAll();
  }

  @Override
  public void whenActed(Consumer<InstanceAddress> listener) {
    world.whenSaid(said -> listener.accept(said.server()));
  }

  @Override
  public void whenNoticed(Notice listener) {
    Map<String, Noticed> begun = new HashMap<>();
    world.whenCarriedOut((said, before, server) -> {
      if (!world.isDisturbed()) {
        Noticed now = Noticed.of(server);
        listener.noticed(
            said.toString(),
            said.server(),
            step ->
                before.until(now, begun.computeIfAbsent(step, key -> before), said.text(), server));
      }
    });
  }

  @Override
  public String toString() {
    return world.toString();
  }
}
