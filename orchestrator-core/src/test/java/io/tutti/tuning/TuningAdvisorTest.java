package io.tutti.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.binlog.simulate.Facts;
import io.tutti.binlog.simulate.Limit;
import io.tutti.binlog.simulate.Prediction;
import io.tutti.binlog.simulate.Prediction.Point;
import io.tutti.binlog.simulate.Scheme;
import io.tutti.binlog.simulate.Simulation;
import io.tutti.binlog.simulate.Workload;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.knob.ApplierScheme;
import io.tutti.spi.knob.SourceHelp;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is advised for a source whose transactions wait for each other, by what was predicted. */
class TuningAdvisorTest {
  private static final InstanceAddress SOURCE = InstanceAddress.parse("db1:3306");
  private static final ApplierScheme CLOCK = ApplierScheme.of("logical-clock-ordered", Map.of());
  private static final List<SourceHelp> HELP =
      List.of(
          new SourceHelp.Sync("sync_binlog", "1"),
          new SourceHelp.CommitDelay("delay_micros", "delay_count"));

  private static List<TuningAdvice.Step> onSource(Limit limit, int perSecond) {
    List<Point> points = List.of(new Point(0, 10, 1, 0), new Point(2, 8, 1.25, 0));
    Simulation simulation =
        new Simulation(
            workload(perSecond * 10),
            Facts.assumed(),
            List.of(
                new Prediction(
                    Scheme.LOGICAL_CLOCK_ORDERED,
                    points,
                    points.getLast(),
                    limit,
                    1.5,
                    Optional.empty())),
            Simulation.Confidence.LOW,
            List.of(),
            List.of());
    TuningAdvisor advisor =
        new TuningAdvisor(
            States.of("db2:3306").build(),
            Optional.of(States.of(SOURCE.toString()).build()),
            SOURCE,
            Candidate.of(CLOCK, "replica_parallel_workers", 2),
            "replica_parallel_workers",
            List.of(CLOCK),
            HELP,
            simulation,
            Optional.of(10.0),
            (server, knob) -> Optional.of(new TuningAdvisor.Shown(knob, Optional.of("0"))));
    return advisor.advice().steps().stream().filter(each -> each.server().equals(SOURCE)).toList();
  }

  /** Only how many there are counts here. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Workload workload(int count) {
    return new Workload(
        (List) Collections.nCopies(count, "a transaction"),
        false,
        true,
        false,
        List.of(),
        List.of(),
        List.of());
  }

  @Test
  void commitsThatWaitForTheDiskAreAdvisedFirstWithTheirPrice() {
    List<TuningAdvice.Step> steps = onSource(Limit.DEPENDENCIES, 3_000);
    assertThat(steps).hasSize(2);
    assertThat(steps.getFirst().settings())
        .containsExactly(new TuningAdvice.Setting("sync_binlog", Optional.of("0"), "1"));
    assertThat(steps.getFirst().reason())
        .contains("3000 transactions a second", "up to 3 others would become one group");
    assertThat(steps.getFirst().price())
        .isEqualTo(
            "Each commit of the source takes as much longer as its disk takes for a sync: 0.1 ms"
                + " with a cache that outlives a power cut, else 1 to 10 ms.");
    assertThat(steps.getLast().settings())
        .extracting(TuningAdvice.Setting::name)
        .containsExactlyInAnyOrder("delay_micros", "delay_count");
  }

  @Test
  void whereHardlyAnyComesMeanwhileOnlyADelayHelps() {
    assertThat(onSource(Limit.DEPENDENCIES, 1_000))
        .singleElement()
        .satisfies(step ->
            assertThat(step.settings()).noneMatch(each -> each.name().equals("sync_binlog")));
  }

  @Test
  void nothingIsAdvisedWhereTransactionsDoNotWaitForEachOther() {
    assertThat(onSource(Limit.CORES, 3_000)).isEmpty();
    assertThat(onSource(Limit.COMMIT_LATENCY, 3_000)).isEmpty();
  }
}
