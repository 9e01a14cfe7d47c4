package io.tutti.operation;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.operation.backup.BeginRequest;
import io.tutti.operation.backup.EndRequest;
import io.tutti.operation.errant.ErrantFaultsTest;
import io.tutti.operation.fence.FenceRequest;
import io.tutti.operation.fence.LiftFaultsTest;
import io.tutti.operation.fence.UnfenceRequest;
import io.tutti.operation.gaps.GapsFaultsTest;
import io.tutti.operation.parallelism.ParallelismRequest;
import io.tutti.operation.parallelism.TuningSweepTest;
import io.tutti.operation.promotion.CoPrimariesTest;
import io.tutti.operation.promotion.FailoverFaultsTest;
import io.tutti.operation.promotion.ResolveFaultsTest;
import io.tutti.operation.promotion.ResolveRequest;
import io.tutti.operation.promotion.SwitchoverCarryFaultsTest;
import io.tutti.operation.promotion.SwitchoverRequest;
import io.tutti.operation.rebuild.RebuildRequest;
import io.tutti.operation.rejoin.RejoinFaultsTest;
import io.tutti.operation.relocation.RelocateRequest;
import io.tutti.operation.relocation.RelocationByPositionTest;
import io.tutti.operation.relocation.ReplicationVerbsTest;
import io.tutti.operation.salvage.SalvageFaultsTest;
import io.tutti.operation.skip.SkipRequest;
import io.tutti.plan.Effect;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.PlannedStep;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each step says beforehand what stops, for whom, and what is lost. The servers of a {@link
 * SimulatedCluster} show what a statement does to them, and a step that declares less fails there:
 * in these operations, and in all others on simulated servers that nothing disturbs.
 */
class EffectsTest {
  /** Of which plans on simulated servers have no step, and what stands for them. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "reconnect.receiver", "stops and starts a receiver whose source's host is silent",
          "promotion.acks", "no simulated server sets acknowledgements",
          "promotion.next-start", "no simulated server keeps anything for its next start",
          "failover.hold", "a record of the controller, where its policy has begun the failover",
          "fence.hook", "a program: declared as a thing of which nothing is known",
          "gaps.reset-relay-log-info",
              "only a 5.6 refuses every start over a gap: its relay logs are dropped",
          "start-fenced.start", "starts what ran before a restart",
          "skip.approach", "starts an applier up to where its gaps are closed",
          "gaps.wait", "an applier that closes its gaps itself; it says nothing to a server");

  private static Operation carryOut(Goal goal, SimulatedCluster cluster) {
    return assertThatOperation(goal)
        .on(cluster)
        .afterTheServersAreBack()
        .endsAs(SUCCEEDED)
        .operation();
  }

  private static List<Operation> fenceAndUnfence(Naming naming) {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(naming);
    var source = cluster.server("db1").address();
    return List.of(
        carryOut(new FenceRequest(source, Optional.empty(), Optional.empty()).toGoal(), cluster),
        carryOut(UnfenceRequest.of(source, false, Optional.empty()).toGoal(), cluster));
  }

  /** Carries out what a goal asks for of a cluster of which the goal is made. */
  private static List<Operation> carryOut(
      SimulatedCluster cluster, Function<SimulatedCluster, Goal> goal) {
    return List.of(carryOut(goal.apply(cluster), cluster));
  }

  private static List<Operation> changeWorkers(Naming naming) {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(naming);
    return List.of(
        carryOut(
            ParallelismRequest.apply(
                    List.of(cluster.server("db2").address(), cluster.server("db3").address()),
                    Map.of("replica_parallel_workers", "4"),
                    false)
                .toGoal(ParallelismRequest.APPLY),
            cluster));
  }

  private static List<Operation> skip(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    SimulatedServer replica = cluster.replica("db2", "db1").keepsRelayLogs();
    cluster.world().write(source, "a", 3);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().writeBeforehand(replica, "a");
    cluster.world().write(source, "a", 3);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.observe();
    return List.of(
        carryOut(
            new SkipRequest(replica.address(), Optional.empty(), Optional.empty()).toGoal(),
            cluster));
  }

  private static List<Operation> rebuild(Naming naming) {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(naming);
    return Stream.of(
            rebuild(cluster, RebuildRequest.Act.MARK, Optional.empty()),
            rebuild(cluster, RebuildRequest.Act.UNMARK, Optional.empty()),
            rebuild(cluster, RebuildRequest.Act.MARK, Optional.empty()),
            rebuild(cluster, RebuildRequest.Act.REBUILD, Optional.of("db2")),
            rebuild(cluster, RebuildRequest.Act.MARK, Optional.empty()),
            rebuild(cluster, RebuildRequest.Act.REBUILD, Optional.of("db1")))
        .map(goal -> carryOut(goal, cluster))
        .toList();
  }

  private static Goal rebuild(
      SimulatedCluster cluster, RebuildRequest.Act act, Optional<String> donor) {
    return new RebuildRequest(
            cluster.server("db3").address(),
            act,
            donor.map(host -> cluster.server(host).address()),
            Optional.empty(),
            Optional.empty())
        .toGoal();
  }

  private static List<Operation> resolve(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1").configure("innodb_flush_log_at_trx_commit", "0");
    cluster.replica("db2", "db1");
    cluster.replica("db3", "db1");
    cluster.world().write(source, "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    source.killLosingRows(3);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.investigateIncidents();
    return List.of(
        carryOut(
            new ResolveRequest(source.address(), cluster.incidentOf("db1").id(), Optional.empty())
                .toGoal(),
            cluster));
  }

  private static List<Operation> backUp(Naming naming) {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(naming);
    Operation began =
        carryOut(
            new BeginRequest(
                    "db2:3306",
                    false,
                    Optional.empty(),
                    BeginRequest.LEASE_USUAL,
                    BeginRequest.DEADLINE_USUAL)
                .toGoal(),
            cluster);
    return List.of(
        began, carryOut(EndRequest.asked(cluster.backups().open().getFirst()).toGoal(), cluster));
  }

  private static List<Operation> relocate(Naming naming) {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(naming);
    return List.of(
        carryOut(
            new RelocateRequest(
                    cluster.server("db3").address(),
                    cluster.server("db2").address(),
                    Optional.empty(),
                    false)
                .toGoal(),
            cluster));
  }

  private static List<Operation> relocateByPosition() {
    List<Operation> all = new ArrayList<>();
    all.addAll(
        carryOut(
            RelocationByPositionTest.siblings(),
            cluster -> RelocationByPositionTest.below(cluster, "db2")));
    all.addAll(
        carryOut(
            RelocationByPositionTest.chain(),
            cluster -> RelocationByPositionTest.below(cluster, "db1")));
    return all;
  }

  private static List<Operation> switchover(Naming naming) {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(naming);
    return List.of(
        carryOut(
            new SwitchoverRequest(
                    cluster.server("db1").address(),
                    Optional.empty(),
                    SwitchoverRequest.GRACE,
                    SwitchoverRequest.CATCH_UP)
                .toGoal(),
            cluster));
  }

  private static List<Operation> failover(Naming naming) {
    SimulatedCluster cluster = FailoverFaultsTest.dead(naming);
    return List.of(carryOut(FailoverFaultsTest.byItself(cluster), cluster));
  }

  private static List<Operation> all(Naming naming) {
    List<Operation> all = new ArrayList<>();
    all.addAll(fenceAndUnfence(naming));
    if (naming != Naming.DOMAINS) {
      all.addAll(carryOut(LiftFaultsTest.startedFenced(naming), LiftFaultsTest::lift));
    }
    all.addAll(carryOut(GapsFaultsTest.withAGap(naming), GapsFaultsTest::close));
    all.addAll(carryOut(GapsFaultsTest.withAnOldReceiver(), GapsFaultsTest::close));
    all.addAll(changeWorkers(naming));
    all.addAll(skip(naming));
    all.addAll(carryOut(SalvageFaultsTest.crashed(naming), SalvageFaultsTest::salvage));
    if (naming == Naming.UUIDS) {
      all.addAll(rebuild(naming));
    }
    all.addAll(resolve(naming));
    all.addAll(backUp(naming));
    all.addAll(switchover(naming));
    all.addAll(
        carryOut(
            SwitchoverCarryFaultsTest.scheduled(naming), SwitchoverCarryFaultsTest::switchover));
    all.addAll(failover(naming));
    all.addAll(naming == Naming.PLACES ? relocateByPosition() : relocate(naming));
    if (naming == Naming.UUIDS) {
      all.addAll(carryOut(TuningSweepTest.written(naming), TuningSweepTest::run));
      all.addAll(carryOut(ErrantFaultsTest.errant(naming), ErrantFaultsTest::inject));
      all.addAll(carryOut(ResolveFaultsTest.wroteOn(false), ResolveFaultsTest::resolve));
      all.addAll(carryOut(CoPrimariesTest.both(naming), CoPrimariesTest::switchover));
      all.addAll(carryOut(RejoinFaultsTest.back(naming), RejoinFaultsTest::rejoin));
      all.addAll(carryOut(ReplicationVerbsTest.detached(naming), ReplicationVerbsTest::attach));
      all.addAll(
          carryOut(ReplicationVerbsTest.withANewOne(naming), ReplicationVerbsTest::replicate));
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void eachPlanSaysWhatItsStepsDo(Naming naming) {
    assertThat(all(naming))
        .allSatisfy(operation ->
            assertThat(operation.plan().unknownEffects()).as("%s", operation).isEmpty());
  }

  @Test
  void everyKindOfStepIsAmongThem() {
    Set<String> seen = new TreeSet<>(ELSEWHERE.keySet());
    for (Naming naming : Naming.values()) {
      all(naming).stream()
          .flatMap(operation -> operation.plan().steps().stream())
          .map(PlannedStep::kind)
          .forEach(seen::add);
    }
    Set<String> known =
        new SimulatedCluster(Naming.UUIDS)
            .capabilities().eachStepKind().stream()
                .map(StepKind::name)
                .collect(Collectors.toCollection(TreeSet::new));
    assertThat(seen).containsExactlyElementsOf(known);
  }

  @Test
  void aFenceSaysWhoIsEndedAndWhoStopsReceiving() {
    Operation fence = fenceAndUnfence(Naming.UUIDS).getFirst();

    assertThat(fence.plan().effects().stream().map(Effect::sentence))
        .containsExactly(
            "db1:3306 refuses logins, until the fence is lifted.",
            "Sessions of clients and replicas on db1:3306 are ended, 4 now.",
            "db1:3306 refuses writes, until the fence is lifted.",
            "The receiver of db2:3306 stops, so that it fetches nothing, until the fence is"
                + " lifted.",
            "The receiver of db3:3306 stops, so that it fetches nothing, until the fence is"
                + " lifted.");
    assertThat(fence.plan().effects().stream().filter(Effect::asks)).hasSize(3);
  }

  @Test
  void whatLetsClientsInAgainStopsNothing() {
    Operation unfence = fenceAndUnfence(Naming.UUIDS).getLast();

    assertThat(unfence.plan().effects()).isEmpty();
    assertThat(unfence.plan().unknownEffects()).isEmpty();
  }
}
