package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import org.junit.jupiter.api.Test;

class ErrantTest {
  private static final String SOURCE = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final String OWN = "038e01f0-71ca-11e1-9e33-c80aa9429562";

  private static InstanceState source(String executed) {
    return States.of("a:1")
        .uuid(SOURCE)
        .gtid("ON", Observed.known(MySqlGtidSet.parse(executed)))
        .build();
  }

  private static InstanceState replica(String executed, String retrieved) {
    return States.of("b:1")
        .uuid(OWN)
        .gtid("ON", Observed.known(MySqlGtidSet.parse(executed)))
        .channel(
            Channels.from("a:1").retrieved(Observed.known(MySqlGtidSet.parse(retrieved))).build())
        .build();
  }

  private static String named(Observed<GtidSet> errant) {
    assertThat(errant.isKnown()).as("%s", errant).isTrue();
    return errant.asOptional().orElseThrow().toString();
  }

  @Test
  void whatAReplicaWroteItselfIsErrant() {
    assertThat(
            named(
                Errant.of(
                    replica(SOURCE + ":1-9," + OWN + ":1-3", SOURCE + ":1-9"),
                    source(SOURCE + ":1-10"))))
        .isEqualTo(OWN + ":1-3");
  }

  /** What the source lacks, and another server wrote, it lost or came from elsewhere. */
  @Test
  void whatCameFromTheSourceIsNotAndNeitherIsWhatTheSourceHas() {
    assertThat(named(Errant.of(replica(SOURCE + ":1-12", SOURCE + ":5-12"), source(SOURCE + ":1"))))
        .isEmpty();
    assertThat(
            named(
                Errant.of(
                    replica(SOURCE + ":1-9," + OWN + ":1-103", SOURCE + ":1-9"),
                    source(SOURCE + ":1-9," + OWN + ":1-100"))))
        .isEqualTo(OWN + ":101-103");
    assertThat(
            named(
                Errant.of(
                    replica(OWN + ":1-3", OWN + ":2-3"), source(SOURCE + ":1-9," + OWN + ":1"))))
        .isEmpty();
  }

  @Test
  void nobodyKnowsWhereASetWasNotReadAndNoNamesAreAbsent() {
    InstanceState unread = States.of("a:1").gtid("ON", Observed.unknown("not read")).build();
    assertThat(Errant.of(replica(OWN + ":1-3", ""), unread).isUnknown()).isTrue();
    assertThat(Errant.of(unread, source(SOURCE + ":1")).isUnknown()).isTrue();
    InstanceState nameless =
        States.of("b:1").uuid(OWN).gtid("OFF", Observed.known(MySqlGtidSet.EMPTY)).build();
    assertThat(Errant.of(nameless, source(""))).isInstanceOf(Observed.Absent.class);
  }

  private static InstanceState domains(
      String address, long id, String executed, String replicated, String logged) {
    return States.of(address).serverId(id).domains(executed, replicated, logged).build();
  }

  /** A channel may give names to what a source writes without any. */
  @Test
  void whatGotItsNameOnAReplicaOfASourceWithoutAnyIsNot() {
    InstanceState anonymous =
        States.of("a:1").gtid("OFF", Observed.known(MySqlGtidSet.EMPTY)).build();
    assertThat(Errant.of(replica(OWN + ":1-7", ""), anonymous)).isInstanceOf(Observed.Absent.class);
  }

  @Test
  void ofDomainsWhatItLoggedUnderItsOwnServerId() {
    InstanceState source = domains("a:1", 1, "0-1-7", "", "0-1-7");
    assertThat(named(Errant.of(domains("b:1", 2, "0-1-7", "0-1-7", "0-1-7"), source))).isEmpty();
    assertThat(named(Errant.of(domains("b:1", 2, "0-2-8", "0-1-7", "0-1-7,0-2-8"), source)))
        .isEqualTo("0-2-8");
    assertThat(named(Errant.of(domains("b:1", 2, "0-1-7,9-2-1", "0-1-7", "0-1-7,9-2-1"), source)))
        .isEqualTo("9-2-1");
  }

  @Test
  void ofDomainsAlsoWhatTheSourceHasOutrunSinceUnlessItMayHaveHadIt() {
    InstanceState replica = domains("b:1", 2, "0-1-90", "0-1-90", "0-1-90,0-2-8");
    assertThat(named(Errant.of(replica, domains("a:1", 1, "0-1-90", "", "0-1-90"))))
        .isEqualTo("0-2-8");
    // It was the replica's own replica once, and logs what it replicates.
    assertThat(named(Errant.of(replica, domains("a:1", 1, "0-1-90", "0-2-8", "0-1-90,0-2-8"))))
        .isEmpty();
    // It was restored from a copy that had all up to there.
    assertThat(named(Errant.of(replica, domains("a:1", 1, "0-1-90", "0-2-8", "0-1-90")))).isEmpty();
    assertThat(named(Errant.of(replica, domains("a:1", 1, "0-1-90", "0-2-7", "0-1-90,0-2-7"))))
        .isEqualTo("0-2-8");
  }

  @Test
  void ofDomainsNobodyKnowsWhereServerIdsAreTheSame() {
    assertThat(
            Errant.of(
                    domains("b:1", 1, "0-1-8", "0-1-7", "0-1-8"),
                    domains("a:1", 1, "0-1-7", "", "0-1-7"))
                .isUnknown())
        .isTrue();
  }
}
