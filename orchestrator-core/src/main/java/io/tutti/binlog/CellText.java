package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.deserialization.ColumnType;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes values of a row event as SQL would. Pure. */
final class CellText {
  private static final long MICROS = 1_000_000;

  /** {@code TIME} goes from -838:59:59 to 838:59:59. */
  private static final long TIME_MAX_HOURS = 838;

  /** Longer values are cut, and distinguished by their digests. */
  private static final int SHOWN_BYTES = 64 * 1024;

  /** What is shown of those. */
  private static final int BEGINNING_BYTES = 256;

  /** The numbers of the types that a document of MySQL begins with end here. */
  private static final int LAST_JSON_TYPE = 0x0f;

  /** Longer documents are not taken apart. */
  private static final int DOCUMENT_BYTES_MAX = 1 << 20;

  private CellText() {}

  /**
   * @param value as {@link BinlogEvents} has it decoded
   * @param unsigned whether the column is; empty where the log does not show
   */
  static String of(@Nullable Serializable value, ColumnType type, Optional<Boolean> unsigned) {
    return switch (value) {
      case null -> "NULL";
      case Integer number -> whole(number, type, unsigned);
      case Long number -> isTime(type) ? time(number, type) : whole(number, type, unsigned);
      case BigDecimal number -> number.toPlainString();
      case BitSet bits -> "b'" + binary(bits) + "'";
      case byte[] bytes ->
          type == ColumnType.JSON && bytes.length <= DOCUMENT_BYTES_MAX ? json(bytes) : text(bytes);
      default -> value.toString();
    };
  }

  /** Where the log does not show the sign, both readings are given, as mysqlbinlog does. */
  private static String whole(long number, ColumnType type, Optional<Boolean> unsigned) {
    if (number >= 0 || unsigned.equals(Optional.of(false))) {
      return Long.toString(number);
    }
    int bits =
        switch (type) {
          case TINY -> 8;
          case SHORT -> 16;
          case INT24 -> 24;
          case LONG -> 32;
          default -> 64;
        };
    BigInteger other = BigInteger.valueOf(number).add(BigInteger.ONE.shiftLeft(bits));
    return unsigned.isPresent() ? other.toString() : "%d (%d)".formatted(number, other);
  }

  private static boolean isTime(ColumnType type) {
    return switch (type) {
      case DATE, NEWDATE, TIME, TIME_V2, DATETIME, DATETIME_V2, TIMESTAMP, TIMESTAMP_V2 -> true;
      default -> false;
    };
  }

  /** Of microseconds since 1970. */
  private static String time(long micros, ColumnType type) {
    if (micros == Long.MIN_VALUE) {
      return "a date with zeros";
    }
    LocalDateTime at =
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(micros, MICROS),
            (int) Math.floorMod(micros, MICROS) * 1000,
            ZoneOffset.UTC);
    return switch (type) {
      case DATE, NEWDATE -> "'" + at.toLocalDate() + "'";
      case TIME, TIME_V2 -> ofDay(micros);
      case TIMESTAMP, TIMESTAMP_V2 -> "'" + dateTime(at) + "' UTC";
      default -> "'" + dateTime(at) + "'";
    };
  }

  private static String dateTime(LocalDateTime at) {
    String seconds = at.format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss"));
    return seconds + fraction(at.getNano() / 1000);
  }

  /** The decoder takes the sign bits of a negative time for hours. */
  private static String ofDay(long micros) {
    Duration time = Duration.ofSeconds(micros / MICROS);
    if (micros < 0 || time.toHours() > TIME_MAX_HOURS) {
      return "a negative time";
    }
    return "'%02d:%02d:%02d%s'"
        .formatted(
            time.toHours(),
            time.toMinutesPart(),
            time.toSecondsPart(),
            fraction((int) (micros % MICROS)));
  }

  private static String fraction(int micros) {
    return micros == 0 ? "" : ".%06d".formatted(micros).replaceAll("0+$", "");
  }

  private static String binary(BitSet bits) {
    StringBuilder text = new StringBuilder();
    for (int i = Math.max(bits.length() - 1, 0); i >= 0; i--) {
      text.append(bits.get(i) ? '1' : '0');
    }
    return text.toString();
  }

  private static String json(byte[] bytes) {
    try {
      if (bytes.length == 0) {
        return "''";
      }
      // MariaDB's are texts.
      return bytes[0] > LAST_JSON_TYPE ? text(bytes) : shown(JsonDocument.text(bytes), bytes);
    } catch (IOException e) {
      return text(bytes);
    }
  }

  /** A column's character set is not in every log: what is no UTF-8 is shown as bytes. */
  private static String text(byte[] bytes) {
    if (bytes.length > SHOWN_BYTES) {
      return cut(hex(Arrays.copyOf(bytes, BEGINNING_BYTES)), bytes);
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.chars().anyMatch(c -> Character.isISOControl(c) && !Character.isWhitespace(c))
          ? hex(bytes)
          : quoted(text);
    } catch (CharacterCodingException e) {
      return hex(bytes);
    }
  }

  private static String shown(String text, byte[] bytes) {
    return text.length() > SHOWN_BYTES
        ? cut(quoted(text.substring(0, BEGINNING_BYTES)), bytes)
        : quoted(text);
  }

  /** The digest distinguishes two with the same beginning. */
  private static String cut(String beginning, byte[] bytes) {
    return "%s… (the first of %d bytes; SHA-256 %s)"
        .formatted(beginning, bytes.length, HexFormat.of().formatHex(sha256(bytes)));
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String hex(byte[] bytes) {
    return "X'" + HexFormat.of().formatHex(bytes) + "'";
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "''").replace("\n", "\\n") + "'";
  }
}
