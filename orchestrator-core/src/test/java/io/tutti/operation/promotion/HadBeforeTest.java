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

  private static Observed<Boolean> isAll(HadBefore now, Positioning by) {
    return THEN.isAllBeside(SOURCE, now, by);
  }

  @Test
  void whatCameFromTheSourceIsNotWrittenByClients() {
    HadBefore now = has(OLD + "1-9," + NEXT + "1", "next-bin.000005:300");
    assertThat(isAll(now, Positioning.AUTO_POSITION)).isEqualTo(Observed.known(true));
  }

  @Test
  void whatTheSourceLacksIs() {
    HadBefore now = has(OLD + "1-9," + NEXT + "1-2", "next-bin.000004:900");
    assertThat(isAll(now, Positioning.AUTO_POSITION)).isEqualTo(Observed.known(false));
    assertThat(THEN.isAll(now)).isEqualTo(Observed.known(false));
  }

  @Test
  void byPositionAnotherFileMayHoldAnything() {
    assertThat(isAll(has("", "next-bin.000005:154"), Positioning.LOG_POSITION).isUnknown())
        .isTrue();
    assertThat(byPosition("4:500").isAll(byPosition("5:154")).isUnknown()).isTrue();
  }

  @Test
  void byPositionWithoutARestartNothingHasShutItAgain() {
    assertThat(isAll(has("", "next-bin.000004:900"), Positioning.LOG_POSITION))
        .isEqualTo(Observed.known(true));
  }

  /** Without GTIDs a server executes none, whatever clients write. */
  @Test
  void byPositionOneThatReceivesNothingHasMoreWhereItsBinlogGrew() {
    assertThat(byPosition("4:500").isAll(byPosition("4:500"))).isEqualTo(Observed.known(true));
    assertThat(byPosition("4:500").isAll(byPosition("4:900"))).isEqualTo(Observed.known(false));
  }

  private static HadBefore byPosition(String end) {
    return has("", "next-bin.00000" + end);
  }

  @Test
  void whatIsNotKnownIsNotRuledOut() {
    for (Positioning by : Positioning.values()) {
      assertThat(isAll(HadBefore.NOT_READ, by).isUnknown()).as(by.name()).isTrue();
      assertThat(HadBefore.NOT_READ.isAllBeside(SOURCE, THEN, by).isUnknown())
          .as(by.name())
          .isTrue();
    }
    assertThat(THEN.isAllBeside(HadBefore.NOT_READ, THEN, Positioning.AUTO_POSITION).isUnknown())
        .isTrue();
    assertThat(THEN.isAll(HadBefore.NOT_READ).isUnknown()).isTrue();
    assertThat(THEN.isAll(THEN)).isEqualTo(Observed.known(true));
  }
}
