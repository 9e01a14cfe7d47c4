package io.tutti.plugins.sql.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.spi.Deadline;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets in bytes, as the protocol manual writes them. */
class PacketInputTest {
  private static final String LET_IN = "00 00 00 0200 0000";
  private static final String COLUMN =
      "03 646566 00 00 00 02 4944 00 0c 2100 04000000 fd 0000 00 0000";
  private static final String ROW = "02 3137";
  private static final String END = "fe 0000 0200";
  private static final String MORE_TO_COME = "fe 0000 0a00";

  private final AnswerGuard guard = new AnswerGuard();

  @Test
  void handsOnUnchangedWhatADatabaseServerSends() throws IOException {
    byte[] said =
        packets(LET_IN, "01", COLUMN, END, ROW, "fb", MORE_TO_COME, "01", COLUMN, END, END);

    assertThat(loggedIn(said, 0).readAllBytes()).isEqualTo(said);
  }

  /** From MySQL 5.7.5 and MariaDB 10.2 on, rows end with an OK, and columns with nothing. */
  @Test
  void handsOnUnchangedWhatANewOneSends() throws IOException {
    byte[] said =
        packets(
            LET_IN, "01", COLUMN, ROW, "fe 00 00 0240 0000 00 09 01 07 0474657374 01 31", LET_IN);

    assertThat(loggedIn(said, 1 << 24 | 1 << 23).readAllBytes()).isEqualTo(said);
  }

  @Test
  void takesARowWithoutItsLastColumn() throws IOException {
    byte[] said = packets(LET_IN, "02", COLUMN, COLUMN, END, ROW, END);

    assertThat(loggedIn(said, 0).readAllBytes()).isEqualTo(said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fe ffffff7f00000000", "fe ffffffffffffffff", "fc e903", "fd a08601"})
  void believesNoCountOfColumns(String count) {
    assertThatThrownBy(() -> loggedIn(packets(LET_IN, count), 0).readAllBytes())
        .isInstanceOf(WrongAnswer.class)
        .hasMessageContaining("columns, and no more than 1000 are taken");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fe ffffff7f00000000", "fe ffffffffffffffff", "fd ffffff 31", "05 31"})
  void believesNoLengthOfAText(String cell) {
    assertThatThrownBy(() -> loggedIn(packets(LET_IN, "01", COLUMN, END, cell), 1).readAllBytes())
        .isInstanceOf(WrongAnswer.class);
    assertThat(guard.refused()).isPresent();
  }

  @Test
  void believesNoLengthOfWhatChangedInTheSession() {
    assertThatThrownBy(() ->
            loggedIn(packets(LET_IN, "00 00 00 0240 0000 00 fe ffffff7f00000000"), 1 << 23)
                .readAllBytes())
        .isInstanceOf(WrongAnswer.class);
  }

  @Test
  void givesNoFile() {
    assertThatThrownBy(() -> loggedIn(packets(LET_IN, "fb 2f6574632f"), 0).readAllBytes())
        .isInstanceOf(WrongAnswer.class)
        .hasMessageContaining("a file of this machine");
  }

  @Test
  void readsSmallRowsWithoutEndToItsBoundOnly() {
    assertThatThrownBy(() -> drain(loggedIn(endless(packets(ROW)), 0)))
        .isInstanceOf(WrongAnswer.class)
        .hasMessageContaining("more than 250000 cells");
  }

  @Test
  void readsLongRowsWithoutEndToItsBoundOnly() {
    byte[] row = packets("fc 0040" + "61".repeat(0x4000));

    assertThatThrownBy(() -> drain(loggedIn(endless(row), 0)))
        .isInstanceOf(WrongAnswer.class)
        .hasMessageContaining("more than 4096 kB");
  }

  /** At each bound, and one above it. */
  @Test
  void takesAsManyColumnsAsItSays() throws IOException {
    String[] answer = new String[AnswerBounds.POLL.columns() + 4];
    Arrays.fill(answer, COLUMN);
    answer[0] = LET_IN;
    answer[1] = "fc e803";
    answer[answer.length - 2] = END;
    answer[answer.length - 1] = END;
    byte[] said = packets(answer);

    assertThat(loggedIn(said, 0).readAllBytes()).isEqualTo(said);
  }

  @Test
  void takesAsManyCellsAsItSays() throws IOException {
    assertThat(ofCells(AnswerBounds.POLL.cells())).isPositive();
    assertThatThrownBy(() -> ofCells(AnswerBounds.POLL.cells() + 1))
        .isInstanceOf(WrongAnswer.class)
        .hasMessageContaining("more than 250000 cells");
  }

  private long ofCells(int count) throws IOException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    said.writeBytes(packets(LET_IN, "01", COLUMN, END));
    byte[] row = packets(ROW);
    for (int i = 0; i < count; i++) {
      said.writeBytes(row);
    }
    said.writeBytes(packets(END));
    return asked(said.toByteArray());
  }

  @Test
  void takesAsManyBytesAsItSays() throws IOException {
    assertThat(ofBytes(AnswerBounds.POLL.bytes())).isPositive();
    assertThatThrownBy(() -> ofBytes(AnswerBounds.POLL.bytes() + 1))
        .isInstanceOf(WrongAnswer.class)
        .hasMessageContaining("more than 4096 kB");
  }

  /** One row, in an answer that has so many bytes with its heads. */
  private long ofBytes(int count) throws IOException {
    byte[] before = packets("01", COLUMN, END);
    byte[] after = packets(END);
    int value = count - before.length - after.length - 4 - 4;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    said.writeBytes(packets(LET_IN));
    said.writeBytes(before);
    said.writeBytes(
        packets(
            "fd %02x%02x%02x".formatted(value & 0xff, value >> 8 & 0xff, value >> 16)
                + "61".repeat(value)));
    said.writeBytes(after);
    return asked(said.toByteArray());
  }

  private long asked(byte[] said) throws IOException {
    InputStream in = loggedIn(said, 0);
    in.readNBytes(4 + 7);
    guard.expect(AnswerBounds.POLL, Deadline.after(Duration.ofMinutes(1)));
    try {
      return in.transferTo(OutputStream.nullOutputStream());
    } finally {
      guard.done();
    }
  }

  @Test
  void takesNothingMoreOnceItRefused() {
    InputStream in = loggedInQuietly(packets(LET_IN, "fb 2f", LET_IN));
    assertThatThrownBy(in::readAllBytes).isInstanceOf(WrongAnswer.class);

    assertThatThrownBy(in::read).isInstanceOf(WrongAnswer.class);
  }

  @Test
  void takesNoLongLogin() {
    byte[] long16 = packets("61".repeat(AnswerPackets.LOGIN_PACKET_BYTES_MAX + 1));

    assertThatThrownBy(
            () -> new PacketInput(new ByteArrayInputStream(long16), guard).readAllBytes())
        .isInstanceOf(WrongAnswer.class);
  }

  /** Each question has bounds of its own, however it is announced by the bytes of the client. */
  @Test
  void countsAfreshWithEachQuestion() throws IOException {
    byte[] one = packets("01", COLUMN, END, "fd 00002f" + "61".repeat(0x2f0000), END);
    guard.expect(AnswerBounds.POLL, Deadline.after(Duration.ofMinutes(1)));
    OutputStream client = client(0);
    InputStream in =
        new PacketInput(
            new SequenceInputStream(
                new ByteArrayInputStream(packets(LET_IN)),
                new SequenceInputStream(
                    new ByteArrayInputStream(one), new ByteArrayInputStream(one))),
            guard);
    in.readNBytes(4 + 7 + one.length);
    client.write(packet(0, "03 53454c"), 0, 5);
    client.write(packet(0, "03 53454c"), 5, 3);

    assertThat(in.readNBytes(one.length)).isEqualTo(one);
    guard.done();
  }

  private InputStream loggedInQuietly(byte[] said) {
    try {
      return loggedIn(said, 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private InputStream loggedIn(byte[] said, long capabilities) throws IOException {
    return loggedIn(new ByteArrayInputStream(said), capabilities);
  }

  private InputStream loggedIn(InputStream said, long capabilities) throws IOException {
    client(capabilities).flush();
    return new PacketInput(said, guard);
  }

  /** A client that has said who it is and what it can do. */
  private OutputStream client(long capabilities) throws IOException {
    OutputStream out =
        new CommandOutput(
            OutputStream.nullOutputStream(),
            guard,
            () -> {
              throw new AssertionError("nobody wants TLS");
            });
    byte[] login = new byte[40];
    for (int i = 0; i < 4; i++) {
      login[i] = (byte) (capabilities >>> (8 * i));
    }
    login[0] |= 1;
    out.write(new byte[] {40, 0, 0, 1});
    out.write(login);
    return out;
  }

  private static void drain(InputStream in) throws IOException {
    in.transferTo(OutputStream.nullOutputStream());
  }

  private static InputStream endless(byte[] again) {
    byte[] start = packets(LET_IN, "01", COLUMN, END);
    Enumeration<InputStream> forEver =
        new Enumeration<>() {
          @Override
          public boolean hasMoreElements() {
            return true;
          }

          @Override
          public InputStream nextElement() {
            return new ByteArrayInputStream(again);
          }
        };
    return new SequenceInputStream(
        new ByteArrayInputStream(start), new SequenceInputStream(forEver));
  }

  private static byte[] packets(String... payloads) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (String payload : payloads) {
      all.writeBytes(packet(1, payload));
    }
    return all.toByteArray();
  }

  private static byte[] packet(int number, String payload) {
    byte[] bytes = HexFormat.of().parseHex(payload.replace(" ", ""));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes.length);
    out.write(bytes.length >>> 8);
    out.write(bytes.length >>> 16);
    out.write(number);
    out.writeBytes(bytes);
    return out.toByteArray();
  }
}
