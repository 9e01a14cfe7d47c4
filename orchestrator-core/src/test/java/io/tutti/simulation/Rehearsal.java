package io.tutti.simulation;

import io.tutti.capability.Capabilities;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.fence.LiftRequest;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Sources of each family that start fenced after an orderly shutdown and are lifted, by a runner of
 * operations that others bring along: so the JVM learns, where there are no servers, what is to be
 * quick the first time. A failure is one of the training, which says so.
 */
public final class Rehearsal implements Consumer<Function<Capabilities, OperationRunner>> {
  private static final int ROUNDS = 3;
  private static final Duration REST_MAX = Duration.ofSeconds(30);
  private static final Duration UNTIL_ALL_RUNS = Duration.ofSeconds(20);

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
    SimulatedServer source = cluster.server("db1");
    try (OperationRunner runner = runners.apply(cluster.capabilities())) {
      Operation lift =
          runner.submit(
              new LiftRequest(source.address(), Optional.empty()).toGoal(),
              "training",
              Optional.empty());
      Operation rested = runner.awaitRest(lift.id(), REST_MAX);
      if (rested.state() != OperationState.SUCCEEDED || !source.takesWrites()) {
        throw new IllegalStateException(rested + " did not lift " + cluster);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while training", e);
    }
  }
}
