package io.tutti.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Nothing that a server writes into its binlog takes more room than a controller has. */
class EventRoomTest {
  private static final int MEGABYTE = 1 << 20;
  private static final byte NAMES = 4;

  private static String read(FakeSource.Binlog binlog) {
    return String.join(
        "\n",
        SmallHeapReader.read(wire -> {
          Events.begin(wire);
          wire.event(Events.ANONYMOUS_GTID, new byte[42]);
          binlog.sendTo(wire);
          wire.packet(FakeSource.END);
        }));
  }

  /** A hundred bytes that announce two gigabytes. */
  @Test
  void namesOfColumnsThatAreOnlyAnnounced() {
    ByteArrayOutputStream names = new ByteArrayOutputStream();
    names.writeBytes(new byte[] {NAMES, 9, (byte) 254});
    names.writeBytes(FakeSource.number(Integer.MAX_VALUE - 8, 8));

    assertThat(
            read(wire ->
                wire.event(Events.TABLE_MAP, Events.table(1, Events.BLOB, names.toByteArray()))))
        .contains("a part of it is longer than the whole");
  }

  /** Each takes one byte, and forty once it is read. */
  @Test
  void namesOfColumnsThatAreNotThere() {
    byte[] names = new byte[MEGABYTE - 100];
    names[0] = NAMES;
    names[1] = (byte) 253;
    System.arraycopy(FakeSource.number(names.length - 5, 3), 0, names, 2, 3);

    assertThat(
            read(wire -> {
              for (int i = 1; i < 50; i++) {
                wire.event(Events.TABLE_MAP, Events.table(i, Events.BLOB, names));
              }
              wire.event(Events.WRITE_ROWS, Events.row(1, new byte[10]));
            }))
        .isEqualTo("read");
  }

  @Test
  void manyTables() {
    assertThat(
            read(wire -> {
              byte[] columns = new byte[4_096 + 1 + 512];
              for (int i = 1; i < 3_000; i++) {
                ByteArrayOutputStream table = new ByteArrayOutputStream();
                table.writeBytes(FakeSource.number(i, 6));
                table.writeBytes(new byte[] {0, 0, 1, 'd', 0, 1, 't', 0, (byte) 252, 0, 16});
                table.writeBytes(columns);
                wire.event(Events.TABLE_MAP, table.toByteArray());
              }
            }))
        .isEqualTo("read");
  }

  @Test
  void aGtidSetThatIsOnlyAnnounced() {
    assertThat(read(wire -> wire.event(Events.PREVIOUS_GTIDS, FakeSource.number(500_000_000, 8))))
        .contains("its GTID set is longer than the event");
    ByteArrayOutputStream set = new ByteArrayOutputStream();
    set.writeBytes(FakeSource.number(1, 8));
    set.writeBytes(new byte[16]);
    set.writeBytes(FakeSource.number(2_000_000_000, 8));
    set.writeBytes(new byte[16]);
    assertThat(read(wire -> wire.event(Events.PREVIOUS_GTIDS, set.toByteArray())))
        .contains("its GTID set is longer than the event");
  }

  @Test
  void aGtidSetThatIsTooLong() {
    assertThat(read(wire -> wire.event(Events.PREVIOUS_GTIDS, new byte[30 * MEGABYTE])))
        .contains("its GTID set takes");
  }

  @Test
  void oneLongStatement() {
    byte[] sql = new byte[31 * MEGABYTE];
    Arrays.fill(sql, (byte) 0xff);

    assertThat(read(wire -> wire.event(Events.QUERY, Events.statement(sql))))
        .contains("a statement of it is too long to be shown");
  }

  @Test
  void manyStatements() {
    byte[] sql = "INSERT INTO t VALUES (1)".getBytes(StandardCharsets.US_ASCII);
    assertThat(
            read(wire -> {
              wire.event(
                  Events.QUERY, Events.statement("BEGIN".getBytes(StandardCharsets.US_ASCII)));
              for (int i = 0; i < 200_000; i++) {
                wire.event(Events.QUERY, Events.statement(sql));
              }
              wire.event(
                  Events.QUERY, Events.statement("COMMIT".getBytes(StandardCharsets.US_ASCII)));
            }))
        .contains("its statements are too long to be shown");
  }

  /** 300 MB of one transaction that is not packed. */
  @Test
  void longRows() {
    byte[] value = new byte[30 * MEGABYTE];
    assertThat(
            read(wire -> {
              wire.event(
                  Events.QUERY, Events.statement("BEGIN".getBytes(StandardCharsets.US_ASCII)));
              for (int i = 0; i < 10; i++) {
                wire.event(Events.TABLE_MAP, Events.table(1, Events.BLOB, new byte[0]));
                wire.event(Events.WRITE_ROWS, Events.row(1, value));
              }
              wire.event(
                  Events.QUERY, Events.statement("COMMIT".getBytes(StandardCharsets.US_ASCII)));
            }))
        .contains("10 changes, 0 more")
        .contains("bytes are too many for one statement");
  }

  /** Rows whose values are just short enough to be reported whole, as bytes. */
  @Test
  void manyValues() throws IOException {
    int columns = 480;
    ByteArrayOutputStream table = new ByteArrayOutputStream();
    table.writeBytes(FakeSource.number(1, 6));
    table.writeBytes(new byte[] {0, 0, 1, 'd', 0, 1, 't', 0, (byte) 252});
    table.writeBytes(FakeSource.number(columns, 2));
    byte[] types = new byte[columns];
    Arrays.fill(types, (byte) Events.BLOB);
    table.writeBytes(types);
    table.writeBytes(new byte[] {(byte) 252});
    table.writeBytes(FakeSource.number(columns, 2));
    Arrays.fill(types, (byte) 4);
    table.writeBytes(types);
    table.writeBytes(new byte[columns / 8]);
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    row.writeBytes(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 2, 0, (byte) 252});
    row.writeBytes(FakeSource.number(columns, 2));
    byte[] included = new byte[columns / 8];
    Arrays.fill(included, (byte) 0xff);
    row.writeBytes(included);
    row.writeBytes(new byte[columns / 8]);
    for (int i = 0; i < columns; i++) {
      row.writeBytes(FakeSource.number(1 << 16, 4));
      row.writeBytes(new byte[1 << 16]);
    }

    assertThat(
            read(wire -> {
              wire.event(Events.TABLE_MAP, table.toByteArray());
              wire.event(Events.WRITE_ROWS, row.toByteArray());
            }))
        .isEqualTo("read");
  }
}
