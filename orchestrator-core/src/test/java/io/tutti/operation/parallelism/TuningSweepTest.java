package io.tutti.operation.parallelism;

import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.plan.Goal;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServers;
import io.tutti.simulation.Sweep;
import io.tutti.tuning.Tuning;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever comes in between, a replica that is measured has the workers that were chosen or those
 * that it had, and applies.
 */
public class TuningSweepTest {
  private static final String WORKERS = "replica_parallel_workers";
  private static final String SYNC = "sync_binlog";
  private static final String FLUSH = "innodb_flush_log_at_trx_commit";
  private static final Duration WRITES_EVERY = Duration.ofMillis(200);
  private static final TuningTerms TERMS =
      new TuningTerms(
          Duration.ofHours(2), Duration.ofMinutes(20), Duration.ofSeconds(4), Optional.of(8L));

  /** For some minutes clients write a row again and again, while all servers are up. */
  public static SimulatedCluster written(Naming naming) {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(naming);
    cluster.server("db2").configure(WORKERS, "3");
    writeOn(cluster, 1500);
    return cluster;
  }

  private static void writeOn(SimulatedCluster cluster, int times) {
    if (!cluster.isAnyDown()) {
      cluster.world().write(cluster.server("db1"), "a", 1);
    }
    if (times > 0) {
      cluster.world().after(WRITES_EVERY, () -> writeOn(cluster, times - 1));
    }
  }

  public static Goal run(SimulatedCluster cluster) {
    return TuningRequest.run(cluster.server("db2").address(), TERMS).toGoal();
  }

  /** Workers and durability. */
  private static Goal bench(SimulatedCluster cluster) {
    return TuningRequest.bench(
            cluster.server("db2").address(),
            List.of(
                new TreeMap<>(Map.of(WORKERS, "4", SYNC, "0", FLUSH, "2")),
                new TreeMap<>(Map.of(WORKERS, "0", SYNC, "100", FLUSH, "0"))),
            new TuningTerms(TERMS.budget(), TERMS.maxLag(), TERMS.holdBack(), TERMS.amount(), true))
        .toGoal();
  }

  private static void hasWhatWasChosen(SimulatedCluster cluster, Course course) {
    Tuning tuning = cluster.tunings().all().getFirst();
    assertThat(tuning.trials()).as(cluster::toString).hasSizeGreaterThan(2);
    assertThat(cluster.server("db2").shows(WORKERS))
        .as(cluster::toString)
        .isEqualTo(tuning.kept().orElseThrow().settings().get(WORKERS));
  }

  private static void hasWhatItHad(SimulatedCluster cluster) {
    assertThat(cluster.server("db2").shows(WORKERS)).as(cluster::toString).isEqualTo("3");
    assertThat(cluster.server("db2").shows(SYNC)).as(cluster::toString).isEqualTo("1");
    assertThat(cluster.server("db2").shows(FLUSH)).as(cluster::toString).isEqualTo("1");
  }

  private static void wasMeasured(SimulatedCluster cluster, Course course) {
    hasWhatItHad(cluster);
    assertThat(cluster.tunings().all().getFirst().trials()).hasSize(2);
  }

  private static Sweep running(Naming naming) {
    return new Sweep(
        () -> written(naming),
        TuningSweepTest::run,
        TuningSweepTest::hasWhatWasChosen,
        TuningSweepTest::hasWhatItHad);
  }

  /** Each try stops it once, sets, and starts it; what is kept is in force after the last one. */
  @Test
  void eachTryHoldsItBackSetsAndStarts() {
    assertThat(running(Naming.UUIDS).plainly())
        .extracting(SimulatedServers.Said::text)
        .containsExactly(
            "STOP APPLIER",
            "STOP APPLIER",
            "START APPLIER",
            "STOP APPLIER",
            "STOP APPLIER",
            "SET GLOBAL replica_parallel_workers=8",
            "START APPLIER",
            "STOP APPLIER",
            "STOP APPLIER",
            "SET GLOBAL replica_parallel_workers=0",
            "START APPLIER",
            // What is best so far is measured once more.
            "STOP APPLIER",
            "STOP APPLIER",
            "START APPLIER");
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.UUIDS, Naming.DOMAINS);
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void itHasWhatWasChosenOrWhatItHad(Naming naming, Disturbance disturbance) {
    running(naming).with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  /** What is set, and given back, on a server whose durability is in the grid. */
  @Test
  void durabilityIsSetForItsTryAlone() {
    assertThat(
            new Sweep(
                    () -> written(Naming.UUIDS),
                    TuningSweepTest::bench,
                    TuningSweepTest::wasMeasured,
                    TuningSweepTest::hasWhatItHad)
                .plainly())
        .extracting(SimulatedServers.Said::text)
        .filteredOn(said -> said.startsWith("SET GLOBAL"))
        .containsExactly(
            "SET GLOBAL innodb_flush_log_at_trx_commit=2",
            "SET GLOBAL replica_parallel_workers=4",
            "SET GLOBAL sync_binlog=0",
            "SET GLOBAL innodb_flush_log_at_trx_commit=0",
            "SET GLOBAL replica_parallel_workers=0",
            "SET GLOBAL sync_binlog=100",
            "SET GLOBAL innodb_flush_log_at_trx_commit=1",
            "SET GLOBAL replica_parallel_workers=3",
            "SET GLOBAL sync_binlog=1");
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void afterAGridItHasWhatItHad(Naming naming, Disturbance disturbance) {
    new Sweep(
            () -> written(naming),
            TuningSweepTest::bench,
            TuningSweepTest::wasMeasured,
            TuningSweepTest::hasWhatItHad)
        .with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }
}
