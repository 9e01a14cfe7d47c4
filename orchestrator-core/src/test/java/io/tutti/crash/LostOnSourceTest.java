package io.tutti.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.spi.LogReader.LogFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was received by position, and which logs of that name the source has. */
class LostOnSourceTest {
  private static final BinlogPosition RECEIVED = BinlogPosition.parse("binlog.000003:800");

  private static LostOnSource received(
      BinlogPosition place, Observed<String> begunAgain, Observed<Boolean> isPlace) {
    Channel channel =
        Channels.from("a:1")
            .positioning(Positioning.LOG_POSITION)
            .received(Observed.known(place))
            .build();
    return LostOnSource.of(
        States.of("b:1").channel(channel).build(),
        channel,
        States.of("a:1").build(),
        new SourceLogs(
            Observed.known(
                List.of(
                    new LogFile("binlog.000002", 500, false),
                    new LogFile("binlog.000003", 9000, false))),
            begunAgain,
            at -> isPlace));
  }

  @Test
  void thereIsNoneWhereItsLogWasThereBefore() {
    assertThat(received(RECEIVED, Observed.absent("shut down"), Observed.unknown("not asked")))
        .isEqualTo(new LostOnSource.None());
    assertThat(
            received(
                BinlogPosition.parse("binlog.000002:500"),
                Observed.known("binlog.000003"),
                Observed.unknown("not asked")))
        .isEqualTo(new LostOnSource.None());
  }

  @Test
  void itIsUnknownWhereAnotherLogMayHaveHadThatName() {
    Observed<String> again = Observed.known("binlog.000003");
    assertThat(received(RECEIVED, again, Observed.known(true)))
        .isInstanceOf(LostOnSource.Unknown.class);
    assertThat(received(RECEIVED, again, Observed.unknown("no answer")))
        .isInstanceOf(LostOnSource.Unknown.class);
    assertThat(received(RECEIVED, Observed.unknown("no answer"), Observed.known(true)))
        .isInstanceOf(LostOnSource.Unknown.class);
  }

  @Test
  void itIsProvedWhereNothingEndsAtThatPlace() {
    assertThat(received(RECEIVED, Observed.known("binlog.000003"), Observed.known(false)))
        .isEqualTo(new LostOnSource.Beyond(RECEIVED, 0));
  }

  @Test
  void whoReceivedNothingOfALogHasNothingOfIt() {
    assertThat(
            received(
                BinlogPosition.parse("binlog.000003:4"),
                Observed.known("binlog.000003"),
                Observed.known(true)))
        .isEqualTo(new LostOnSource.None());
  }
}
