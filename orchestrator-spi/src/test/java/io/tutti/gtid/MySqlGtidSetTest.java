package io.tutti.gtid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MySqlGtidSetTest {

  private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final String B = "ce11fa47-71ca-11e1-9e33-c80aa9429562";

  private static MySqlGtidSet set(String text) {
    return MySqlGtidSet.parse(text);
  }

  @Test
  void readsWhatServersPrint() {
    assertThat(set(A.toUpperCase(Locale.ROOT) + ":1-5:7:9-10,\n" + B + ":1"))
        .hasToString(A + ":1-5:7:9-10," + B + ":1");
    assertThat(set("")).isSameAs(MySqlGtidSet.EMPTY).hasToString("");
    assertThat(set(" \n").isEmpty()).isTrue();
  }

  @Test
  void toleratesBlanksBetweenTokensAndEmptyElements() {
    assertThat(set("\n , " + A + " : 1 - 5 : 7 ,, \r\n" + B + ":\t1 ,"))
        .hasToString(A + ":1-5:7," + B + ":1");
  }

  @Test
  void readsTagsWhichHoldForTheIntervalsAfterThem() {
    MySqlGtidSet tagged = set(A + ":1-5:Tag:1-3:7");
    assertThat(tagged).hasToString(A + ":1-5:tag:1-3:7");
    assertThat(tagged.containsGtid(MySqlGtid.parse(A + ":tag:7"))).isTrue();
    assertThat(tagged.containsGtid(MySqlGtid.parse(A + ":7"))).isFalse();
    assertThat(set(A + ":b:1:a:2," + A + ":3")).hasToString(A + ":3:a:2:b:1");
  }

  /** Text and result of {@code SELECT GTID_SUBTRACT(text, '')} on MySQL 9.7.4. */
  @Test
  void normalisesAsTheServerDoes() {
    String text =
        (B + ":4:Zeta:9-10:_b:1-3:5:zeta:11," + A.toUpperCase(Locale.ROOT))
            + ":7:1-3:2-5:6:a1:2 , ,";
    String printed = A + ":1-7:a1:2,\n" + B + ":4:_b:1-3:5:zeta:9-11";
    assertThat(set(text)).isEqualTo(set(printed)).hasToString(printed.replace("\n", ""));
  }

  @Test
  void sortsAndJoinsIntervals() {
    assertThat(set(A + ":7:1-3:2-5:6")).hasToString(A + ":1-7");
    assertThat(set(B + ":4," + A + ":1," + B + ":1-2:3")).hasToString(A + ":1," + B + ":1-4");
  }

  @Test
  void ordersUuidsByBytesAndNotAsSignedNumbers() {
    assertThat(UUID.fromString(B)).isLessThan(UUID.fromString(A));
    assertThat(set(B + ":1," + A + ":1")).hasToString(A + ":1," + B + ":1");
  }

  @Test
  void acceptsTheWholeRangeOfNumbers() {
    MySqlGtidSet all = set(A + ":1-9223372036854775806");
    assertThat(all).hasToString(A + ":1-9223372036854775806");
    assertThat(all.transactionCount()).hasValue(Long.MAX_VALUE - 1);
    assertThat(all.minus(set(A + ":9223372036854775806")))
        .hasToString(A + ":1-9223372036854775805");
    assertThat(all.union(set(B + ":1-2")).transactionCount()).hasValue(Long.MAX_VALUE);
    assertThat(all.relationTo(all)).isEqualTo(GtidRelation.EQUAL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          3e11fa47-71ca-11e1-9e33-c80aa9429562        | ':' after the UUID at offset 36, found the end
          3e11fa47-71ca-11e1-9e33-c80aa9429562:       | a transaction number within 1 to 9223372036854775806 at offset 37
          3e11fa47-71ca-11e1-9e33-c80aa9429562:0      | a transaction number within 1 to 9223372036854775806 at offset 37
          3e11fa47-71ca-11e1-9e33-c80aa9429562:5-     | a transaction number within 1 to 9223372036854775806 at offset 39
          3e11fa47-71ca-11e1-9e33-c80aa9429562:5-3    | an interval whose end is not before its start at offset 37, found "5-3"
          3e11fa47-71ca-11e1-9e33-c80aa9429562:1-9223372036854775807 | a transaction number within 1 to 9223372036854775806 at offset 39
          3e11fa47-71ca-11e1-9e33-c80aa9429562:99999999999999999999  | a transaction number within 1 to 9223372036854775806 at offset 37
          3e11fa47-71ca-11e1-9e33-c80aa9429562:1;2    | ',' or ':' after an interval at offset 38, found ";2"
          3e11fa47-71ca-11e1-9e33-c80aa9429562:tag    | ':' after the tag at offset 40, found the end
          3e11fa47-71ca-11e1-9e33-c80aa9429562:a:b:1  | a transaction number within 1 to 9223372036854775806 at offset 39
          3e11fa47-71ca-11e1-9e33-c80aa9429562:a23456789a123456789a123456789a123:1 | a tag of at most 32 characters at offset 37
          3e11fa47x71ca-11e1-9e33-c80aa9429562:1      | '-' inside a UUID at offset 8
          3e11fa4g-71ca-11e1-9e33-c80aa9429562:1      | a hexadecimal digit of a UUID at offset 7
          0-1-7                                       | a hexadecimal digit of a UUID at offset 1
          """)
  void namesTheOffsetAndWhatWasExpected(String text, String expected) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> set(text))
        .withMessageStartingWith("not a MySQL GTID set: expected ")
        .withMessageContaining(expected);
  }

  @Test
  void findsTheGapsOfAMultiThreadedApplier() {
    assertThat(set(A + ":1-8:10-14:16-20:22-26:tag:2:4," + B + ":5-9").gaps())
        .hasToString(A + ":9:15:21:tag:3");
  }

  @Test
  void showsErrantTransactions() {
    MySqlGtidSet replica = set(A + ":1-100," + B + ":1-2");
    MySqlGtidSet source = set(A + ":1-120");
    assertThat(replica.relationTo(source)).isEqualTo(GtidRelation.OVERLAPPING);
    assertThat(replica.minus(source)).hasToString(B + ":1-2");
    assertThat(source.minus(replica)).hasToString(A + ":101-120");
    assertThat(set(B + ":1").relationTo(source)).isEqualTo(GtidRelation.DISJOINT);
  }

  @Test
  void emptySetIsSubsetOfAllAndEqualToItself() {
    assertThat(MySqlGtidSet.EMPTY.relationTo(set(A + ":1"))).isEqualTo(GtidRelation.SUBSET);
    assertThat(MySqlGtidSet.EMPTY.relationTo(set(""))).isEqualTo(GtidRelation.EQUAL);
  }

  @Test
  void picksTheTransactionsOfOneServer() {
    assertThat(set(A + ":1-3:x:5," + B + ":9").from(UUID.fromString(A)))
        .hasToString(A + ":1-3:x:5");
    assertThat(set(A + ":1").from(UUID.fromString(B))).isEqualTo(MySqlGtidSet.EMPTY);
  }

  @Test
  void listsItsRanges() {
    assertThat(set(A + ":1-3:5:x:5").ranges())
        .containsExactly(
            new MySqlGtidSet.Range(UUID.fromString(A), "", 1, 3),
            new MySqlGtidSet.Range(UUID.fromString(A), "", 5, 5),
            new MySqlGtidSet.Range(UUID.fromString(A), "x", 5, 5));
  }

  @Test
  void refusesToMixFamiliesWhereAnAnswerWouldBeWrong() {
    MariaDbGtidSet mariaDb = MariaDbGtidSet.parse("0-1-7");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> set(A + ":1").contains(mariaDb))
        .withMessageContaining("0-1-7");
    assertThatIllegalArgumentException().isThrownBy(() -> set(A + ":1").union(mariaDb));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> set(A + ":1").containsGtid(MariaDbGtid.parse("0-1-7")));
  }

  /**
   * A fleet that never forgets its replaced servers grew gtid_executed to 18,000 UUIDs (FOSDEM
   * 2020, "The consequences of sync_binlog != 1"). Correctness at that size; the time of this
   * thread alone is bounded, against becoming quadratic.
   */
  @Test
  void handlesEighteenThousandUuids() {
    Random random = new Random(18_000);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 18_000; i++) {
      text.append(i == 0 ? "" : ",\n").append(new UUID(random.nextLong(), random.nextLong()));
      text.append(":1-").append(18_000 + random.nextInt(90_000));
    }
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long startNanos = threads.getCurrentThreadCpuTime();
    MySqlGtidSet source = set(text.toString());
    MySqlGtidSet sorted = set(source.toString());
    MySqlGtidSet replica = sorted.with(MySqlGtid.parse(A + ":1"));
    assertThat(source.ranges()).hasSize(18_000);
    assertThat(sorted).isEqualTo(source);
    assertThat(replica.relationTo(source)).isEqualTo(GtidRelation.SUPERSET);
    assertThat(replica.minus(source)).hasToString(A + ":1");
    assertThat(source.ranges())
        .allMatch(
            range -> source.containsGtid(MySqlGtid.of(range.uuid(), range.last())), "contained");
    long elapsedMillis = (threads.getCurrentThreadCpuTime() - startNanos) / 1_000_000;
    assertThat(elapsedMillis).isLessThan(5_000);
  }
}
