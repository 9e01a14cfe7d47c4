package io.tutti.operation.parallelism;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.ServerVersion;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.gaps.GapReader;
import io.tutti.operation.gaps.GapsPlanning;
import io.tutti.operation.gaps.GapsRequest;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Deadline;
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobRequest;
import io.tutti.spi.knob.KnobScope;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.store.KeptSettings;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Reads the replicas that a goal names, and has the planner make its plan. */
final class ParallelismPlanning implements Planning {
  private final String kind;
  private final Servers servers;
  private final KnobCatalogues catalogues;
  private final KeptSettings kept;
  private final Supplier<TopologySnapshot> topology;
  private final boolean measures;

  ParallelismPlanning(
      String kind, ParallelismEnvironment environment, Supplier<TopologySnapshot> topology) {
    this(kind, environment, topology, false);
  }

  /** What is tried, and given back: durability, too. */
  static ParallelismPlanning toMeasure(
      ParallelismEnvironment environment, Supplier<TopologySnapshot> topology) {
    return new ParallelismPlanning(ParallelismRequest.APPLY, environment, topology, true);
  }

  private ParallelismPlanning(
      String kind,
      ParallelismEnvironment environment,
      Supplier<TopologySnapshot> topology,
      boolean measures) {
    this.kind = kind;
    this.measures = measures;
    this.servers = environment.servers();
    this.catalogues = environment.catalogues();
    this.kept = environment.kept();
    this.topology = topology;
  }

  @Override
  public String goalKind() {
    return kind;
  }

  @Override
  public Class<ParallelismRequest> request() {
    return ParallelismRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    ParallelismRequest request = goal.request(ParallelismRequest.class);
    TopologySnapshot snapshot = topology.get();
    String cluster = clusterOf(snapshot, request.instances());
    List<ReplicaPlan> replicas = new ArrayList<>();
    for (InstanceAddress address : request.instances()) {
      replicas.add(read(request, address, deadline));
    }
    return ParallelismPlanner.plan(goal, cluster, replicas);
  }

  private KnobCatalogue catalogue(Session session, InstanceState state) {
    ServerVersion version = state.version().version();
    return measures
        ? catalogues.withDurability(session.provider(), version)
        : catalogues.of(session.provider(), version);
  }

  private static String clusterOf(TopologySnapshot snapshot, List<InstanceAddress> instances) {
    List<String> names =
        instances.stream()
            .map(address -> GoalTarget.clusterOf(snapshot, address).name())
            .distinct()
            .toList();
    if (names.size() > 1) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          instances.getFirst().toString(),
          "The instances are of several clusters: %s. Nothing was changed."
              .formatted(String.join(", ", names)),
          List.of("ask for each cluster by itself"));
    }
    return names.getFirst();
  }

  /** What is to be done on one replica, as it is now. */
  ReplicaPlan read(ParallelismRequest request, InstanceAddress address, Deadline deadline) {
    KeptSettings.Settings keptNow = kept.load(address).withoutProcess();
    try (Session session = servers.open(address, deadline)) {
      InstanceState state = session.read(deadline);
      GoalTarget.requireChannels(state);
      ReplicaPlan.Facts facts =
          new ReplicaPlan.Facts(
              catalogue(session, state),
              session.provider().replicationStatements(state.version().version()),
              session.provider().capabilities());
      List<KnobChange> wanted =
          kind.equals(ParallelismRequest.UNDO)
              ? inOrder(
                  state,
                  facts,
                  originals(request, address, facts.catalogue(), KeptKnobs.of(keptNow)))
              : asked(request, state, facts);
      ReplicaPlan replica =
          new ReplicaPlan(
              state, facts, keptNow, readings(session, facts, wanted, deadline), wanted, Map.of());
      if (!replica.changes().isEmpty()) {
        session.control().requirePrivileges(replica.needs(), deadline);
      }
      return replica.closing(closing(session, replica, deadline));
    }
  }

  private Map<String, List<PlannedStep>> closing(
      Session session, ReplicaPlan replica, Deadline deadline) {
    Map<String, List<PlannedStep>> closing = new TreeMap<>();
    for (Channel channel : replica.doubtful()) {
      ChannelGaps gaps = new GapReader(servers).of(session, replica.state(), channel, deadline);
      closing.put(
          channel.name(),
          GapsPlanning.planner(session.provider(), replica.state(), GapsRequest.DEADLINE_USUAL)
              .steps(channel, gaps));
    }
    return closing;
  }

  private static List<KnobChange> asked(
      ParallelismRequest request, InstanceState state, ReplicaPlan.Facts facts) {
    requireChannel(request, state);
    List<KnobSetting> settings =
        facts.catalogue().settings(KnobRequest.of(state, new LinkedHashMap<>(request.settings())));
    List<KnobChange> wanted = new ArrayList<>();
    for (KnobSetting setting : settings) {
      for (String channel : channelsOf(request, state, setting.knob())) {
        KnobChange.Kept after =
            request.persist() && setting.knob().isPersistable()
                ? new KnobChange.Kept.Value(setting.value())
                : new KnobChange.Kept.Left();
        wanted.add(new KnobChange(setting.knob().name(), channel, setting.value(), after));
      }
    }
    return wanted;
  }

  private static void requireChannel(ParallelismRequest request, InstanceState state) {
    List<String> names = state.knownChannels().stream().map(Channel::name).toList();
    Optional<String> missing = request.channel().filter(name -> !names.contains(name));
    if (missing.isPresent()) {
      throw new OrchestratorException(
          ErrorCode.UNKNOWN_CHANNEL,
          state.address().toString(),
          "%s replicates over no channel '%s'; it has %s. Nothing was changed."
              .formatted(
                  state.address(),
                  missing.get(),
                  names.stream().map(name -> "'" + name + "'").toList()),
          List.of("leave the channel out to mean all of them"));
    }
  }

  private static List<String> channelsOf(
      ParallelismRequest request, InstanceState state, ServerKnob knob) {
    if (knob.scope() != KnobScope.CHANNEL) {
      return List.of("");
    }
    return request
        .channel()
        .map(List::of)
        .orElseGet(() -> state.knownChannels().stream().map(Channel::name).toList());
  }

  private static List<KnobChange> originals(
      ParallelismRequest request,
      InstanceAddress address,
      KnobCatalogue catalogue,
      KeptKnobs keptNow) {
    Set<String> named =
        request.settings().keySet().stream()
            .map(name -> catalogue.require(name, address.toString()).name())
            .collect(Collectors.toSet());
    List<KnobChange> originals =
        keptNow.originals().values().stream()
            .filter(original -> named.isEmpty() || named.contains(original.knob()))
            .toList();
    if (originals.isEmpty()) {
      throw new OrchestratorException(
          ErrorCode.NOTHING_TO_UNDO,
          address.toString(),
          "No operation has changed the parallel settings of %s, or all was undone. Nothing was changed."
              .formatted(address),
          Remedies.of(Acts.showParallelism(address)));
    }
    return originals;
  }

  /** In the order in which the server takes them. */
  private static List<KnobChange> inOrder(
      InstanceState state, ReplicaPlan.Facts facts, List<KnobChange> originals) {
    Map<String, String> values = new LinkedHashMap<>();
    originals.forEach(original -> values.put(original.knob(), original.value()));
    List<String> order =
        facts.catalogue().settings(KnobRequest.of(state, values)).stream()
            .map(setting -> setting.knob().name())
            .toList();
    return originals.stream()
        .sorted(Comparator.comparingInt(original -> order.indexOf(original.knob())))
        .toList();
  }

  static Map<String, KnobReading> readings(
      Session session, ReplicaPlan.Facts facts, List<KnobChange> wanted, Deadline deadline) {
    Map<String, KnobReading> readings = new HashMap<>();
    for (KnobChange change : wanted) {
      ServerKnob knob = facts.catalogue().require(change.knob(), "");
      readings.put(change.key(), session.control().read(knob, change.channel(), deadline));
    }
    return readings;
  }
}
