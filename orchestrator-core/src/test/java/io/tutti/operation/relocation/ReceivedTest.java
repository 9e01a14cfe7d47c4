package io.tutti.operation.relocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.topology.SourceHistory;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a new source of a replica must have, by domains. */
class ReceivedTest {
  private static final InstanceState FORMER =
      States.of("a:1").serverId(1).domains("0-1-50", "", "0-1-50").build();
  private static final Channel CHANNEL =
      Channels.from("a:1").retrieved(domains("0-1-55,7-77-5")).build();
  private static final InstanceState REPLICA =
      States.of("b:1")
          .serverId(2)
          .channel(CHANNEL)
          .domains("0-1-52,7-77-5", "0-1-52,7-77-5", "0-1-52")
          .build();

  private static Observed<GtidSet> domains(String text) {
    return Observed.known(MariaDbGtidSet.parse(text));
  }

  private static Observed<GtidSet> asked(Optional<InstanceState> former, String executedThere) {
    return new Received(former.flatMap(SourceHistory::of))
        .of(
            REPLICA,
            CHANNEL,
            States.of("c:1").serverId(3).domains(executedThere, executedThere, "0-1-9").build());
  }

  @Test
  void aDomainOfWhichNeitherSourceHasAnythingIsNotAskedFor() {
    assertThat(asked(Optional.of(FORMER), "0-1-9")).isEqualTo(domains("0-1-55"));
  }

  @Test
  void oneOfWhichTheNewSourceHasSomethingIs() {
    assertThat(asked(Optional.of(FORMER), "0-1-9,7-77-3")).isEqualTo(domains("0-1-55,7-77-5"));
  }

  @Test
  void anyIsWhereTheSourceBeforeWasNeverRead() {
    assertThat(asked(Optional.empty(), "0-1-9")).isEqualTo(domains("0-1-55,7-77-5"));
  }
}
