package io.tutti.operation.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import org.junit.jupiter.api.Test;

class HadBeforeTest {
  private static final String OLD = "3e11fa47-71ca-11e1-9e33-c80aa9429562:";
  private static final String NEXT = "4e11fa47-71ca-11e1-9e33-c80aa9429562:";
  private static final HadBefore SOURCE = has(OLD + "1-9", "old-bin.000001:900");

  /** It wrote one itself, long before. */
  private static final HadBefore THEN = has(OLD + "1-5," + NEXT + "1", "next-bin.000004:500");

  private static HadBefore has(String gtids, String end) {
    return new HadBefore(
        Observed.known(MySqlGtidSet.parse(gtids)), Observed.known(BinlogPosition.parse(end)));
  }

  private static boolean isAll(HadBefore now, Positioning by) {
    return THEN.isAllBeside(SOURCE, now, by);
  }

  @Test
  void whatCameFromTheSourceIsNotWrittenByClients() {
    HadBefore now = has(OLD + "1-9," + NEXT + "1", "next-bin.000005:300");
    assertThat(isAll(now, Positioning.AUTO_POSITION)).isTrue();
  }

  @Test
  void whatTheSourceLacksIs() {
    HadBefore now = has(OLD + "1-9," + NEXT + "1-2", "next-bin.000004:900");
    assertThat(isAll(now, Positioning.AUTO_POSITION)).isFalse();
    assertThat(THEN.isAll(now)).isFalse();
  }

  @Test
  void byPositionAnotherFileMayHoldAnything() {
    assertThat(isAll(has("", "next-bin.000005:154"), Positioning.LOG_POSITION)).isFalse();
  }

  @Test
  void byPositionWithoutARestartNothingHasShutItAgain() {
    assertThat(isAll(has("", "next-bin.000004:900"), Positioning.LOG_POSITION)).isTrue();
  }

  @Test
  void whatIsNotKnownIsNotRuledOut() {
    for (Positioning by : Positioning.values()) {
      assertThat(isAll(HadBefore.NOT_READ, by)).as(by.name()).isFalse();
      assertThat(HadBefore.NOT_READ.isAllBeside(SOURCE, THEN, by)).as(by.name()).isFalse();
    }
    assertThat(THEN.isAllBeside(HadBefore.NOT_READ, THEN, Positioning.AUTO_POSITION)).isFalse();
    assertThat(THEN.isAll(HadBefore.NOT_READ)).isFalse();
    assertThat(THEN.isAll(THEN)).isTrue();
  }
}
