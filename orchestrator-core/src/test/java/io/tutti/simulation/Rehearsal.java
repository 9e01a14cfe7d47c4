package io.tutti.simulation;

import io.tutti.capability.Capabilities;
import io.tutti.catalogue.CapabilityCatalogue;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.fence.LiftRequest;
import io.tutti.operation.promotion.FailoverPolicy;
import io.tutti.operation.promotion.FailoverSettings;
import io.tutti.operation.promotion.SwitchoverRequest;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import io.tutti.recovery.Decisions;
import io.tutti.recovery.RecoveryLoop;
import io.tutti.store.AuditFilter;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What clients wait for, on simulated servers of each family, by a runner of operations that others
 * bring along: a source that starts fenced after an orderly shutdown is lifted, one that is killed
 * is failed over, one gives its place away. So the JVM learns, where there are no servers, what is
 * to be quick the first time. A failure is one of the training, which says so.
 */
public final class Rehearsal implements Consumer<Function<Capabilities, OperationRunner>> {
  private static final int ROUNDS = 3;
  private static final Duration REST_MAX = Duration.ofSeconds(30);
  private static final Duration UNTIL_ALL_RUNS = Duration.ofSeconds(20);
  private static final int UNTIL_PROVED = 10;
  private static final int ALL = 1_000;

  private static final CapabilityCatalogue.Settings BY_ITSELF =
      new CapabilityCatalogue.Settings(
          CapabilityCatalogue.Settings.BY_HAND.fence(),
          CapabilityCatalogue.Settings.BY_HAND.drift(),
          new FailoverSettings(
              new FailoverSettings.OfCluster(FailoverPolicy.AUTO, Duration.ofHours(1)), List.of()),
          CapabilityCatalogue.Settings.BY_HAND.rejoin());

  /** What is decided is of no interest to anybody. */
  private static final AuditLog UNREAD =
      new AuditLog() {
        @Override
        public void append(AuditRecord entry) {}

        @Override
        public List<AuditRecord> latest(AuditFilter wanted) {
          return List.of();
        }
      };

  /** What its option file shuts, as it is while it is open. */
  private static final Map<String, String> WITH_UUIDS =
      Map.of(
          Variables.READ_ONLY, "OFF", Variables.SUPER_READ_ONLY, "OFF", Variables.OFFLINE, "OFF");

  private static final Map<String, String> WITH_DOMAINS =
      Map.of(Variables.READ_ONLY, "OFF", Variables.GATE, "");

  @Override
  public void accept(Function<Capabilities, OperationRunner> runners) {
    for (int round = 0; round < ROUNDS; round++) {
      for (Naming naming : Naming.values()) {
        lift(startedFenced(naming), runners);
        failOver(SimulatedCluster.withTwoReplicas(naming), runners);
        switchOver(SimulatedCluster.withTwoReplicas(naming), runners);
      }
    }
  }

  private static SimulatedCluster startedFenced(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    Map<String, String> open = naming.hasUuids() ? WITH_UUIDS : WITH_DOMAINS;
    open.keySet().forEach(name -> source.configure(name, shut(name)));
    open.forEach(source::set);
    cluster.replica("db2", "db1");
    cluster.world().write(source, "a", 4);
    cluster.world().run(UNTIL_ALL_RUNS);
    cluster.observe();
    source.shutDown();
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.investigateIncidents();
    return cluster;
  }

  private static String shut(String name) {
    return name.equals(Variables.GATE) ? Variables.GATE_SHUT : "ON";
  }

  private static void lift(
      SimulatedCluster cluster, Function<Capabilities, OperationRunner> runners) {
    InstanceAddress source = cluster.server("db1").address();
    carryOut(new LiftRequest(source, Optional.empty()).toGoal(), cluster, runners);
    requireTakesWrites(cluster, "db1");
  }

  /** By itself: what finds and decides it is run the first time then, too. */
  private static void failOver(
      SimulatedCluster cluster, Function<Capabilities, OperationRunner> runners) {
    Capabilities able = cluster.capabilities(BY_ITSELF);
    cluster.server("db1").kill();
    try (OperationRunner runner = runners.apply(able)) {
      RecoveryLoop loop =
          new RecoveryLoop(
              able.recoveries(),
              new RecoveryLoop.Ports(
                  runner,
                  cluster::view,
                  new Decisions(UNREAD, cluster.time()),
                  cluster.time(),
                  urgency -> Runnable::run,
                  waiting -> {}));
      List<Operation> before = runner.latest(ALL);
      Optional<Operation> begun = Optional.empty();
      for (int look = 0; begun.isEmpty() && look < UNTIL_PROVED; look++) {
        cluster.world().run(Duration.ofSeconds(1));
        cluster.observe();
        loop.look();
        begun =
            runner.latest(ALL).stream()
                .filter(each -> before.stream().noneMatch(other -> other.id().equals(each.id())))
                .findFirst();
      }
      requireSucceeded(
          runner,
          begun.orElseThrow(() -> new IllegalStateException("nothing was begun: " + cluster)),
          cluster);
    }
    requireTakesWrites(cluster, "db2", "db3");
  }

  private static void switchOver(
      SimulatedCluster cluster, Function<Capabilities, OperationRunner> runners) {
    carryOut(
        new SwitchoverRequest(
                cluster.server("db1").address(),
                Optional.empty(),
                SwitchoverRequest.GRACE,
                SwitchoverRequest.CATCH_UP)
            .toGoal(),
        cluster,
        runners);
    requireTakesWrites(cluster, "db2", "db3");
  }

  private static void carryOut(
      Goal goal, SimulatedCluster cluster, Function<Capabilities, OperationRunner> runners) {
    try (OperationRunner runner = runners.apply(cluster.capabilities())) {
      requireSucceeded(runner, runner.submit(goal, "training", Optional.empty()), cluster);
    }
  }

  private static void requireSucceeded(
      OperationRunner runner, Operation begun, SimulatedCluster cluster) {
    try {
      Operation rested = runner.awaitRest(begun.id(), REST_MAX);
      if (rested.state() != OperationState.SUCCEEDED) {
        throw new IllegalStateException(rested + " did not succeed with " + cluster);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while training", e);
    }
  }

  private static void requireTakesWrites(SimulatedCluster cluster, String... anyOf) {
    if (List.of(anyOf).stream().map(cluster::server).noneMatch(SimulatedServer::takesWrites)) {
      throw new IllegalStateException(
          "none of %s takes writes: %s".formatted(List.of(anyOf), cluster));
    }
  }
}
