package io.tutti.operation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.crash.LostOnSource;
import io.tutti.crash.SourceLogs;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.crash.LostOnSourceReader.Line;
import io.tutti.operation.crash.LostOnSourceReader.Read;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a replica that is away had before. */
class LostOnSourceReaderTest {
  private static final String SOURCE = "33788880-e5a1-11f1-8091-02fc00000001";

  private static LostOnSource compared(String received, String executed) {
    InstanceState before =
        States.of("b:1")
            .channel(Channels.from("a:1").retrieved(Observed.known(set(received))).build())
            .build();
    InstanceState source = States.of("a:1").gtid("ON", Observed.known(set(executed))).build();
    Line line = new Line(InstanceAddress.parse("b:1"), "", Optional.of(before));
    return LostOnSourceReader.compare(
            List.of(new Read(line, Observed.unknown("it is away"))),
            source,
            new SourceLogs(
                Observed.absent(States.WHY),
                Observed.absent(States.WHY),
                place -> Observed.absent(States.WHY)))
        .getFirst()
        .lostOnSource();
  }

  private static GtidSet set(String numbers) {
    return MySqlGtidSet.parse(SOURCE + ":" + numbers);
  }

  @Test
  void provesALoss() {
    assertThat(compared("1-10", "1-7")).isEqualTo(new LostOnSource.Named(set("8-10")));
  }

  @Test
  void doesNotProveThatThereIsNone() {
    assertThat(compared("1-7", "1-7")).isEqualTo(new LostOnSource.Unknown("it is away"));
  }

  private static LostOnSource ofDomains(String lost) {
    return LostOnSourceReader.ofSource(
        new LostOnSource.Named(MariaDbGtidSet.parse(lost)),
        States.of("a:1").serverId(1).domains("0-1-50", "", "0-5-40,0-1-50").build());
  }

  /** By domains a channel begins with all that a replica has, wherever that came from. */
  @Test
  void whatIsOfADomainOfOthersWasNotLost() {
    assertThat(ofDomains("7-77-5")).isEqualTo(new LostOnSource.None());
    assertThat(ofDomains("0-1-60,7-77-5"))
        .isEqualTo(new LostOnSource.Named(MariaDbGtidSet.parse("0-1-60")));
    assertThat(ofDomains("0-5-45"))
        .isEqualTo(new LostOnSource.Named(MariaDbGtidSet.parse("0-5-45")));
    assertThat(ofDomains("9-1-3")).isEqualTo(new LostOnSource.Named(MariaDbGtidSet.parse("9-1-3")));
  }
}
