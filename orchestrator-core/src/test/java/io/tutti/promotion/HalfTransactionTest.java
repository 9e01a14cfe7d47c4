package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.promotion.BestReplica.Has;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HalfTransactionTest {
  private static final InstanceAddress REPLICA = InstanceAddress.parse("b:1");
  private static final InstanceAddress OTHER = InstanceAddress.parse("c:1");
  private static final HalfTransaction HALF =
      new HalfTransaction(REPLICA, "", place(100), place(500));

  private static BinlogPosition place(long position) {
    return new BinlogPosition("binlog.000001", position);
  }

  private static Floor.Mark mark(InstanceAddress replica, long position) {
    return new Floor.Mark(
        replica + " had received", new Has.UpTo(place(position)), Optional.of(replica));
  }

  private static List<Floor.Mark> counted(Floor.Mark mark) {
    return HalfTransaction.without(List.of(HALF), new Floor(List.of(mark))).marks();
  }

  @Test
  void onlyWholeTransactionsCountAsReceived() {
    InstanceState state =
        States.of("b:1").channel(Channels.from("a:1").build()).reached().state().orElseThrow();

    assertThat(HalfTransaction.without(List.of(HALF), state).knownChannels())
        .singleElement()
        .satisfies(channel -> assertThat(channel.receiver().read().is(place(100))).isTrue());
    assertThat(HalfTransaction.without(List.of(), state)).isEqualTo(state);
  }

  @Test
  void whatWasSeenBeforeWithinItIsNoMore() {
    assertThat(counted(mark(REPLICA, 500))).containsExactly(mark(REPLICA, 100));
    assertThat(counted(mark(REPLICA, 300))).containsExactly(mark(REPLICA, 100));
  }

  /** It dropped a relay log since. */
  @Test
  void whatWasSeenBeyondItStaysSeen() {
    assertThat(counted(mark(REPLICA, 501))).containsExactly(mark(REPLICA, 501));
  }

  @Test
  void whatOthersHadIsNotChanged() {
    assertThat(counted(mark(OTHER, 300))).containsExactly(mark(OTHER, 300));
    assertThat(counted(mark(REPLICA, 50))).containsExactly(mark(REPLICA, 50));
    Floor.Mark source =
        new Floor.Mark("a:1 had written", new Has.UpTo(place(300)), Optional.empty());
    assertThat(counted(source)).containsExactly(source);
  }
}
