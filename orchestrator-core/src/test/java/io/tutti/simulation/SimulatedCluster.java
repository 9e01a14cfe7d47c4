package io.tutti.simulation;

import io.tutti.crash.Incident;
import io.tutti.discovery.FlavorCatalogue;
import io.tutti.discovery.FlavorCatalogue.Identified;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.InMemoryBackupSessions;
import io.tutti.fixtures.InMemoryIncidents;
import io.tutti.fixtures.InMemoryStore;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.Planning;
import io.tutti.operation.StepKind;
import io.tutti.operation.backup.BackupSteps;
import io.tutti.operation.crash.IncidentReader;
import io.tutti.operation.crash.RestartReader;
import io.tutti.operation.crash.RestartWatch;
import io.tutti.operation.fence.BootWatch;
import io.tutti.operation.fence.FenceEnvironment;
import io.tutti.operation.fence.FenceHook;
import io.tutti.operation.fence.FenceKeeper;
import io.tutti.operation.fence.FencePlanning;
import io.tutti.operation.fence.FenceSteps;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.operation.fixtures.TestBed;
import io.tutti.operation.gaps.GapsPlanning;
import io.tutti.operation.gaps.GapsSteps;
import io.tutti.operation.promotion.PromotionEnvironment;
import io.tutti.operation.promotion.PromotionSteps;
import io.tutti.operation.promotion.ResolvePlanning;
import io.tutti.operation.rebuild.RebuildEnvironment;
import io.tutti.operation.rebuild.RebuildSteps;
import io.tutti.operation.salvage.SalvagePlanning;
import io.tutti.operation.salvage.SalvageSteps;
import io.tutti.operation.server.Servers;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.store.BootReports;
import io.tutti.store.Fences;
import io.tutti.store.RebuildMarks;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

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
  private final InMemoryIncidents incidents = new InMemoryIncidents();
  private final InMemoryStore store = new InMemoryStore();
  private final InMemoryBackupSessions backups = new InMemoryBackupSessions();
  private final KeptByInstance.OfFences fences = new KeptByInstance.OfFences();
  private final KeptByInstance.OfBoots boots = new KeptByInstance.OfBoots();
  private final KeptByInstance.OfMarks marks = new KeptByInstance.OfMarks();
  private final SortedMap<InstanceAddress, Node> nodes = new TreeMap<>();
  private final RestartWatch restarts;

  public SimulatedCluster(Naming naming) {
    this.naming = naming;
    this.flavor = new SimulatedFlavor(world, naming);
    this.sessions = new SimulatedSessions(world, flavor);
    this.flavors = new FlavorCatalogue(List.of(flavor));
    this.restarts =
        new RestartWatch(incidents, store, world.time(), incident -> incident, incident -> {});
    world.whenOneStarts(this::started);
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
    return fences;
  }

  public InMemoryIncidents incidents() {
    return incidents;
  }

  public RebuildMarks marks() {
    return marks;
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
        nodes.put(address, node.withState(state));
      } catch (OrchestratorException e) {
        nodes.put(address, node.withFailure(e, world.time().instant()));
      }
    }
    store.save(nodes.values());
    return TopologySnapshot.of(world.time().instant(), nodes.values(), Map.of(), Map.of());
  }

  /** The same, and what is kept beside it. */
  private WorldView view() {
    return WorldView.of(observe())
        .with(records ->
            records
                .withBackups(backups.open())
                .withIncidents(incidents.open())
                .withFences(fences.all())
                .withRebuilds(marks.all()));
  }

  /** All open incidents are looked at, as often as a controller does in its first seconds. */
  public void lookIntoIncidents() {
    observe();
    for (int look = 0; look < 2; look++) {
      for (Incident incident : incidents.latest(Optional.empty(), 10)) {
        incidents.found(incident.id(), incidentReader().look(incident));
      }
    }
  }

  public Incident incidentOf(String host) {
    return incidents.latest(Optional.of(server(host).address()), 1).getFirst();
  }

  private IncidentReader incidentReader() {
    return new IncidentReader(sessions, incidents, new NoReports(), this::observe, world.time());
  }

  /** Nobody reports the boots of hosts. */
  private record NoReports() implements BootReports {
    @Override
    public void save(io.tutti.crash.BootReport report) {
      throw new UnsupportedOperationException("no host reports here");
    }

    @Override
    public List<io.tutti.crash.BootReport> of(String host) {
      return List.of();
    }
  }

  /** The first thing that is done to a server that was connected to is to fence it again. */
  private void started(SimulatedServer server) {
    world.unnoticed(() -> {
      try (SimulatedClient client = new SimulatedClient(world, server.address(), flavor)) {
        FenceKeeper keeper = new FenceKeeper(fences, store, world.time(), address -> address);
        new BootWatch(keeper, boots, address -> Optional.empty(), flavors::find)
            .at(server.address(), new Identified(flavor, client), Deadline.after(DEADLINE));
      }
    });
  }

  private FenceEnvironment fencing() {
    return new FenceEnvironment(
        sessions,
        fences,
        boots,
        incidents,
        world.time(),
        FenceHook.NONE,
        Optional.of(REPLICA),
        this::view,
        address -> world.find(address).filter(SimulatedServer::isUp).isPresent());
  }

  private RebuildEnvironment rebuilding() {
    return new RebuildEnvironment(
        sessions, marks, incidents, backups, world.time(), world.time(), Optional.of(REPLICA));
  }

  @Override
  public List<Planning> plannings() {
    RestartReader reader = new RestartReader(sessions, store, incidents, this::observe);
    return Stream.of(
            FenceSteps.plannings(fencing(), flavors, reader),
            List.of(new ResolvePlanning(fencing(), new FencePlanning(fencing(), flavors))),
            List.of(new GapsPlanning(sessions, this::observe)),
            List.of(new SalvagePlanning(sessions, this::observe)),
            BackupSteps.plannings(sessions, backups, world.time(), this::view),
            RebuildSteps.plannings(rebuilding(), this::view))
        .<Planning>flatMap(List::stream)
        .toList();
  }

  @Override
  public List<StepKind> stepKinds() {
    return Stream.of(
            GapsSteps.kinds(sessions, world.time()),
            SalvageSteps.kinds(sessions, world.time()),
            BackupSteps.kinds(sessions, backups, world.time(), world.time()),
            FenceSteps.kinds(fencing()),
            RebuildSteps.kinds(rebuilding()),
            PromotionSteps.kinds(
                new PromotionEnvironment(sessions, world.time(), incidents, world.time())))
        .flatMap(List::stream)
        .toList();
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
  public String toString() {
    return world.toString();
  }
}
