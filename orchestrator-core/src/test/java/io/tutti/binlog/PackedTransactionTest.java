package io.tutti.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a few bytes of a server unpack to takes no room of the controller's. */
class PackedTransactionTest {
  private static final int MEGABYTE = 1 << 20;
  private static final int ROW_BYTES = 10 * MEGABYTE;

  private static byte[] zeros(int rows) throws IOException {
    return Events.packed(out -> {
      out.write(Events.whole(Events.TABLE_MAP, Events.table(1, Events.BLOB, new byte[0])));
      byte[] row = Events.whole(Events.WRITE_ROWS, Events.row(1, new byte[ROW_BYTES]));
      for (int i = 0; i < rows; i++) {
        out.write(row);
      }
    });
  }

  private static List<String> read(byte[] packed, long announced) {
    return SmallHeapReader.read(wire -> {
      Events.begin(wire);
      wire.event(Events.ANONYMOUS_GTID, new byte[42]);
      wire.event(Events.PAYLOAD, Events.payload(packed, announced));
      wire.packet(FakeSource.END);
    });
  }

  private static String whole(int changes) {
    return "transaction: %d changes, 0 more, 0 statements, it is compressed, and is replayed from the binlog only"
        .formatted(changes);
  }

  @Test
  void whatUnpacksToMoreThanAGigabyteIsRefused() throws IOException {
    byte[] packed = zeros(110);
    assertThat(packed).hasSizeLessThan(200_000);

    assertThat(read(packed, 110L * ROW_BYTES))
        .as("it says so itself")
        .containsExactly(
            "transaction: 0 changes, 0 more, 0 statements,"
                + " it is compressed, and unpacks to more than 1073741824 bytes",
            "read");
    assertThat(read(packed, 1_000))
        .as("it says less")
        .containsExactly(
            "transaction: 0 changes, 0 more, 0 statements,"
                + " it cannot be unpacked: the server announced 1000 bytes, and more came",
            "read");
    assertThat(read(packed, -1))
        .as("it says nothing")
        .hasSize(2)
        .first()
        .asString()
        .contains("it cannot be unpacked: the server announced 1073741824 bytes, and more came");
  }

  /** Of 300 MB no more than one row takes room. */
  @Test
  void aLongHonestTransactionIsReadWhole() throws IOException {
    assertThat(read(zeros(30), -1)).containsExactly(whole(30), "read");
  }

  /** Of long events, in one that is long itself. */
  @Test
  void whatHardlyCompressesIsReadAsWell() throws IOException {
    byte[] noise = new byte[5 * MEGABYTE];
    byte[] packed =
        Events.packed(out -> {
          out.write(Events.whole(Events.TABLE_MAP, Events.table(1, Events.BLOB, new byte[0])));
          for (int i = 0; i < 5; i++) {
            new Random(i).nextBytes(noise);
            out.write(Events.whole(Events.WRITE_ROWS, Events.row(1, noise)));
          }
        });

    assertThat(packed).hasSizeGreaterThan(20 * MEGABYTE);
    assertThat(read(packed, -1)).containsExactly(whole(5), "read");
  }

  @Test
  void whatIsNoPackedTransactionIsRefused() throws IOException {
    assertThat(read(new byte[] {1, 2, 3, 4, 5}, -1))
        .first()
        .asString()
        .contains("it cannot be unpacked");
    byte[] twice =
        Events.packed(out ->
            out.write(Events.whole(Events.PAYLOAD, Events.payload(Events.packed(o -> {}), -1))));
    assertThat(read(twice, -1)).first().asString().contains("it is packed twice");
  }
}
