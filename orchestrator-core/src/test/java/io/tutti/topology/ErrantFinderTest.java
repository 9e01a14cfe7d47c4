package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ErrantFinderTest {
  private static final String TOP = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final String MIDDLE = "4e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final String OWN = "038e01f0-71ca-11e1-9e33-c80aa9429562";
  private static final String GONE = "0000aaaa-71ca-11e1-9e33-c80aa9429562";

  private static States server(String address, String uuid, String executed) {
    return States.of(address).uuid(uuid).gtid("ON", Observed.known(MySqlGtidSet.parse(executed)));
  }

  private static Observed<GtidSet> of(String replica, States... states) {
    return of(replica, Arrays.stream(states).map(States::reached).toArray(Node[]::new));
  }

  private static Observed<GtidSet> of(String replica, Node... nodes) {
    TopologySnapshot snapshot = States.snapshot(nodes);
    return ErrantFinder.of(snapshot, snapshot.find(InstanceAddress.parse(replica)).orElseThrow());
  }

  private static String named(Observed<GtidSet> errant) {
    assertThat(errant.isKnown()).as("%s", errant).isTrue();
    return errant.asOptional().orElseThrow().toString();
  }

  /** The replica was read after its source, and has what the source wrote in between. */
  @Test
  void whatAServerAboveWroteMeanwhileIsNotErrantHoweverTheReadingsFall() {
    assertThat(
            named(
                of(
                    "b:1",
                    server("a:1", TOP, TOP + ":1-9"),
                    server("b:1", OWN, TOP + ":1-12").replicatesFrom("a:1"))))
        .isEmpty();
    assertThat(
            named(
                of(
                    "c:1",
                    server("a:1", TOP, TOP + ":1-9"),
                    server("b:1", MIDDLE, TOP + ":1-9").replicatesFrom("a:1"),
                    server("c:1", OWN, TOP + ":1-12," + MIDDLE + ":1-2").replicatesFrom("b:1"))))
        .isEmpty();
  }

  @Test
  void whatAThirdServerWroteAndTheSourceLacksIsErrant() {
    assertThat(
            named(
                of(
                    "b:1",
                    server("a:1", TOP, TOP + ":1-9," + GONE + ":1-98"),
                    server("b:1", OWN, TOP + ":1-9," + GONE + ":1-100").replicatesFrom("a:1"))))
        .isEqualTo(GONE + ":99-100");
    assertThat(
            named(
                of(
                    "b:1",
                    server("a:1", TOP, TOP + ":1-9," + GONE + ":1-98"),
                    server("b:1", OWN, TOP + ":1-9," + GONE + ":1-100")
                        .channel(
                            Channels.from("a:1")
                                .retrieved(Observed.known(MySqlGtidSet.parse(GONE + ":90-100")))
                                .build()))))
        .as("it came over the channel: the source has it by now")
        .isEmpty();
  }

  @Test
  void ofSeveralSourcesItIsErrantOnlyWhenNoneHasIt() {
    assertThat(
            named(
                of(
                    "c:1",
                    server("a:1", TOP, TOP + ":1-9," + OWN + ":1"),
                    server("b:1", MIDDLE, MIDDLE + ":1-9," + OWN + ":2"),
                    server("c:1", OWN, TOP + ":1-9," + OWN + ":1-3")
                        .replicatesFrom("a:1")
                        .replicatesFrom("b:1"))))
        .isEqualTo(OWN + ":3");
  }

  @Test
  void inARingAndBelowAnUnreadSourceNothingIsSaid() {
    States one = server("a:1", TOP, TOP + ":1-9").replicatesFrom("b:1");
    States other = server("b:1", OWN, OWN + ":1-9").replicatesFrom("a:1");
    assertThat(of("a:1", one, other)).isInstanceOf(Observed.Absent.class);
    assertThat(
            of(
                "b:1",
                server("a:1", TOP, TOP + ":1").reached().asRestored(),
                server("b:1", OWN, OWN + ":1-9").replicatesFrom("a:1").reached()))
        .isInstanceOf(Observed.Unknown.class);
  }
}
