package io.tutti.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Names that a source had, and may have used again. */
class SourceNamesTest {
  private static final String OWN = "33788880-e5a1-11f1-8091-02fc00000001";
  private static final InstanceAddress REPLICA = InstanceAddress.parse("b:1");
  private static final InstanceState SOURCE = States.of("a:1").uuid(OWN).build();

  private static GtidSet own(String numbers) {
    return MySqlGtidSet.parse(OWN + ":" + numbers);
  }

  private static GtidSet others(String numbers) {
    return MySqlGtidSet.parse("11111111-e5a1-11f1-8091-02fc00000001:" + numbers);
  }

  private static SourceNames source(GtidSet atStart, Observed<GtidSet> elsewhere) {
    return new SourceNames(SOURCE, Observed.known(atStart), () -> elsewhere, false);
  }

  private static Optional<Received> before(GtidSet gtids, boolean isAll) {
    return Optional.of(
        new Received(
            REPLICA,
            "",
            Instant.EPOCH,
            Observed.known(gtids),
            Observed.unknown("not asked"),
            isAll));
  }

  private static LostOnSourceByReplica equalNow() {
    return new LostOnSourceByReplica(REPLICA, "", new LostOnSource.None());
  }

  private static final Observed<GtidSet> NOBODY = Observed.absent("it has no source");

  @Test
  void whatWasReceivedBeforeStaysLostThoughTheSetsAreEqual() {
    LostOnSourceByReplica reported =
        source(own("1-10"), NOBODY)
            .judge(equalNow(), before(own("1-15"), true), Observed.known(own("1-40")));

    assertThat(reported.lostOnSource()).isEqualTo(new LostOnSource.Named(own("11-15")));
    assertThat(reported.undecided()).isEmpty();
  }

  @Test
  void whatEitherProcessMayHaveSentIsUndecided() {
    LostOnSourceByReplica reported =
        source(own("1-10"), NOBODY)
            .judge(equalNow(), before(own("1-8"), false), Observed.known(own("1-40")));

    assertThat(reported.undecided()).contains(own("11-40"));
    assertThat(reported.isDecided()).isFalse();
  }

  @Test
  void nothingIsUndecidedOnceAllThatWasSentWasSeen() {
    LostOnSourceByReplica reported =
        source(own("1-10"), NOBODY)
            .judge(equalNow(), before(own("1-10"), true), Observed.known(own("1-40")));

    assertThat(reported.lostOnSource()).isEqualTo(new LostOnSource.None());
    assertThat(reported.isDecided()).isTrue();
  }

  @Test
  void whatItHadWhenItStartedMustBeKnown() {
    SourceNames source = new SourceNames(SOURCE, Observed.unknown("purged"), () -> NOBODY, false);

    assertThat(
            source
                .judge(equalNow(), before(own("1-10"), true), Observed.known(own("1-40")))
                .lostOnSource())
        .isInstanceOf(LostOnSource.Unknown.class);
  }

  @Test
  void namesOfOthersThatItsOwnSourceHasAreNotLost() {
    LostOnSourceByReplica ahead =
        new LostOnSourceByReplica(REPLICA, "", new LostOnSource.Named(others("7-69")));
    Observed<GtidSet> received = Observed.known(others("1-69"));

    assertThat(
            source(others("1-6"), Observed.known(others("1-69")))
                .judge(ahead, Optional.empty(), received)
                .lostOnSource())
        .isEqualTo(new LostOnSource.None());
    assertThat(
            source(others("1-6"), Observed.known(others("1-60")))
                .judge(ahead, Optional.empty(), received)
                .lostOnSource())
        .isEqualTo(new LostOnSource.Named(others("61-69")));
    assertThat(
            source(others("1-6"), Observed.unknown("it is away"))
                .judge(ahead, Optional.empty(), received)
                .lostOnSource())
        .isInstanceOf(LostOnSource.Unknown.class);
    assertThat(
            source(others("1-6"), NOBODY).judge(ahead, Optional.empty(), received).lostOnSource())
        .isEqualTo(ahead.lostOnSource());
  }
}
