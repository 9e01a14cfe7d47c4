package io.tutti.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.shyiko.mysql.binlog.event.deserialization.ColumnType;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values as the decoder hands them over, of columns of which real servers log no more than a type.
 */
class CellTextTest {
  private static String text(Serializable value, ColumnType type) {
    return CellText.of(value, type, Optional.empty());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static long micros(LocalDateTime at) {
    return at.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + at.getNano() / 1000;
  }

  @ParameterizedTest
  @CsvSource({
    "TINY, -1, 255",
    "SHORT, -2, 65534",
    "INT24, -1, 16777215",
    "LONG, -294967296, 4000000000"
  })
  void theSignOfANumberIsNotGuessed(ColumnType type, int value, String other) {
    assertThat(CellText.of(value, type, Optional.of(false))).isEqualTo(Integer.toString(value));
    assertThat(CellText.of(value, type, Optional.of(true))).isEqualTo(other);
    assertThat(text(value, type)).isEqualTo("%d (%s)", value, other);
    assertThat(text(7, type)).isEqualTo("7");
  }

  @Test
  void numbersOfEightBytesAreReadWhole() {
    assertThat(CellText.of(-1L, ColumnType.LONGLONG, Optional.of(true)))
        .isEqualTo("18446744073709551615");
    assertThat(text(new BigDecimal("12.30"), ColumnType.NEWDECIMAL)).isEqualTo("12.30");
    assertThat(text(1.5, ColumnType.DOUBLE)).isEqualTo("1.5");
    assertThat(CellText.of(null, ColumnType.LONG, Optional.empty())).isEqualTo("NULL");
  }

  @Test
  void textIsQuotedAndBytesAreShownAsBytes() {
    assertThat(text(utf8("it's ä"), ColumnType.VARCHAR)).isEqualTo("'it''s ä'");
    assertThat(text(utf8("a\nb\\"), ColumnType.BLOB)).isEqualTo("'a\\nb\\\\'");
    assertThat(text(new byte[] {(byte) 0xe4}, ColumnType.VARCHAR)).isEqualTo("X'e4'");
    assertThat(text(new byte[] {0, 1}, ColumnType.BLOB)).isEqualTo("X'0001'");
    BitSet five = BitSet.valueOf(new long[] {5});
    assertThat(text(five, ColumnType.BIT)).isEqualTo("b'101'");
  }

  @Test
  void timesAreInUtcAndWhatCannotBeOneIsReported() {
    long at = micros(LocalDateTime.of(2020, 2, 29, 12, 13, 14, 120_000_000));
    assertThat(text(at, ColumnType.DATETIME_V2)).isEqualTo("'2020-02-29 12:13:14.12'");
    assertThat(text(at, ColumnType.TIMESTAMP_V2)).isEqualTo("'2020-02-29 12:13:14.12' UTC");
    assertThat(text(at, ColumnType.DATE)).isEqualTo("'2020-02-29'");
    assertThat(text(-1L, ColumnType.DATETIME)).isEqualTo("'1969-12-31 23:59:59.999999'");
    assertThat(text(Long.MIN_VALUE, ColumnType.DATETIME)).isEqualTo("a date with zeros");
    assertThat(text(Duration.ofHours(100).toMillis() * 1000 + 5, ColumnType.TIME_V2))
        .isEqualTo("'100:00:00.000005'");
    // -12:13:14 as 10.11.5, 5.6.14 and 9.7.4 log it, and the decoder reads it.
    assertThat(text(3_642_650_000_000L, ColumnType.TIME_V2)).isEqualTo("a negative time");
  }

  @Test
  void longValuesAreCutAndStayDistinct() {
    byte[] one = new byte[70_000];
    byte[] other = one.clone();
    other[69_999] = 1;

    assertThat(text(one, ColumnType.BLOB))
        .startsWith("X'0000")
        .contains("the first of 70000 bytes; SHA-256 ")
        .hasSizeLessThan(1_000)
        .isNotEqualTo(text(other, ColumnType.BLOB));
    assertThat(text(new byte[60_000], ColumnType.BLOB)).hasSize(120_003);
  }

  @Test
  void documentsAreShownAsText() {
    // {"a": [1, "x"]} as 5.7.22 stores it.
    byte[] document =
        HexFormat.of()
            .parseHex(
                "0001001600" + "0b000100" + "020c00" + "61" + "02000c00050100" + "0c0a00" + "0178");
    assertThat(text(document, ColumnType.JSON)).isEqualTo("'{\"a\":[1,\"x\"]}'");
    assertThat(text(utf8("{\"a\": 1}"), ColumnType.JSON)).isEqualTo("'{\"a\": 1}'");
  }

  /** What only announces parts, or shows one part many times, is shown as the bytes that it is. */
  @Test
  void documentsThatAreMoreThanTheyAre() {
    byte[] announced = HexFormat.of().parseHex("01" + "ffffff7f" + "ffffff7f" + "00000000");
    assertThat(text(announced, ColumnType.JSON)).isEqualTo("X'01ffffff7fffffff7f00000000'");
    byte[] array = HexFormat.of().parseHex("03" + "ffffff7f" + "ffffff7f" + "00000000");
    assertThat(text(array, ColumnType.JSON)).startsWith("X'03");

    // Ten arrays, each of which has the next one a thousand times.
    ByteBuffer nested = ByteBuffer.allocate(65_000).order(ByteOrder.LITTLE_ENDIAN);
    nested.put((byte) 2);
    for (int level = 0; level < 10; level++) {
      nested.putShort((short) 1_000).putShort((short) 60_000);
      for (int i = 0; i < 1_000; i++) {
        nested.put((byte) 2).putShort((short) 3_004);
      }
    }
    assertThat(text(nested.array(), ColumnType.JSON)).startsWith("X'02e803");

    // An array that has itself.
    byte[] itself = HexFormat.of().parseHex("02" + "0100" + "0700" + "02" + "0000");
    assertThat(text(itself, ColumnType.JSON)).startsWith("X'02");
  }
}
