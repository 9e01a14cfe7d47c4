package io.tutti.binlog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.binlog.fixtures.LogBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which rows transactions change, by logs that are made by hand. */
class RowsTest {
  private static final TableKeys ASKED =
      TableKeys.parse(List.of("a\tt\tPRIMARY\t1\t1", "a\tt\tother\t1\t2", "a\tp\tPRIMARY\t1\t1"));

  @TempDir private Path folder;

  /** What was read of one transaction. */
  private record Found(
      long[] numbers,
      long rows,
      List<Long> values,
      boolean isCut,
      boolean hasKeyless,
      boolean hasUnknown,
      boolean hasReferenced) {}

  private List<Found> read(LogBytes log, TableKeys keys) throws IOException {
    List<Found> all = new ArrayList<>();
    try (BinlogFile file = BinlogFile.open(log.into(folder.resolve("log")), true)) {
      TransactionReader reader = new TransactionReader(file, keys);
      while (reader.next()) {
        RowKeys found = reader.transaction().rowKeys();
        all.add(
            new Found(
                found.numbers(),
                found.rows(),
                IntStream.range(0, found.count())
                    .filter(index -> found.table(index) >= 0)
                    .mapToObj(found::value)
                    .toList(),
                found.isCut(),
                found.hasKeyless(),
                found.hasUnknown(),
                found.hasReferenced()));
      }
    }
    return all;
  }

  private static LogBytes log() {
    return LogBytes.of("8.0.15");
  }

  private static boolean share(Found one, Found other) {
    return Arrays.stream(one.numbers())
        .anyMatch(number -> Arrays.stream(other.numbers()).anyMatch(each -> each == number));
  }

  @Test
  void keysOfTheLogItself() throws IOException {
    List<Found> found =
        read(
            log()
                .anonymous(0, 1)
                .query("a", "BEGIN")
                .fullTable(70, "a", "t", true)
                .rowsOf(30, 70, 1, 10, 2, 20)
                .xid()
                .anonymous(1, 2)
                .query("a", "BEGIN")
                .fullTable(70, "a", "t", true)
                .rowsOf(31, 70, 2, 20, 3, 20)
                .xid()
                .anonymous(2, 3)
                .query("a", "BEGIN")
                .fullTable(70, "a", "t", true)
                .rowsOf(32, 70, 3, 10)
                .xid(),
            TableKeys.unknown());
    assertThat(found).extracting(Found::rows).containsExactly(2L, 1L, 1L);
    assertThat(found.get(0).values()).containsExactly(1L, 2L);
    assertThat(found.get(1).values()).containsExactly(2L, 3L);
    assertThat(share(found.get(0), found.get(1))).isTrue();
    assertThat(share(found.get(1), found.get(2))).isTrue();
    assertThat(share(found.get(0), found.get(2))).isFalse();
    assertThat(found).noneMatch(Found::hasUnknown).noneMatch(Found::hasKeyless);
  }

  @Test
  void keysThatAServerWasAskedFor() throws IOException {
    List<Found> found =
        read(
            log()
                .anonymous(0, 1)
                .query("a", "BEGIN")
                .fullTable(70, "a", "t", true)
                .rowsOf(30, 70, 1, 10)
                .xid()
                .anonymous(1, 2)
                .query("a", "BEGIN")
                .fullTable(70, "a", "t", true)
                .rowsOf(30, 70, 2, 10)
                .xid(),
            ASKED);
    // Two rows with the same value of the other unique key.
    assertThat(found.getFirst().numbers()).hasSize(2);
    assertThat(share(found.get(0), found.get(1))).isTrue();
  }

  @Test
  void tablesWithoutKeysAndThoseOfWhichNothingIsKnown() throws IOException {
    LogBytes log =
        log()
            .anonymous(0, 1)
            .query("a", "BEGIN")
            .fullTable(70, "a", "u", false)
            .rowsOf(30, 70, 1, 10)
            .xid()
            .anonymous(1, 2)
            .query("a", "BEGIN")
            .announced(71, "a", "v", new byte[] {3, 3}, new byte[0], new byte[0])
            .rowsOf(30, 71, 1, 10)
            .xid();
    List<Found> byLog = read(log, TableKeys.unknown());
    assertThat(byLog).extracting(Found::hasKeyless).containsExactly(true, false);
    assertThat(byLog).extracting(Found::hasUnknown).containsExactly(false, true);
    // A table that a server does not list has no unique key.
    List<Found> asked = read(log, ASKED);
    assertThat(asked).allMatch(Found::hasKeyless).noneMatch(Found::hasUnknown);
  }

  @Test
  void foreignKeys() throws IOException {
    TableKeys keys =
        TableKeys.parse(List.of("a\tp\tPRIMARY\t1\t1", "a\tc\tPRIMARY\t1\t1", "a\tc\t->a.p\t1\t2"));
    List<Found> found =
        read(
            log()
                .anonymous(0, 1)
                .query("a", "BEGIN")
                .fullTable(70, "a", "c", true)
                .rowsOf(30, 70, 1, 7)
                .xid()
                .anonymous(1, 2)
                .query("a", "BEGIN")
                .fullTable(70, "a", "c", true)
                .rowsOf(30, 70, 2, 7)
                .xid()
                .anonymous(2, 3)
                .query("a", "BEGIN")
                .fullTable(71, "a", "p", true)
                .rowsOf(31, 71, 7, 0, 7, 1)
                .xid(),
            keys);
    assertThat(found).extracting(Found::hasReferenced).containsExactly(false, false, true);
    assertThat(share(found.get(0), found.get(1))).isTrue();
  }

  @Test
  void eventsOfOldReleasesAndOfMariaDb() throws IOException {
    byte[] rows = {0, 1, 0, 0, 0, 10, 0, 0, 0};
    Deflater deflater = new Deflater();
    deflater.setInput(rows);
    deflater.finish();
    byte[] packed = new byte[60];
    int length = deflater.deflate(packed);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    written.writeBytes(new byte[] {(byte) 0x81, (byte) rows.length});
    written.write(packed, 0, length);
    LogBytes log = LogBytes.of("10.11.5-MariaDB-log");
    for (int type : new int[] {23, 25, 30, 32}) {
      log.gtidOfMariaDb(0, type, 12, 0).query("a", "BEGIN").fullTable(70, "a", "t", true);
      log.rowsOf(type, 70, 1, 10).xid();
    }
    for (int type : new int[] {166, 168, 169, 171}) {
      log.gtidOfMariaDb(0, type, 12, 0).query("a", "BEGIN").fullTable(70, "a", "t", true);
      log.rowsOf(type, 70, 2, written.toByteArray()).xid();
    }
    List<Found> found = read(log, TableKeys.unknown());
    assertThat(found).hasSize(8).allMatch(each -> each.values().equals(List.of(1L)));
    assertThat(found).allMatch(each -> share(each, found.getFirst()));
  }

  /** VARCHAR(20), CHAR(300), DECIMAL(10,2), JSON, DATETIME(3), BIT(9), ENUM, and the key behind. */
  @Test
  void valuesOfAllSizesAreSteppedOver() throws IOException {
    byte[] types = {15, (byte) 254, (byte) 246, (byte) 245, 18, 16, (byte) 254, 8};
    byte[] sizes = {20, 0, (byte) 0xee, 44, 10, 2, 4, 3, 1, 1, (byte) 0xf7, 1};
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    row.write(0);
    row.writeBytes(new byte[] {3, 'a', 'b', 'c'});
    row.writeBytes(new byte[] {2, 0, 'x', 'y'});
    row.writeBytes(new byte[5]);
    row.writeBytes(new byte[] {4, 0, 0, 0, 9, 9, 9, 9});
    row.writeBytes(new byte[5 + 2]);
    row.writeBytes(new byte[2]);
    row.write(1);
    row.writeBytes(new byte[] {42, 0, 0, 0, 0, 0, 0, 0});
    List<Found> found =
        read(
            log()
                .anonymous(0, 1)
                .query("a", "BEGIN")
                .announced(70, "a", "t", types, sizes, new byte[] {8, 1, 7})
                .rowsOf(30, 70, 8, row.toByteArray())
                .xid(),
            TableKeys.unknown());
    assertThat(found.getFirst().values()).containsExactly(42L);
    assertThat(found.getFirst().hasUnknown()).isFalse();
  }

  /** (id INT, j JSON): only a part of j was written. */
  @Test
  void partsOfJsonAreSteppedOver() throws IOException {
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    row.writeBytes(new byte[] {0, 5, 0, 0, 0, 2, 0, 0, 0, 7, 7});
    row.writeBytes(new byte[] {1, 1, 0, 5, 0, 0, 0, 1, 0, 0, 0, 8});
    byte[] values = row.toByteArray();
    byte[] twice = Arrays.copyOf(values, 2 * values.length);
    System.arraycopy(values, 0, twice, values.length, values.length);
    twice[values.length + 1] = 6;
    List<Found> found =
        read(
            log()
                .anonymous(0, 1)
                .query("a", "BEGIN")
                .announced(
                    70, "a", "t", new byte[] {3, (byte) 245}, new byte[] {4}, new byte[] {8, 1, 0})
                .rowsOf(39, 70, 2, twice)
                .xid(),
            TableKeys.unknown());
    assertThat(found.getFirst().rows()).isEqualTo(2);
    assertThat(found.getFirst().values()).containsExactly(5L, 6L, 5L);
    assertThat(found.getFirst().hasUnknown()).isFalse();
  }

  /** A type that no release has: the rest of the log is read all the same. */
  @Test
  void whatCannotBeReadIsUnknown() throws IOException {
    LogBytes log =
        log()
            .anonymous(0, 1)
            .query("a", "BEGIN")
            .announced(70, "a", "t", new byte[] {99, 3}, new byte[0], new byte[] {8, 1, 1})
            .rowsOf(30, 70, 1, 2)
            .xid()
            .anonymous(1, 2)
            .query("a", "BEGIN")
            .fullTable(71, "a", "u", true)
            .rowsOf(30, 71, 3, 4)
            .xid();
    List<Found> found = read(log, TableKeys.unknown());
    assertThat(found).extracting(Found::hasUnknown).containsExactly(true, false);
    assertThat(found.get(1).values()).containsExactly(3L);
  }

  /** The fuzz test found that they have no end. */
  @Test
  void rowsWithoutColumns() throws IOException {
    byte[] body = {70, 0, 0, 0, 0, 0, 1, 0, 2, 0, 2, 0, 1, 2, 3, 4, 5};
    List<Found> found =
        read(
            log()
                .anonymous(0, 1)
                .query("a", "BEGIN")
                .fullTable(70, "a", "t", true)
                .event(30, body)
                .xid(),
            TableKeys.unknown());
    assertThat(found.getFirst().hasUnknown()).isTrue();
    assertThat(found.getFirst().rows()).isZero();
  }

  @Test
  void aKeyThatIsNullIdentifiesNothing() throws IOException {
    List<Found> found =
        read(
            log()
                .anonymous(0, 1)
                .query("a", "BEGIN")
                .fullTable(70, "a", "t", true)
                .rowsOf(30, 70, 2, new byte[] {1, 9, 0, 0, 0})
                .xid(),
            TableKeys.unknown());
    assertThat(found.getFirst().hasKeyless()).isTrue();
    assertThat(found.getFirst().numbers()).isEmpty();
  }

  @Test
  void moreKeysThanAreKept() throws IOException {
    int count = RowKeys.KEYS_MAX + 10;
    LogBytes log = log().anonymous(0, 1).query("a", "BEGIN").fullTable(70, "a", "t", true);
    int[] images = new int[20_000];
    for (int from = 0; from < count; from += images.length / 2) {
      for (int i = 0; i < images.length / 2; i++) {
        images[2 * i] = from + i;
      }
      log.rowsOf(30, 70, images);
    }
    Found found = read(log.xid(), TableKeys.unknown()).getFirst();
    assertThat(found.isCut()).isTrue();
    assertThat(found.numbers()).hasSize(RowKeys.KEYS_MAX);
    assertThat(found.rows()).isGreaterThan(count - 1L);
  }

  @Test
  void linesThatAreNoAnswerOfAServer() {
    assertThat(TableKeys.parse(List.of("", "a\tt\tPRIMARY\t1\t1")).count()).isEqualTo(1);
    assertThatThrownBy(() -> TableKeys.parse(List.of("a\tt\tPRIMARY\t1\t1", "a t")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 2 is not");
    assertThat(TableKeys.QUERY).contains("NON_UNIQUE = 0");
  }
}
