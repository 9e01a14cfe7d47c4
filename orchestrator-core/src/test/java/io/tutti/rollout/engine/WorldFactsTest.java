package io.tutti.rollout.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.FakeFlavor;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.rollout.AnyRollout;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.RolloutPlan;
import io.tutti.rollout.RolloutPlan.PlannedWave;
import io.tutti.rollout.RolloutPlan.Target;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutWorld;
import io.tutti.rollout.TargetRole;
import io.tutti.topology.ClusterAliases;
import io.tutti.topology.Node;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.Records;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Who gets nothing any more when its turn comes, whatever was planned. */
class WorldFactsTest {
  private static final String SOURCE = "db1:3306";
  private static final InstanceAddress REPLICA = InstanceAddress.parse("db2:3306");
  private static final Node HEAD = States.of(SOURCE).reached();

  /** One server, of that role when it was planned. */
  private static RolloutRun run(TargetRole role) {
    Rollout rollout = new AnyRollout().build();
    Target target =
        new Target(REPLICA, SOURCE, role, FakeFlavor.ID, List.of(), List.of(), Optional.empty());
    return RolloutRun.begun(
        "r1",
        rollout,
        "",
        "ann",
        States.NOW,
        new RolloutPlan(List.of(new PlannedWave(1, List.of(target))), List.of()));
  }

  private static Optional<String> excluded(
      TargetRole role, UnaryOperator<Records> records, Node... nodes) {
    RolloutRun run = run(role);
    RolloutWorld world =
        new RolloutWorld(
            States.world(nodes).with(records),
            States.NOW,
            state -> Optional.empty(),
            node -> {
              throw new AssertionError("nothing is advised here");
            },
            address -> Optional.empty(),
            address -> new TreeMap<>(),
            new ClusterAliases(new TreeMap<>()),
            Set.of(FakeFlavor.ID),
            address -> Optional.empty(),
            List.of());
    return WorldFacts.excluded(run.waves().getFirst().replicas().getFirst(), world);
  }

  private static Optional<String> excluded(UnaryOperator<Records> records, Node... nodes) {
    return excluded(TargetRole.LEAF, records, nodes);
  }

  private static Node replica() {
    return States.of(REPLICA.toString()).replicatesFrom(SOURCE).reached();
  }

  @Test
  void whoStillReplicatesGetsIt() {
    assertThat(excluded(kept -> kept, HEAD, replica())).isEmpty();
  }

  @Test
  void whoBecameASourceGetsNothing() {
    Node promoted = States.of(REPLICA.toString()).reached();

    assertThat(excluded(kept -> kept, promoted)).contains("It replicates from nobody any more.");
    assertThat(excluded(TargetRole.SOURCE, kept -> kept, promoted))
        .as("it was one when that was planned")
        .isEmpty();
  }

  @Test
  void whoIsFencedOrIsToBeRebuiltGetsNothing() {
    assertThat(excluded(kept -> kept.withFences(List.of(States.fence(REPLICA))), HEAD, replica()))
        .contains("It is fenced.");
    assertThat(
            excluded(
                kept ->
                    kept.withRebuilds(
                        List.of(
                            new RebuildMark(
                                REPLICA, States.NOW, Optional.empty(), Optional.empty()))),
                HEAD,
                replica()))
        .contains("It is to be rebuilt.");
  }

  @Test
  void whomNobodyWatchesGetsNothing() {
    assertThat(excluded(kept -> kept, HEAD)).contains("Nobody watches it any more.");
  }
}
