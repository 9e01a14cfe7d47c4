package io.tutti.binlog.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The average modified interval length, by the example of those who defined it. */
class IntervalsTest {
  private static final long[][] EXAMPLE = {
    {93124, 93131}, {93131, 93132}, {93131, 93133}, {93131, 93134}, {93131, 93135},
    {93124, 93136}, {93131, 93137}, {93131, 93138}, {93132, 93139}, {93138, 93140}
  };

  @Test
  void anIntervalIsShortenedToTheHighestLastCommittedSoFar() {
    Intervals intervals = new Intervals();
    for (long[] each : EXAMPLE) {
      intervals.add(false, each[0], each[1]);
    }
    // 7, 1, 2, 3, 4, 5 (not 12), 6, 7, 7, 2
    assertThat(intervals.report()).isEqualTo(new BinlogReport.Clock(10, 44, 242, 1));
    assertThat(intervals.report().amil()).isEqualTo(4.4);
  }

  @Test
  void groupsOfOneSizeHaveThatSize() {
    Intervals intervals = new Intervals();
    for (int group = 0; group < 100; group++) {
      for (int i = 1; i <= 5; i++) {
        intervals.add(false, group * 5L, group * 5L + i);
      }
    }
    assertThat(intervals.report().pseudoGroupSize()).isEqualTo(5);
  }

  @Test
  void theNumbersStartAgainWithEachLog() {
    Intervals intervals = new Intervals();
    intervals.add(true, 500, 501);
    assertThat(intervals.add(true, 0, 1)).isZero();
    assertThat(intervals.report().amil()).isEqualTo(1);
  }
}
