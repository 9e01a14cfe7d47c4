package io.tutti.rollout.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.plan.OperationId;
import io.tutti.rollout.AnyRollout;
import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.RolloutPlan;
import io.tutti.rollout.RolloutPlan.PlannedWave;
import io.tutti.rollout.RolloutPlan.Target;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.Decision;
import io.tutti.rollout.RolloutState;
import io.tutti.rollout.TargetRole;
import io.tutti.rollout.WaveState;
import io.tutti.rollout.gate.Readings;
import io.tutti.rollout.gate.Sample;
import io.tutti.rollout.gate.Span;
import io.tutti.rollout.report.RolloutReport.Compared;
import io.tutti.rollout.report.RolloutReport.ReplicaReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A wave that was undone, and one that was never begun. */
class RolloutReportTest {
  private static final Instant BEGAN = Instant.parse("2026-11-25T18:00:00Z");
  private static final InstanceAddress CHANGED = InstanceAddress.parse("db2:3306");
  private static final InstanceAddress BESIDE = InstanceAddress.parse("db3:3306");
  private static final OperationId CHANGE = new OperationId("op1");
  private static final OperationId UNDO = new OperationId("op2");

  /** The change takes seconds 10 to 12, its undo begins at second 22. */
  private static final Map<OperationId, Span> SPANS =
      Map.of(CHANGE, span(10, 12), UNDO, span(22, 24));

  private static Span span(int from, int until) {
    return new Span(BEGAN.plusSeconds(from), BEGAN.plusSeconds(until));
  }

  private static Sample sample(int second, double lag, Observed<Long> applied, long retries) {
    return new Sample(
        BEGAN.plusSeconds(second),
        Observed.known(Duration.ofDays(1)),
        Observed.known(Optional.empty()),
        Observed.known(lag),
        applied,
        Observed.known(retries),
        Observed.absent("none"),
        Observed.absent("none"),
        Observed.known(Optional.empty()),
        Observed.absent("none"));
  }

  /** Applies 100 a second before and 40 after, falls behind, and tries 7 a second again. */
  private static Readings harmed() {
    List<Sample> before = new ArrayList<>();
    List<Sample> since = new ArrayList<>();
    for (int second = 0; second <= 30; second++) {
      boolean isAfter = second > 11;
      long applied = isAfter ? 1_100 + 40L * (second - 11) : 100L * second;
      long retries = isAfter ? 7L * (second - 11) : 0;
      (second > 10 ? since : before)
          .add(sample(second, isAfter ? second - 11 : 0, Observed.known(applied), retries));
    }
    return new Readings(before, since);
  }

  private static Readings unharmed() {
    List<Sample> all = new ArrayList<>();
    for (int second = 0; second <= 30; second++) {
      all.add(sample(second, 0, Observed.known(100L * second), 0));
    }
    return new Readings(all, List.of());
  }

  private static RolloutRun run() {
    Rollout rollout = new AnyRollout().soak(Duration.ofSeconds(10)).build();
    RolloutRun begun =
        RolloutRun.begun(
            "r1",
            rollout,
            "name: eight",
            "ann",
            BEGAN,
            new RolloutPlan(
                List.of(
                    new PlannedWave(1, List.of(target(CHANGED))),
                    new PlannedWave(2, List.of(target(BESIDE)))),
                List.of()));
    return begun
        .with(
            begun
                .waves()
                .getFirst()
                .begun(BEGAN)
                .in(WaveState.UNDONE)
                .each(each ->
                    each.in(ReplicaState.UNDONE, "")
                        .beside(Optional.of(BESIDE))
                        .changedBy(CHANGE)
                        .undoneBy(UNDO)))
        .deciding(
            new Decision(BEGAN, 1, Optional.of(CHANGED), "Wave 1 is undone: db2:3306: it lags."))
        .deciding(new Decision(BEGAN, 0, Optional.empty(), "Paused by ann."))
        .in(RolloutState.UNDONE, "Wave 1 is undone: db2:3306: it lags.");
  }

  private static Target target(InstanceAddress address) {
    return new Target(
        address, "db1:3306", TargetRole.LEAF, "test", List.of(), List.of(), Optional.empty());
  }

  private static RolloutReport report(Map<InstanceAddress, Readings> readings) {
    return RolloutReport.of(
        run(),
        new RolloutReport.Sources() {
          @Override
          public Map<InstanceAddress, Readings> readings(int wave) {
            return wave == 1 ? readings : Map.of();
          }

          @Override
          public Optional<Span> span(OperationId operation) {
            return Optional.ofNullable(SPANS.get(operation));
          }
        });
  }

  private static RolloutReport report() {
    return report(Map.of(CHANGED, harmed(), BESIDE, unharmed()));
  }

  private static Compared compared(Quantity quantity) {
    return report().waves().getFirst().replicas().getFirst().compared().stream()
        .filter(each -> each.quantity() == quantity)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsCountedIsShownASecondUntilTheChangeAndFromItsEndToItsUndo() {
    Compared applied = compared(Quantity.APPLIED);

    assertThat(applied.own().before()).hasValue(100);
    assertThat(applied.own().after()).hasValue(40);
    assertThat(applied.control().orElseThrow().before()).hasValue(100);
    assertThat(applied.control().orElseThrow().after()).hasValue(100);
    assertThat(compared(Quantity.RETRIES).own().after()).hasValue(7);
  }

  @Test
  void lagIsItsAverage() {
    Compared lag = compared(Quantity.LAG);

    assertThat(lag.own().before()).hasValue(0);
    assertThat(lag.own().after()).as("1 to 11 s, from second 12 to second 22").hasValue(6);
    assertThat(lag.own().points()).hasSize(31);
  }

  @Test
  void theCurveHasTheRateSinceThePointBefore() {
    List<Course.Point> points = compared(Quantity.APPLIED).own().points();

    assertThat(points).hasSize(30);
    assertThat(points.getFirst()).isEqualTo(new Course.Point(BEGAN.plusSeconds(1), 100));
    assertThat(points.getLast()).isEqualTo(new Course.Point(BEGAN.plusSeconds(30), 40));
  }

  @Test
  void aCountThatFallsBeganWithTheProcess() {
    List<Sample> restarted =
        List.of(
            sample(0, 0, Observed.known(500L), 9),
            sample(1, 0, Observed.unknown("it did not answer"), 9),
            sample(2, 0, Observed.known(700L), 9),
            sample(4, 0, Observed.known(800L), 1));

    Course retries = Course.of(Quantity.RETRIES, restarted);

    assertThat(retries.points()).extracting(Course.Point::value).containsExactly(0.0, 0.0, 0.0);
    assertThat(Course.of(Quantity.APPLIED, restarted).points())
        .containsExactly(
            new Course.Point(BEGAN.plusSeconds(2), 100),
            new Course.Point(BEGAN.plusSeconds(4), 50));
  }

  @Test
  void itSaysWhatWasUndoneAndWhyAndWhatWasNotTouched() {
    RolloutReport report = report();

    assertThat(report.summary())
        .containsExactly(
            "2 servers in 2 waves: 1 undone, 1 not reached.",
            "Wave 1 is undone: db2:3306: it lags.");
    assertThat(report.waves().getFirst().sentences())
        .containsExactly("Wave 1 is undone: db2:3306: it lags.");
    assertThat(report.waves().getLast().sentences())
        .containsExactly("Wave 2 was not begun: nothing was changed on db3:3306.");
  }

  @Test
  void withoutReadingsThereAreNoFigures() {
    ReplicaReport replica = report(Map.of()).waves().getFirst().replicas().getFirst();

    assertThat(replica.compared()).isEmpty();
    assertThat(replica.changed()).contains(span(10, 12));
  }
}
