package io.tutti.binlog.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.binlog.analysis.BinlogReport.Curve;
import io.tutti.binlog.analysis.BinlogReport.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is lost as pieces of time become longer. */
class CurveBuilderTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 239, 240, 241, 1_000, 100_000})
  void allIsCountedHoweverLongItTook(int seconds) {
    CurveBuilder builder = new CurveBuilder();
    for (int second = 0; second < seconds; second++) {
      builder.moveTo(1_000 + second);
      builder.add(10);
      builder.addInterval(3);
    }
    Curve curve = builder.report();
    assertThat(curve.points()).hasSizeBetween(1, CurveBuilder.POINTS_MAX);
    assertThat(curve.points().stream().mapToLong(Point::transactions).sum()).isEqualTo(seconds);
    assertThat(curve.points().stream().mapToLong(Point::intervals).sum()).isEqualTo(3L * seconds);
    assertThat(curve.stepSeconds() * curve.points().size())
        .isBetween((long) seconds, seconds + curve.stepSeconds());
    assertThat(curve.points().getFirst().transactions())
        .isEqualTo(Math.min(curve.stepSeconds(), seconds));
  }

  @Test
  void whatSaysThatItIsOlderCountsForNow() {
    CurveBuilder builder = new CurveBuilder();
    builder.moveTo(100);
    builder.moveTo(105);
    builder.moveTo(3);
    builder.add(1);
    assertThat(builder.report().points()).hasSize(6).last().isEqualTo(new Point(1, 1, 0, 0, 0, 0));
  }

  @Test
  void aClockThatJumpsByYears() {
    CurveBuilder builder = new CurveBuilder();
    builder.moveTo(0);
    builder.add(1);
    builder.moveTo(0xffffffffL);
    builder.add(1);
    assertThat(builder.report().points().stream().mapToLong(Point::bytes).sum()).isEqualTo(2);
  }
}
