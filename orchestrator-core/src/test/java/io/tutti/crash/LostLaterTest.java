package io.tutti.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Incidents;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessObservation;
import io.tutti.model.ProcessStart;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A replica has 1-10 of a source that has 1-5 left, after two restarts. */
class LostLaterTest {
  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final InstanceAddress REPLICA = InstanceAddress.parse("b:1");
  private static final Incident EARLIER = Incidents.of("a:1");
  private static final LostOnSourceByReplica FOUND = named("6-10");

  private static GtidSet set(String numbers) {
    return GtidSet.parse(UUID + ":" + numbers);
  }

  private static LostOnSourceByReplica named(String numbers) {
    return new LostOnSourceByReplica(REPLICA, "", new LostOnSource.Named(set(numbers)));
  }

  private static InstanceState read(int secondsLater, String executed) {
    return States.of("a:1")
        .uuid(UUID)
        .startedAt(States.NOW.plusSeconds(secondsLater - 5))
        .uptimeSeconds(5)
        .observedAt(States.NOW.plusSeconds(secondsLater))
        .gtid("ON", Observed.known(set(executed)))
        .build();
  }

  /** The process between the two had that when it was read last. */
  private static Incident later(String executed, Received... received) {
    return Incident.noticed(
            read(100, executed), read(1000, "1-5"), States.NOW.plusSeconds(1000), new Random(2))
        .after(List.of(received));
  }

  private static Received received(int secondsLater, String numbers) {
    Instant at = States.NOW.plusSeconds(secondsLater);
    return new Received(
        REPLICA, "", at, Observed.known(set(numbers)), Observed.absent("by name"), false);
  }

  private static LostOnSource reported(Incident later) {
    return new LostLater(EARLIER, Optional.of(later))
        .without(FOUND, Optional.empty())
        .lostOnSource();
  }

  @Test
  void saysOnlyWhatIsSoOfOneThatWasRestartedAgain() {
    assertThat(LostLater.of(EARLIER, read(20, "1-5"), List::of)).isEmpty();
    assertThat(LostLater.of(EARLIER, read(1000, "1-5"), List::of))
        .contains(new LostLater(EARLIER, Optional.empty()));
    Incident later = later("1-10");
    assertThat(LostLater.of(EARLIER, read(1000, "1-5"), () -> List.of(later, EARLIER)))
        .contains(new LostLater(EARLIER, Optional.of(later)));
  }

  @Test
  void whatTheServerStillHadAfterItWasLostLater() {
    assertThat(reported(later("1-10"))).isEqualTo(new LostOnSource.None());
    assertThat(reported(later("1-8"))).isInstanceOf(LostOnSource.Unknown.class);
  }

  @Test
  void whatTheReplicaLackedAfterItWasLostLater() {
    assertThat(reported(later("1-5", received(900, "1-5")))).isEqualTo(new LostOnSource.None());
    assertThat(reported(later("1-5", received(900, "1-7"))))
        .isInstanceOf(LostOnSource.Unknown.class);
    assertThat(reported(later("1-5", received(-900, "1-5"))))
        .as("it was away between the two, and may have got them at any time")
        .isInstanceOf(LostOnSource.Unknown.class);
  }

  @Test
  void whatTheReplicaHadBeforeWasLostWithIt() {
    LostLater two =
        new LostLater(EARLIER.after(List.of(received(-900, "1-8"))), Optional.of(later("1-5")));
    assertThat(two.without(FOUND, Optional.empty()).lostOnSource())
        .isEqualTo(new LostOnSource.Named(set("6-8")));
  }

  @Test
  void whatWasDecidedStaysSo() {
    LostLater two = new LostLater(EARLIER, Optional.empty());
    assertThat(two.without(FOUND, Optional.of(named("6-7")))).isEqualTo(named("6-7"));
    LostOnSourceByReplica unread = named("6-7").unreadSince("it is away");
    assertThat(two.without(FOUND, Optional.of(unread))).isNotEqualTo(unread);
  }

  /** Else what the later one lost is put down to this one permanently. */
  @Test
  void nothingIsDecidedBeforeTheLaterOneWasNoticed() {
    LostLater unnoticed = new LostLater(EARLIER, Optional.empty());
    assertThat(unnoticed.without(FOUND, Optional.empty()).isDecided()).isFalse();
    assertThat(unnoticed.without(FOUND, Optional.empty()).lostOnSource().areFound()).isFalse();
    LostOnSourceByReplica partly = named("6-7").unreadSince("it is away");
    assertThat(unnoticed.leavingOpen(named("6-7"), Optional.of(partly)).isDecided()).isFalse();

    assertThat(unnoticed.leavingOpen(FOUND, Optional.of(FOUND)).isDecided())
        .as("it was decided before")
        .isTrue();
    assertThat(
            new LostLater(EARLIER, Optional.of(later("1-5")))
                .leavingOpen(FOUND, Optional.of(partly)))
        .isEqualTo(FOUND);
  }

  private static Observed<ProcessStart> wrote(String place) {
    return Observed.known(
        new ProcessStart(
            States.NOW,
            States.NOW,
            Optional.of(
                new ProcessObservation(
                    States.NOW,
                    place,
                    Observed.absent(States.WHY),
                    Observed.known(BinlogPosition.parse(place))))));
  }

  /**
   * @param last where the process that ended wrote
   * @param first where the next one wrote
   */
  private static LostOnSource beyond(String last, String first) {
    Incident restart =
        Incident.noticed(
            States.of("a:1").startedAt(wrote(last)).build(),
            States.of("a:1").startedAt(wrote(first)).build(),
            States.NOW,
            new Random(3));
    LostOnSourceByReplica found =
        new LostOnSourceByReplica(
            REPLICA, "", new LostOnSource.Beyond(BinlogPosition.parse("binlog.000005:900"), 500));
    return new LostLater(restart, Optional.of(later("1-5")))
        .without(found, Optional.empty())
        .lostOnSource();
  }

  @Test
  void aPlaceInALogThatWasBegunAfterItShowsNothingOfIt() {
    assertThat(beyond("binlog.000004:700", "binlog.000005:157"))
        .isInstanceOf(LostOnSource.Unknown.class);
    assertThat(beyond("binlog.000004:700", "binlog.000006:157"))
        .isInstanceOf(LostOnSource.Beyond.class);
  }

  /** It was lost whole. */
  @Test
  void aPlaceInALogThatWasBegunAgainUnderItsNameStillDoes() {
    assertThat(beyond("binlog.000005:700", "binlog.000005:157"))
        .isInstanceOf(LostOnSource.Beyond.class);
    assertThat(beyond("binlog.000006:700", "binlog.000005:157"))
        .isInstanceOf(LostOnSource.Beyond.class);
  }
}
