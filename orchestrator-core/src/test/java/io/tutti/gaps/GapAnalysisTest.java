package io.tutti.gaps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ParallelSettings;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import java.util.List;
import org.junit.jupiter.api.Test;

class GapAnalysisTest {
  private final Channels stopped =
      Channels.from("a:1")
          .positioning(Positioning.LOG_POSITION)
          .applier(ThreadState.STOPPED)
          .executed(Observed.known(BinlogPosition.parse("binlog.000001:400")));

  private static ChannelGaps judged(Channel channel) {
    ParallelSettings outOfOrder =
        new ParallelSettings(
            Observed.known(4L), Observed.known("LOGICAL_CLOCK"), Observed.known(false));
    InstanceState state = States.of("b:1").parallel(outOfOrder).channel(channel).build();
    return GapAnalysis.judge(state, channel, Observed.unknown("nobody asked it"));
  }

  /** As it is once the receiver's place was set: the workers of before are still shown. */
  @Test
  void workersWithoutARowInTheirTableHaveLeftNothingOut() {
    assertThat(judged(stopped.workers(4).build())).isInstanceOf(ChannelGaps.Free.class);
    assertThat(judged(stopped.workers(Observed.known(List.of())).build()))
        .isInstanceOf(ChannelGaps.Free.class);
  }

  @Test
  void ofWorkersThatRunOrCannotBeReadNothingIsKnown() {
    assertThat(judged(stopped.applier(ThreadState.RUNNING).workers(4).build()))
        .isInstanceOf(ChannelGaps.Unknown.class);
    assertThat(
            judged(
                stopped
                    .applier(ThreadState.STOPPED)
                    .workers(Observed.unknown("SELECT was denied"))
                    .build()))
        .isInstanceOf(ChannelGaps.Unknown.class);
  }
}
