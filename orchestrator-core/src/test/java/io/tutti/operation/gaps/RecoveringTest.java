package io.tutti.operation.gaps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.model.WorkerCheckpoint;
import org.junit.jupiter.api.Test;

class RecoveringTest {
  private static BinlogPosition at(long position) {
    return new BinlogPosition("binlog.000001", position);
  }

  private static Channel channel(Positioning positioning, ThreadState applier, long mark) {
    return Channels.from("db1:3306")
        .positioning(positioning)
        .applier(applier)
        .executed(Observed.known(at(mark)))
        .workerWith(
            new WorkerCheckpoint(
                Observed.absent(States.WHY),
                Observed.known(at(1800)),
                Observed.absent(States.WHY),
                Observed.known(at(500)),
                7,
                64,
                "BE" + "0".repeat(126)))
        .build();
  }

  @Test
  void oneThatIsBehindItsFastestWorkerMayCloseGaps() {
    Recovering recovering =
        Recovering.of(channel(Positioning.LOG_POSITION, ThreadState.RUNNING, 880)).orElseThrow();

    assertThat(recovering.isOver(channel(Positioning.LOG_POSITION, ThreadState.RUNNING, 1799)))
        .isFalse();
    assertThat(recovering.isOver(channel(Positioning.LOG_POSITION, ThreadState.RUNNING, 1800)))
        .isTrue();
    assertThat(recovering.isOver(channel(Positioning.LOG_POSITION, ThreadState.STOPPED, 880)))
        .isTrue();
  }

  @Test
  void byGtidOneMayPassOverWhatItsWorkersHadApplied() {
    Recovering recovering =
        Recovering.of(channel(Positioning.AUTO_POSITION, ThreadState.RUNNING, 880)).orElseThrow();

    assertThat(recovering.isOver(channel(Positioning.AUTO_POSITION, ThreadState.RUNNING, 1799)))
        .isFalse();
    assertThat(recovering.isOver(channel(Positioning.AUTO_POSITION, ThreadState.RUNNING, 1800)))
        .isTrue();
  }

  @Test
  void byDomainsStoppedOrAtItsFastestWorkerItDoesNot() {
    assertThat(Recovering.of(channel(Positioning.REPLICA_POS, ThreadState.RUNNING, 880))).isEmpty();
    assertThat(Recovering.of(channel(Positioning.CURRENT_POS, ThreadState.RUNNING, 880))).isEmpty();
    assertThat(Recovering.of(channel(Positioning.LOG_POSITION, ThreadState.STOPPED, 880)))
        .isEmpty();
    assertThat(Recovering.of(channel(Positioning.LOG_POSITION, ThreadState.RUNNING, 1800)))
        .isEmpty();
  }

  @Test
  void whereItsWorkersAreUnknownItMay() {
    Channel unread =
        Channels.from("db1:3306")
            .positioning(Positioning.LOG_POSITION)
            .applier(ThreadState.RUNNING)
            .executed(Observed.unknown("not read"))
            .build();

    assertThat(Recovering.of(unread)).isPresent();
  }
}
