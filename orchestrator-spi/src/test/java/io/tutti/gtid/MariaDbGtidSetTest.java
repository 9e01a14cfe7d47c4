package io.tutti.gtid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MariaDbGtidSetTest {

  private static MariaDbGtidSet set(String text) {
    return MariaDbGtidSet.parse(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          0-1-7         | 0-1-8         | SUBSET
          0-1-7         | 0-2-8         | SUBSET
          0-1-7         | 0-1-8,0-2-3   | SUBSET
          0-1-7         | 0-1-8,1-2-3   | SUBSET
          0-1-8,0-2-3   | 0-1-8         | EQUAL
          0-1-8         | 0-2-8         | OVERLAPPING
          0-1-1         | 0-2-1         | OVERLAPPING
          0-1-8         | 0-1-8,0-2-8   | SUBSET
          0-1-8,1-1-1   | 0-1-7,1-1-2   | OVERLAPPING
          0-1-8         | 1-1-8         | DISJOINT
          ~~            | 0-1-1         | SUBSET
          ~~            | ~~            | EQUAL
          """)
  void comparesPerDomain(String left, String right, GtidRelation expected) {
    assertThat(set(left).relationTo(set(right))).isEqualTo(expected);
    assertThat(set(right).relationTo(set(left))).isEqualTo(expected.inverse());
  }

  @Test
  void printsTheHeadOfEachDomainLast() {
    assertThat(set("1-1-4, 0-1-8 ,0-2-3,\n0-2-9")).hasToString("0-1-8,0-2-9,1-1-4");
    assertThat(set("")).isSameAs(MariaDbGtidSet.EMPTY).hasToString("");
  }

  @Test
  void turnsAStateIntoAPosition() {
    MariaDbGtidSet state = set("0-1-8,0-2-9,1-1-4");
    assertThat(state.isPosition()).isFalse();
    assertThat(state.heads()).hasToString("0-2-9,1-1-4");
    assertThat(state.heads().isPosition()).isTrue();
    assertThat(state.findHead(0)).contains(new MariaDbGtid(0, 2, 9));
    assertThat(state.findHead(7)).isEmpty();
    assertThat(set("0-1-8,0-2-8").heads().isPosition()).isFalse();
  }

  @Test
  void minusNamesThePositionsStillToReach() {
    assertThat(set("0-1-8,1-1-4,2-1-1").minus(set("0-1-5,1-1-9"))).hasToString("0-1-8,2-1-1");
    assertThat(set("0-1-8").minus(set("0-2-8"))).hasToString("0-1-8");
    assertThat(set("0-1-8").transactionCount()).isEmpty();
  }

  @Test
  void unionOfSlaveAndBinlogPositionIsTheCurrentPosition() {
    assertThat(set("0-1-8,2-9-15").union(set("0-3-9,1-3-3")).heads())
        .hasToString("0-3-9,1-3-3,2-9-15");
  }

  @Test
  void binlogStateShowsWritesThatTheSuccessorHasOutrun() {
    MariaDbGtidSet failedSource = set("0-2-5");
    MariaDbGtidSet successorState = set("0-2-3,0-1-8");
    assertThat(failedSource.relationTo(successorState)).isEqualTo(GtidRelation.SUBSET);
    assertThat(failedSource.notLoggedIn(successorState)).hasToString("0-2-5");
    assertThat(set("0-2-3,0-1-7").notLoggedIn(successorState)).isSameAs(MariaDbGtidSet.EMPTY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          0-1             | '-' after the server id at offset 3, found the end
          x               | a domain id within 0 to 4294967295 at offset 0, found "x"
          4294967296-1-1  | a domain id within 0 to 4294967295 at offset 0
          0-1-            | a sequence number within 0 to 9223372036854775807 at offset 4
          0-1-9223372036854775808 | a sequence number within 0 to 9223372036854775807 at offset 4
          0-1-7 0-2-8     | ',' after a GTID at offset 6
          0-1-7,          | a GTID after ',' at offset 6, found the end
          0-1-7,,1-1-1    | a domain id within 0 to 4294967295 at offset 6
          """)
  void namesTheOffsetAndWhatWasExpected(String text, String expected) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> set(text))
        .withMessageStartingWith("not a MariaDB GTID list: expected ")
        .withMessageContaining(expected);
  }

  @Test
  void refusesToMixFamiliesWhereAnAnswerWouldBeWrong() {
    MySqlGtidSet mySql = MySqlGtidSet.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1");
    assertThatIllegalArgumentException().isThrownBy(() -> set("0-1-7").contains(mySql));
    assertThatIllegalArgumentException().isThrownBy(() -> set("0-1-7").minus(mySql));
    assertThatIllegalArgumentException().isThrownBy(() -> set("0-1-7").with(gtid()));
  }

  private static Gtid gtid() {
    return Gtid.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1");
  }

  @Test
  void whatIsBeyondIsCountedBySequencesWhereTheDomainIsKnown() {
    MariaDbGtidSet left = MariaDbGtidSet.parse("0-1-120,0-2-118,1-1-7");
    assertThat(left.countBeyond(MariaDbGtidSet.parse("0-3-111,1-1-5"))).hasValue(11);
    assertThat(left.countBeyond(left)).hasValue(0);
    assertThat(left.countBeyond(MariaDbGtidSet.parse("0-1-120"))).as("domain 1").isEmpty();
    assertThat(left.countBeyond(MariaDbGtidSet.parse("0-3-120,1-1-7"))).as("diverged").isEmpty();
  }
}
