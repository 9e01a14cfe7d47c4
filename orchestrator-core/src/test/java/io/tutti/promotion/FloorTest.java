package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.promotion.BestReplica.Has;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FloorTest {
  private static final String SOURCE = "3e11fa47-71ca-11e1-9e33-c80aa9429562:";
  private static final InstanceAddress A = InstanceAddress.parse("a:1");

  private static GtidSet gtids(String text) {
    return GtidSet.parse(SOURCE + text);
  }

  private static Floor floor(String executed, String received, Optional<GtidSet> atLeast) {
    return Floor.of(
        States.snapshot(
            States.of("a:1").gtid("ON", Observed.known(gtids(executed))).reached(),
            States.of("b:1")
                .gtid("ON", Observed.known(gtids("1-3")))
                .channel(
                    Channels.from("a:1")
                        .positioning(Positioning.AUTO_POSITION)
                        .retrieved(Observed.known(gtids(received)))
                        .build())
                .reached()),
        A,
        atLeast);
  }

  private static Has has(String names) {
    return new Has.Named(gtids(names));
  }

  @Test
  void nothingIsMissingInWhoHasAllThatWasSeen() {
    assertThat(floor("1-9", "1-8", Optional.empty()).lackedBy(has("1-9"))).isEmpty();
  }

  @Test
  void whatTheSourceWasSeenToHaveExecutedIsMissed() {
    assertThat(floor("1-9", "1-8", Optional.empty()).lackedBy(has("1-8")))
        .containsExactly("a:1 had executed, when it was read last: " + gtids("9"));
  }

  @Test
  void whatAReplicaWasSeenToHaveReceivedIsMissed() {
    assertThat(floor("1-5", "1-8", Optional.empty()).lackedBy(has("1-6")))
        .containsExactly("b:1 had received, when it was read before: " + gtids("7-8"));
  }

  @Test
  void whatAPersonAsksForIsMissed() {
    assertThat(floor("1-5", "1-5", Optional.of(gtids("1-7"))).lackedBy(has("1-6")))
        .containsExactly("you ask for: " + gtids("7"));
  }

  /** GTIDs are no places: what cannot be compared is no proof. */
  @Test
  void byPositionWhatAPersonAsksForByNameCannotBeProved() {
    assertThat(
            floor("1-5", "1-5", Optional.of(gtids("1-5")))
                .lackedBy(new Has.UpTo(BinlogPosition.parse("log.000001:900"))))
        .containsExactly("you ask for GTIDs, and replicas are compared by position");
  }
}
