package io.tutti.operation.parallelism;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.backup.BeginRequest;
import io.tutti.operation.fixtures.OperationScenario.Ending;
import io.tutti.plan.Goal;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import io.tutti.tuning.Tuning;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a replica is never measured in, and the bounds that measuring keeps. */
class TuningBoundsTest {
  private static final String WORKERS = "replica_parallel_workers";
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SimulatedCluster cluster = TuningSweepTest.written(Naming.UUIDS);
  private final InstanceAddress replica = cluster.server("db2").address();

  private Ending ending(TuningTerms terms) {
    return assertThatOperation(TuningRequest.run(replica, terms).toGoal())
        .on(cluster)
        .endsAs(SUCCEEDED, UNDONE);
  }

  private static TuningTerms terms(Duration budget, Duration maxLag, Duration holdBack) {
    return new TuningTerms(budget, maxLag, holdBack, Optional.of(8L));
  }

  private void isRefused(Goal goal, String... why) {
    int before = cluster.world().statements().size();
    assertThatThrownBy(() -> assertThatOperation(goal).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .message()
        .contains(why);
    assertThat(cluster.world().statements()).hasSize(before);
    assertThat(cluster.server("db2").shows(WORKERS)).isEqualTo("3");
  }

  private static Goal run(InstanceAddress instance) {
    return TuningRequest.run(instance, TuningTerms.USUAL).toGoal();
  }

  @Test
  void aSourceIsRefused() {
    isRefused(run(cluster.server("db1").address()), "it replicates from nobody");
  }

  @Test
  void aReplicaInDowntimeIsRefused() {
    Instant now = cluster.time().instant();
    cluster
        .records()
        .downtimes()
        .save(
            new Downtime(
                Extent.of(replica),
                "anna",
                "new disk",
                "anna",
                now,
                now.plus(Duration.ofHours(1))));
    isRefused(run(replica), "it is in downtime", "new disk");
  }

  @Test
  void aReplicaInABackupSessionIsRefused() {
    assertThatOperation(
            new BeginRequest(
                    replica.toString(),
                    false,
                    Optional.empty(),
                    BeginRequest.LEASE_USUAL,
                    BeginRequest.DEADLINE_USUAL)
                .toGoal())
        .on(cluster)
        .endsAs(SUCCEEDED);
    isRefused(run(replica), "backup session");
  }

  @Test
  void aReplicaWhoseApplierIsStoppedIsRefused() {
    cluster.server("db2").stopApplier();
    isRefused(run(replica), "its receiver or its applier does not run");
  }

  @Test
  void durabilityIsMeasuredOnlyWhereSomebodySaysSo() {
    TuningTerms usual = TuningTerms.USUAL;
    isRefused(
        TuningRequest.bench(
                replica, List.of(new TreeMap<>(Map.of(WORKERS, "4", "sync_binlog", "0"))), usual)
            .toGoal(),
        "a crash may cost",
        "sync_binlog",
        "Nothing was changed.");
  }

  /** As a promotion, or somebody who removes it, does. */
  @Test
  void aChannelThatEndsMeanwhileEndsIt() {
    cluster.world().after(Duration.ofSeconds(6), () -> cluster.server("db2").endChannel(""));
    Ending ending =
        ending(terms(Duration.ofHours(1), Duration.ofMinutes(9), SECOND.multipliedBy(4)));
    assertThat(ending.operation().state()).isEqualTo(UNDONE);
    assertThat(ending.operation().why().sentence()).contains("it replicates over it no longer");
    assertThat(cluster.server("db2").shows(WORKERS)).isEqualTo("3");
  }

  @Test
  void whatAQuickApplierDidBeforeAnybodyLookedCounts() {
    cluster
        .world()
        .whenDone(said -> {
          if (said.text().equals("START APPLIER")) {
            cluster.world().run(SECOND);
          }
        });
    Ending ending =
        ending(terms(Duration.ofHours(1), Duration.ofMinutes(9), SECOND.multipliedBy(4)));
    assertThat(ending.operation().state()).isEqualTo(SUCCEEDED);
    assertThat(cluster.tunings().all().getFirst().trials())
        .isNotEmpty()
        .allMatch(each -> each.applied() >= 8);
  }

  /** It is held back for less long than it might be, as it must not be further behind. */
  @Test
  void itIsNeverHeldBackForLongerThanItMayBeBehind() {
    List<Duration> held = new ArrayList<>();
    List<Instant> stopped = new ArrayList<>();
    cluster
        .world()
        .whenSaid(said -> {
          Instant now = cluster.time().instant();
          if (said.text().equals("STOP APPLIER") && stopped.size() == held.size()) {
            stopped.add(now);
          } else if (said.text().equals("START APPLIER")) {
            held.add(Duration.between(stopped.getLast(), now));
          }
        });
    Duration most = Duration.ofSeconds(3);
    ending(new TuningTerms(Duration.ofHours(1), most, Duration.ofMinutes(5), Optional.of(1000L)));
    assertThat(held).isNotEmpty().allMatch(each -> each.compareTo(most) <= 0);
  }

  /** As {@code relay_log_space_limit} sets it. */
  @Test
  void relayLogsThatMayNotGrowEndTheWait() {
    List<Instant> started = new ArrayList<>();
    cluster
        .world()
        .whenSaid(said -> {
          if (said.text().equals("START APPLIER")) {
            started.add(cluster.time().instant());
            cluster.server("db2").receiversWait("");
          }
        });
    cluster
        .world()
        .after(
            SECOND.multipliedBy(12),
            () ->
                cluster
                    .server("db2")
                    .receiversWait("Waiting for the replica SQL thread to free relay log space"));
    Instant begun = cluster.time().instant();

    Ending ending =
        assertThatOperation(
                TuningRequest.run(
                        replica,
                        new TuningTerms(
                            Duration.ofHours(1),
                            Duration.ofMinutes(9),
                            Duration.ofMinutes(2),
                            Optional.of(40L)))
                    .toGoal())
            .on(cluster)
            .endsAs(SUCCEEDED);

    assertThat(Duration.between(begun, started.getFirst())).isLessThan(SECOND.multipliedBy(15));
    assertThat(ending.operation().state()).isEqualTo(SUCCEEDED);
    assertThat(cluster.tunings().all().getFirst().trial(1)).isPresent();
  }

  @Test
  void aDiskWithoutRoomEndsIt() {
    cluster
        .world()
        .after(
            SECOND.multipliedBy(6),
            () -> cluster.server("db2").receiversWait("Waiting for disk space"));
    cluster
        .world()
        .whenSaid(said -> {
          if (said.text().equals("START APPLIER")) {
            cluster.server("db2").receiversWait("");
          }
        });

    Ending ending =
        ending(
            new TuningTerms(
                Duration.ofHours(1),
                Duration.ofMinutes(9),
                Duration.ofMinutes(2),
                Optional.of(100_000L)));

    assertThat(ending.operation().state()).isEqualTo(UNDONE);
    assertThat(ending.operation().why().sentence())
        .contains("has no room for relay logs", "Waiting for disk space");
    assertThat(cluster.server("db2").shows(WORKERS)).isEqualTo("3");
    assertThat(cluster.isReplicating(cluster.server("db2"))).isTrue();
  }

  @Test
  void whenTheTimeIsOverTheBestSoFarIsKept() {
    Ending ending =
        ending(terms(Duration.ofSeconds(6), Duration.ofMinutes(9), SECOND.multipliedBy(4)));
    assertThat(ending.operation().state()).isEqualTo(SUCCEEDED);
    Tuning tuning = cluster.tunings().all().getFirst();
    assertThat(tuning.trials()).hasSizeLessThan(3);
    assertThat(cluster.server("db2").shows(WORKERS)).isEqualTo("3");
    assertThat(cluster.isReplicating(cluster.server("db2"))).isTrue();
  }

  @Test
  void tooLittleWorkIsSaid() {
    SimulatedCluster idle = SimulatedCluster.withTwoReplicas(Naming.UUIDS);
    Ending ending =
        assertThatOperation(
                TuningRequest.run(
                        idle.server("db2").address(),
                        terms(Duration.ofHours(1), Duration.ofMinutes(9), SECOND))
                    .toGoal())
            .on(idle)
            .endsAs(UNDONE);
    assertThat(ending.operation().why().sentence())
        .contains("had too little to do to measure anything: 0 transactions");
    assertThat(idle.isReplicating(idle.server("db2"))).isTrue();
  }
}
