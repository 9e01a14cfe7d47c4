package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.promotion.BestReplica.Has;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WrittenSinceTest {
  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final InstanceState SUCCESSOR = States.of("b:1").reached().state().orElseThrow();

  private static GtidSet names(String intervals) {
    return GtidSet.parse(UUID + ":" + intervals);
  }

  private static Observed<Has> has(String intervals) {
    return Observed.known(new Has.Named(names(intervals)));
  }

  private static WrittenSince written(String atStart, String executed, Optional<String> lost) {
    InstanceState source =
        States.of("a:1")
            .uuid(UUID)
            .gtid("ON", Observed.known(names(executed)))
            .reached()
            .state()
            .orElseThrow();
    return new WrittenSince(
        source,
        Observed.known(names(atStart)),
        lost
            .map(each ->
                new LostOnSourceByReplica(
                    InstanceAddress.parse("b:1"), "", new LostOnSource.Named(names(each))))
            .stream()
            .toList());
  }

  @Test
  void whatTheSuccessorHasNotReceivedIsLacked() {
    assertThat(written("1-9", "1-20", Optional.empty()).lackedBy(has("1-12")))
        .isEqualTo(Observed.known(names("13-20")));
  }

  /** The source lost 10-12 and gave their names to others: the successor has the old ones. */
  @Test
  void aNameThatWasUsedAgainIsLackedToo() {
    assertThat(written("1-9", "1-20", Optional.of("10-12")).lackedBy(has("1-12")))
        .isEqualTo(Observed.known(names("10-20")));
  }

  @Test
  void nothingIsSaidWhereNothingIsLacked() {
    assertThat(written("1-9", "1-9", Optional.of("10-12")).note(SUCCESSOR, has("1-12"))).isEmpty();
    assertThat(written("1-9", "1-12", Optional.empty()).note(SUCCESSOR, has("1-12"))).isEmpty();
  }

  @Test
  void theNoteCountsAndNames() {
    assertThat(written("1-9", "1-20", Optional.empty()).note(SUCCESSOR, has("1-12")).orElseThrow())
        .startsWith(
            "a:1 wrote 8 transactions after its restart that b:1 has not received, and will not have: "
                + UUID
                + ":13-20.");
  }

  @Test
  void byPositionItIsUnknown() {
    Observed<Has> byPosition = Observed.known(new Has.UpTo(BinlogPosition.parse("binlog.1:4")));
    assertThat(written("1-9", "1-20", Optional.empty()).note(SUCCESSOR, byPosition).orElseThrow())
        .contains("is not known: the successor replicates by position");
  }
}
