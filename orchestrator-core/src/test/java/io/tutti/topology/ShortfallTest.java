package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShortfallTest {
  private static final InstanceAddress WRITER = InstanceAddress.parse("a:1");
  private static final InstanceAddress REPLICA = InstanceAddress.parse("b:1");
  private static final String OWN = "11111111-0000-0000-0000-000000000000:1-";
  private static final String OTHER = "33333333-0000-0000-0000-000000000000:1-";

  private static String lacks(States writer, States replica) {
    return Shortfall.of(
        States.snapshot(writer.reached(), replica.channel(Channels.from("a:1").build()).reached()),
        REPLICA,
        WRITER);
  }

  /** Whatever positions of an earlier time both have, and whatever the replica collects. */
  @Test
  void byDomainsOnlyWhatTheBinlogsOfTheWriterNameIsLacked() {
    Random random = new Random(1);
    for (int run = 0; run < 500; run++) {
      int wrote = 1 + random.nextInt(5);
      int has = 1 + random.nextInt(5);
      String stale = random.nextBoolean() ? ",7-77-9" : "";
      String collected = random.nextBoolean() ? ",4-4-9000" : "";
      String position = "0-1-" + has + collected;
      String said =
          lacks(
              States.of("a:1").serverId(1).domains("0-1-" + wrote + stale, "", "0-1-" + wrote),
              States.of("b:1").serverId(2).domains(position, position, position));

      assertThat(said.startsWith("nothing")).as(said).isEqualTo(has >= wrote);
      assertThat(said).doesNotContain("7-77", "4-4");
      assertThat(said).contains(has >= wrote ? "" : "up to 0-1-" + wrote);
    }
  }

  @Test
  void byNamesWhatCameFromElsewhereMakesUpForNothing() {
    States writer =
        States.of("a:1")
            .uuid(OWN.substring(0, 36))
            .gtid("ON", Observed.known(MySqlGtidSet.parse(OWN + "5")));
    States replica =
        States.of("b:1").gtid("ON", Observed.known(MySqlGtidSet.parse(OWN + "3," + OTHER + "9")));

    assertThat(lacks(writer, replica)).startsWith("2 transactions of a:1 (").contains(":4-5)");
  }

  @Test
  void whatWasNotReadIsUnknown() {
    assertThat(lacks(States.of("a:1"), States.of("b:1"))).contains("how much is unknown");
  }
}
