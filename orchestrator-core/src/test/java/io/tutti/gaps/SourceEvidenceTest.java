package io.tutti.gaps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.gaps.SourceEvidence.Compared;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceEvidenceTest {
  private static final String XID = "Xid of server 1: COMMIT /* xid=106 */";
  private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

  private Observed<String> uuidThen = Observed.known("827a77f5-e64a-11f1-ab35-02fc00000001");
  private Observed<String> uuidNow = Observed.known("827A77F5-E64A-11F1-AB35-02FC00000001");
  private Observed<Instant> begun = Observed.known(NOON);
  private Observed<Instant> newest = Observed.known(NOON.plusSeconds(60));

  private SameBinlog judge(Compared... compared) {
    return new SourceEvidence(
            uuidThen, uuidNow, begun, newest, List.of(compared), List.of("a note of the test"))
        .judge();
  }

  private static Compared at(long end, String known, Observed<String> there) {
    return new Compared(new BinlogPosition("binlog.000001", end), known, there);
  }

  @Test
  void whatTheReplicaHasIsThere() {
    SameBinlog same = judge(at(931, XID, Observed.known(XID)));

    assertThat(same).isInstanceOf(SameBinlog.Same.class);
    assertThat(same.why()).contains("binlog.000001:931", "xid=106");
  }

  @Test
  void withoutUuidsTheContentCounts() {
    uuidThen = Observed.absent("this flavor has none");
    uuidNow = Observed.absent("this flavor has none");

    assertThat(judge(at(931, XID, Observed.known(XID)))).isInstanceOf(SameBinlog.Same.class);
  }

  @Test
  void anotherServerHasAnotherBinlogWhateverIsInIt() {
    uuidNow = Observed.known("00000000-e64a-11f1-ab35-02fc00000001");

    SameBinlog other = judge(at(931, XID, Observed.known(XID)));

    assertThat(other).isInstanceOf(SameBinlog.Other.class);
    assertThat(other.why()).contains("827a77f5", "00000000");
  }

  @Test
  void somethingElseIsThere() {
    SameBinlog other =
        judge(
            at(900, "a statement", Observed.known("a statement")),
            at(931, XID, Observed.known("Xid of server 1: COMMIT /* xid=7 */")));

    assertThat(other).isInstanceOf(SameBinlog.Other.class);
    assertThat(other.why()).contains("binlog.000001:931", "xid=106", "xid=7");
  }

  @Test
  void nothingEndsThere() {
    SameBinlog other = judge(at(931, XID, Observed.absent("no event does")));

    assertThat(other).isInstanceOf(SameBinlog.Other.class);
    assertThat(other.why()).contains("nothing that ends there");
  }

  @Test
  void whatCouldNotBeReadProvesNothing() {
    SameBinlog unproved = judge(at(931, XID, Observed.unknown("no answer in 5 s")));

    assertThat(unproved).isInstanceOf(SameBinlog.Unproved.class);
    assertThat(unproved.why()).contains("a note of the test", "no answer in 5 s");
    assertThat(unproved.isUnread()).as("an answer may come in a moment").isTrue();
  }

  /** Neither the server's name nor that a file is old enough says what is in it. */
  @Test
  void withNothingToCompareNothingIsProved() {
    assertThat(judge()).isEqualTo(new SameBinlog.Unproved("a note of the test", false, false));
  }

  /** What a replica keeps may have lost its end, so that speaks against it, and proves nothing. */
  @Test
  void aFileThatWasBegunLaterIsDoubted() {
    newest = Observed.known(NOON);
    assertThat(judge().isDoubted()).as("in the same second").isFalse();
    newest = Observed.known(NOON.minusSeconds(1));

    assertThat(judge()).isInstanceOf(SameBinlog.Unproved.class);
    assertThat(judge().isDoubted()).isTrue();
    assertThat(judge().why()).contains("was begun at 2026-11-22T12:00:00Z");
    assertThat(judge(at(931, XID, Observed.known(XID)))).isInstanceOf(SameBinlog.Same.class);
  }

  @Test
  void saysOfWhichSource() {
    InstanceAddress source = InstanceAddress.parse("db1:3306");

    assertThat(judge(at(931, XID, Observed.known(XID))).ofSource(source))
        .startsWith("the binlog of db1:3306 is the one that was received: at binlog.000001:931");
    assertThat(judge(at(931, XID, Observed.absent("no event does"))).ofSource(source))
        .contains("is not proved to be the one that was received, it is another one: ");
    assertThat(judge().ofSource(source))
        .isEqualTo(
            "the binlog of db1:3306 is not proved to be the one that was received: a note of the"
                + " test");
  }
}
