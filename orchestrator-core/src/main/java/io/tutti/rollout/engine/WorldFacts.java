package io.tutti.rollout.engine;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.plan.OperationId;
import io.tutti.rollout.ContinuousPlanner;
import io.tutti.rollout.RolloutPlan;
import io.tutti.rollout.RolloutPlan.LeftOut;
import io.tutti.rollout.RolloutPlan.Setting;
import io.tutti.rollout.RolloutPlanner;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.ReplicaRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.RolloutWorld;
import io.tutti.rollout.TargetRole;
import io.tutti.rollout.gate.Comparison;
import io.tutti.rollout.gate.GateJudge;
import io.tutti.rollout.gate.Judgement;
import io.tutti.rollout.gate.Sample;
import io.tutti.rollout.gate.Samples;
import io.tutti.rollout.gate.Span;
import io.tutti.store.KeptSettings;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is known of the servers of a rollout at one moment.
 *
 * @param world as planners see it
 */
record WorldFacts(
    RolloutRun run,
    RolloutWorld world,
    KeptSettings kept,
    Observations observations,
    RolloutOperations operations)
    implements RolloutFacts {

  @Override
  public Instant now() {
    return world.now();
  }

  @Override
  public Optional<Ended> ended(OperationId operation) {
    return operations.ended(operation);
  }

  private TopologySnapshot topology() {
    return world.view().topology();
  }

  private Optional<InstanceState> state(InstanceAddress address) {
    return topology().find(address).flatMap(node -> node.currentState());
  }

  @Override
  public SortedMap<String, String> former(ReplicaRun replica) {
    InstanceAddress address = replica.target().address();
    Set<String> changedBefore =
        kept.load(address).originals().stream()
            .map(KeptSettings.Original::knob)
            .collect(Collectors.toSet());
    boolean isFirst =
        replica.target().settings().stream()
            .noneMatch(setting -> changedBefore.contains(setting.name()));
    SortedMap<String, String> former = new TreeMap<>();
    if (!isFirst) {
      for (Setting setting : replica.target().settings()) {
        state(address)
            .flatMap(state -> state.settings().text(setting.serverName()).asOptional())
            .ifPresent(value -> former.put(setting.name(), value));
      }
    }
    return former;
  }

  @Override
  public int readings(ReplicaRun replica, Instant since) {
    return Math.toIntExact(
        seen(replica, replica.target().address()).stream()
            .filter(sample -> !sample.at().isBefore(since))
            .count());
  }

  @Override
  public Optional<String> inTheWay(ReplicaRun replica) {
    return RolloutPlanner.inTheWay(replica.target().address(), world).map(LeftOut::sentence);
  }

  @Override
  public Optional<String> excluded(ReplicaRun replica) {
    return excluded(replica, world);
  }

  /** Why a server gets nothing any more, whatever passes. */
  static Optional<String> excluded(ReplicaRun replica, RolloutWorld world) {
    InstanceAddress address = replica.target().address();
    Optional<Node> node = world.view().topology().find(address);
    if (node.isEmpty()) {
      return Optional.of("Nobody watches it any more.");
    }
    if (world.view().fenceOf(address).isPresent()) {
      return Optional.of("It is fenced.");
    }
    if (world.view().rebuildOf(address).isPresent()) {
      return Optional.of("It is to be rebuilt.");
    }
    boolean becameSource =
        replica.target().role() != TargetRole.SOURCE
            && node.get().currentState().filter(state -> state.isReplica().is(false)).isPresent();
    return becameSource ? Optional.of("It replicates from nobody any more.") : Optional.empty();
  }

  @Override
  public Optional<RolloutPlan.Target> joining(RolloutRun continuous) {
    return ContinuousPlanner.next(continuous, world);
  }

  @Override
  public Optional<InstanceAddress> control(ReplicaRun replica, WaveRun wave) {
    return Control.of(replica, wave, run, topology());
  }

  private Optional<InstanceAddress> source(InstanceAddress replica) {
    return topology().linksOf(replica).stream().map(ReplicationLink::source).findFirst();
  }

  @Override
  public Judgement atOnce(ReplicaRun replica) {
    return GateJudge.judgeAtOnce(run.rollout().gates().checked(), compared(replica));
  }

  @Override
  public Judgement judge(ReplicaRun replica, double significance) {
    return GateJudge.judge(run.rollout().gates().checked(), significance, compared(replica));
  }

  private Comparison compared(ReplicaRun replica) {
    Span change = operations.span(replica.change().orElseThrow());
    return new Comparison(
        samples(replica, replica.target().address(), change),
        replica.control().map(control -> samples(replica, control, change)),
        source(replica.target().address()).map(source -> samples(replica, source, change)));
  }

  private Samples samples(ReplicaRun replica, InstanceAddress address, Span change) {
    return Samples.around(address, seen(replica, address), change);
  }

  /** What was read of a server in the wave of a replica: the last one that has it. */
  private List<Sample> seen(ReplicaRun replica, InstanceAddress address) {
    return run.waves().reversed().stream()
        .filter(wave -> has(wave, replica.target().address()))
        .findFirst()
        .map(wave -> observations.of(run.id(), wave.number(), address))
        .orElse(List.of());
  }

  private static boolean has(WaveRun wave, InstanceAddress address) {
    return wave.replicas().stream().anyMatch(each -> each.target().address().equals(address));
  }

  /** The wave of which servers are looked at now. */
  static Optional<WaveRun> underWay(RolloutRun run) {
    return run.waves().stream()
        .filter(wave -> wave.beganAt().isPresent())
        .filter(wave -> RolloutTurn.OPEN.contains(wave.state()))
        .findFirst();
  }

  /** Whom a wave looks at: its servers, those beside them, and the sources of both. */
  static Set<InstanceAddress> watched(WaveRun wave, TopologySnapshot topology) {
    Set<InstanceAddress> watched =
        wave.replicas().stream()
            .flatMap(replica ->
                Stream.concat(Stream.of(replica.target().address()), replica.control().stream()))
            .collect(Collectors.toSet());
    Set<InstanceAddress> sources =
        watched.stream()
            .flatMap(address -> topology.linksOf(address).stream())
            .map(ReplicationLink::source)
            .collect(Collectors.toSet());
    watched.addAll(sources);
    return watched;
  }
}
