package io.tutti.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Whatever a server sends as its binlog, it takes neither the memory nor the time of the reader.
 */
class BinlogBoundsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int ROTATE = 4;
  private static final int TABLE_MAP = 19;
  private static final int ROWS_QUERY = 29;
  private static final int WRITE_ROWS = 30;
  private static final int MEGABYTE = 1 << 20;

  /** What the buffers of two sockets hold. */
  private static final int ON_THE_WAY = 12 * MEGABYTE;

  @Test
  void makesNoRoomForWhatIsOnlyAnnounced() {
    String why =
        refusal(
            wire -> {
              rotate(wire);
              wire.event(ROWS_QUERY, 1 << 30, new byte[100]);
            },
            PATIENCE);

    assertThat(why).contains("the server announced an event of 1073741824 bytes");
  }

  @Test
  void takesNoEventWithoutAnEnd() {
    try (FakeSource source =
        FakeSource.sending(wire -> {
          rotate(wire);
          endless(wire);
        })) {
      assertThat(refusal(source, PATIENCE)).contains("sent more than is taken for one event");
      assertThat(source.bytesTaken())
          .isLessThan(BinlogBounds.EVENT_BYTES_MAX + MEGABYTE + ON_THE_WAY);
    }
  }

  @Test
  void takesLessBeforeTheFirstEvent() {
    try (FakeSource source = FakeSource.sending(BinlogBoundsTest::endless)) {
      assertThat(refusal(source, PATIENCE)).contains("sent more than is taken for one event");
      assertThat(source.bytesTaken()).isLessThan(MEGABYTE + ON_THE_WAY);
    }
  }

  @Test
  void believesNoPartToBeLongerThanTheEvent() {
    String why =
        refusal(wire -> wire.event(TABLE_MAP, tableOf(Integer.MAX_VALUE, new byte[0])), PATIENCE);

    assertThat(why).contains("a part of it is longer than the whole");
  }

  /** Of such rows an event holds as many as somebody counts. */
  @Test
  void countsNoRowsWithoutBytes() {
    String why =
        refusal(
            wire -> {
              wire.event(TABLE_MAP, tableOf(1, new byte[] {3, 0, 0}));
              wire.event(WRITE_ROWS, new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1});
            },
            PATIENCE);

    assertThat(why).contains("its rows have no bytes");
  }

  /** A table of 4,000 columns of which a row that is NULL takes 500 bytes. */
  @Test
  void makesNoRoomForMoreCellsThanItTakes() {
    int columns = 4_000;
    byte[] description = new byte[columns + 1 + columns / 8];
    Arrays.fill(description, 0, columns, (byte) 3);
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    rows.writeBytes(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 2, 0, (byte) 0xfc});
    rows.writeBytes(FakeSource.number(columns, 2));
    byte[] bits = new byte[300 * columns / 8];
    Arrays.fill(bits, (byte) 0xff);
    rows.writeBytes(bits);
    String why =
        refusal(
            wire -> {
              wire.event(TABLE_MAP, tableOf(columns, description));
              wire.event(WRITE_ROWS, rows.toByteArray());
            },
            PATIENCE);

    assertThat(why).contains("it has more than 1000000 cells");
  }

  /** Each byte comes soon enough, and all of them never do. */
  @Test
  void waitsForNoEventLongerThanTheDeadline() {
    String why =
        refusal(
            wire -> {
              rotate(wire);
              wire.header(MEGABYTE);
              for (int i = 0; i < MEGABYTE; i++) {
                wire.raw(new byte[1]);
                LockSupport.parkNanos(50_000_000);
              }
            },
            Duration.ofSeconds(1));

    assertThat(why).contains("the server did not send it in time");
  }

  /** What the reader cannot take in is not left out as if it were not there. */
  @Test
  void whoSaysAnImpossiblePlaceIsNotRead() {
    String why = refusal(wire -> wire.event(ROWS_QUERY, 119, 50, new byte[100]), PATIENCE);

    assertThat(why).contains("an event of it cannot be taken: log position -69 is negative");
  }

  /** The client takes for granted that it is one. */
  @Test
  void whoAnswersWithNoNumberHasNoEmptyLog() {
    try (FakeSource source =
        FakeSource.sending(wire -> wire.packet(FakeSource.END), new byte[] {0})) {
      assertThat(refusal(source, PATIENCE)).contains("cannot be read in the binlog");
    }
  }

  /** So long is a row with a document or an image. */
  @Test
  void takesALongEventOfAnHonestServer() {
    try (FakeSource source =
        FakeSource.sending(wire -> {
          rotate(wire);
          wire.event(ROWS_QUERY, new byte[20 * MEGABYTE]);
          wire.packet(FakeSource.END);
        })) {
      assertThatCode(() -> read(source, PATIENCE)).doesNotThrowAnyException();
      assertThat(source.bytesTaken()).isGreaterThan(20 * MEGABYTE);
    }
  }

  private static void rotate(FakeSource.Wire wire) throws IOException {
    byte[] place = FakeSource.number(4, 8);
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    data.writeBytes(place);
    data.writeBytes("b.000001".getBytes(StandardCharsets.US_ASCII));
    wire.event(ROTATE, data.toByteArray());
  }

  private static void endless(FakeSource.Wire wire) throws IOException {
    byte[] chunk = new byte[FakeSource.LONGEST / 255];
    for (; ; ) {
      wire.header(FakeSource.LONGEST);
      for (int i = 0; i < 255; i++) {
        wire.raw(chunk);
      }
    }
  }

  /**
   * The description of table 1.
   *
   * @param rest what comes after the count of its columns
   */
  private static byte[] tableOf(int columns, byte[] rest) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    data.writeBytes(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 1, 'd', 0, 1, 't', 0, (byte) 0xfe});
    data.writeBytes(FakeSource.number(columns, 4));
    data.writeBytes(new byte[4]);
    data.writeBytes(rest);
    return data.toByteArray();
  }

  private static String refusal(FakeSource.Binlog binlog, Duration retryBudget) {
    try (FakeSource source = FakeSource.sending(binlog)) {
      return refusal(source, retryBudget);
    }
  }

  private static String refusal(FakeSource source, Duration retryBudget) {
    OrchestratorException refusal =
        catchThrowableOfType(OrchestratorException.class, () -> read(source, retryBudget));
    assertThat(refusal).as("what was sent is refused").isNotNull();
    assertThat(refusal.code()).isEqualTo(ErrorCode.BINLOG_UNREADABLE);
    return refusal.observed();
  }

  private static void read(FakeSource source, Duration retryBudget) {
    Target target =
        new Target(
            InstanceAddress.parse("127.0.0.1:" + source.port()),
            new Credentials("tutti", "the password"),
            TlsMode.DISABLED,
            Target.AUTOMATIC,
            retryBudget);
    new BinlogStream(target)
        .readTransactions("b.000001", head -> true, each -> {}, Deadline.after(retryBudget));
  }
}
