package io.tutti.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Events that MariaDB has compressed are read as any other, and take no more room than they may.
 */
class CompressedEventTest {
  private static final int MEGABYTE = 1 << 20;

  /** Head, table, flags, no more of it, one column, which is there. */
  private static final byte[] ONE_COLUMN = {1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 1};

  /** Of a column with a length of four bytes. */
  private static byte[] rows(byte[]... values) {
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    for (byte[] value : values) {
      rows.write(0);
      rows.writeBytes(FakeSource.number(value.length, 4));
      rows.writeBytes(value);
    }
    return rows.toByteArray();
  }

  private static List<String> read(byte[] compressedRows) {
    return SmallHeapReader.read(wire -> {
      Events.begin(wire);
      wire.event(Events.ANONYMOUS_GTID, new byte[42]);
      wire.event(Events.QUERY, Events.statement("BEGIN".getBytes(StandardCharsets.US_ASCII)));
      wire.event(Events.TABLE_MAP, Events.table(1, Events.BLOB, new byte[0]));
      wire.event(Events.WRITE_ROWS_COMPRESSED, compressedRows);
      wire.event(Events.QUERY_COMPRESSED, statement("COMMIT"));
      wire.packet(FakeSource.END);
    });
  }

  private static byte[] statement(String sql) {
    byte[] plain = Events.statement(new byte[0]);
    byte[] text = sql.getBytes(StandardCharsets.US_ASCII);
    return Events.compressed(plain, text, text.length);
  }

  @Test
  void rowsAndStatementsAreReadAsAnyOther() {
    byte[] rows = rows(new byte[] {1}, new byte[MEGABYTE], new byte[MEGABYTE]);
    byte[] packed = Events.compressed(ONE_COLUMN, rows, rows.length);

    assertThat(packed).hasSizeLessThan(20_000);
    assertThat(read(packed))
        .containsExactly("transaction: 3 changes, 0 more, 0 statements, whole", "read");
  }

  /** As long as an event may be that is not compressed, and a byte longer. */
  @Test
  void oneUnpacksToWhatAnyEventMayHave() {
    int most = BinlogBounds.EVENT_BYTES_MAX - 19 - ONE_COLUMN.length;
    byte[] longest = rows(new byte[most - 5]);
    byte[] longer = rows(new byte[most - 4]);

    assertThat(read(Events.compressed(ONE_COLUMN, longest, longest.length)))
        .last()
        .isEqualTo("read");
    assertThat(read(Events.compressed(ONE_COLUMN, longer, longer.length)))
        .last()
        .asString()
        .contains("it is compressed, and unpacks to more than 33554432 bytes");
  }

  @Test
  void whatItAnnouncesIsNotBelieved() {
    byte[] rows = rows(new byte[40 * MEGABYTE]);

    assertThat(read(Events.compressed(ONE_COLUMN, rows, 1_000)))
        .last()
        .asString()
        .contains("the server announced 1000 bytes, and more came");
    assertThat(read(Events.compressed(ONE_COLUMN, new byte[10], 30 * MEGABYTE)))
        .last()
        .asString()
        .contains("the server announced 31457280 bytes, and less came");
    assertThat(read(Events.compressed(ONE_COLUMN, rows, 0xffff_ffffL)))
        .last()
        .asString()
        .contains("unpacks to more than");
  }

  /** In a transaction that MySQL has compressed there is none of MariaDB. */
  @Test
  void nothingIsUnpackedTwice() throws IOException {
    byte[] rows = rows(new byte[1]);
    byte[] within =
        Events.whole(
            Events.WRITE_ROWS_COMPRESSED, Events.compressed(ONE_COLUMN, rows, rows.length));
    List<String> said =
        SmallHeapReader.read(wire -> {
          Events.begin(wire);
          wire.event(Events.ANONYMOUS_GTID, new byte[42]);
          wire.event(Events.PAYLOAD, Events.payload(Events.packed(out -> out.write(within)), -1));
          wire.packet(FakeSource.END);
        });

    assertThat(said).first().asString().contains("it is packed twice");
  }

  @ParameterizedTest
  @CsvSource({"166, 23", "167, 24", "168, 25", "169, 30", "170, 31", "171, 32"})
  void everyKindBecomesWhatItWasBefore(int compressed, int plain) throws IOException {
    byte[] content = "what the rows are".getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    head.writeBytes(new byte[] {1, 0, 0, 0, 0, 0, 0, 0});
    if (compressed >= Events.WRITE_ROWS_COMPRESSED) {
      head.writeBytes(new byte[] {5, 0, 9, 9, 9});
    }
    // 260 columns, whose marks take 33 bytes, twice of an update.
    head.writeBytes(new byte[] {(byte) 252, 4, 1});
    head.writeBytes(new byte[compressed % 3 == 2 ? 66 : 33]);
    byte[] data = Events.compressed(head.toByteArray(), content, content.length);
    byte[] event = Arrays.copyOf(Events.whole(compressed, data), 19 + data.length + 4);

    assertThat(CompressedEvent.is(event)).isTrue();
    byte[] unpacked = new CompressedEvent(event, 4).unpacked();

    head.writeBytes(content);
    byte[] wanted = Events.whole(plain, head.toByteArray());
    byte[] wholeWanted = Arrays.copyOf(wanted, wanted.length + 4);
    System.arraycopy(FakeSource.number(wholeWanted.length, 4), 0, wholeWanted, 9, 4);
    CRC32 sum = new CRC32();
    sum.update(wholeWanted, 0, wanted.length);
    System.arraycopy(FakeSource.number(sum.getValue(), 4), 0, wholeWanted, wanted.length, 4);
    assertThat(unpacked).isEqualTo(wholeWanted);
    assertThat(CompressedEvent.is(unpacked)).isFalse();
  }

  /** Each beginning of one, and each with a byte changed: it is unpacked or refused. */
  @Test
  void noBytesAreADefectOfOurs() {
    byte[] rows = rows(new byte[] {1, 2, 3});
    byte[] whole = Events.whole(169, Events.compressed(ONE_COLUMN, rows, rows.length));
    byte[] statement = Events.whole(165, statement("INSERT INTO t VALUES (1)"));
    Random random = new Random(1);
    for (byte[] event : List.of(whole, statement)) {
      for (int length = 19; length < event.length; length++) {
        byte[] cut = Arrays.copyOf(event, length);
        assertThatThrownBy(() -> new CompressedEvent(cut, 0).unpacked())
            .isInstanceOf(IOException.class);
      }
      for (int round = 0; round < 2_000; round++) {
        byte[] changed = event.clone();
        changed[19 + random.nextInt(event.length - 19)] = (byte) random.nextInt();
        try {
          assertThat(new CompressedEvent(changed, 0).unpacked()).isNotEmpty();
        } catch (IOException e) {
          assertThat(e).hasMessageFindingMatch("it is compressed|it cannot be|a part of it|it has");
        }
      }
    }
  }
}
