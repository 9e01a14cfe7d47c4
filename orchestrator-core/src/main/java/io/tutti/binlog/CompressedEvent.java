package io.tutti.binlog;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * An event that MariaDB has compressed (log_bin_compress): a statement, or the rows of one. What it
 * unpacks to is the event as it would be without, so that nobody else needs to know of them.
 */
final class CompressedEvent {
  private static final int HEADER_BYTES = 19;
  private static final int TYPE_AT = 4;
  private static final int LENGTH_AT = 9;

  private static final int QUERY_COMPRESSED = 165;
  private static final int QUERY = 2;

  /** Inserts, updates and deletes, in the first way to write rows. */
  private static final int ROWS_COMPRESSED_V1 = 166;

  private static final int ROWS_V1 = 23;

  /** The same, in the second way. */
  private static final int ROWS_COMPRESSED = 169;

  private static final int ROWS = 30;
  private static final int LAST = 171;

  private static final int KINDS = 3;
  private static final int UPDATE = 1;

  private static final int QUERY_HEAD_BYTES = 13;
  private static final int SCHEMA_LENGTH_AT = 8;
  private static final int STATUS_LENGTH_AT = 11;
  private static final int ROWS_HEAD_BYTES = 8;

  /** Marks what is compressed, with the way how and how many bytes show its length. */
  private static final int MARK = 0x80;

  private static final int MARK_AND_WAY = 0xf0;
  private static final int LENGTH_BYTES = 0x07;
  private static final int LENGTH_BYTES_MAX = 4;

  /** The room that is made at first. */
  private static final int FIRST_BYTES = 16 * 1024;

  private final byte[] packed;
  private final int checksumBytes;
  private final int packedEnd;
  private final int headLength;
  private final int contentAt;
  private final int contentLength;

  /**
   * @param packed the whole event
   * @throws IOException when it is none that can be unpacked
   */
  CompressedEvent(byte[] packed, int checksumBytes) throws IOException {
    this.packed = packed;
    this.checksumBytes = checksumBytes;
    this.packedEnd = packed.length - checksumBytes;
    this.headLength = type(packed) == QUERY_COMPRESSED ? afterSchema() : afterColumns();
    int mark = number(headLength, 1);
    int lengthBytes = mark & LENGTH_BYTES;
    if ((mark & MARK_AND_WAY) != MARK || lengthBytes == 0 || lengthBytes > LENGTH_BYTES_MAX) {
      throw new IOException("it is compressed in a way that is not known");
    }
    long length = 0;
    for (int i = 1; i <= lengthBytes; i++) {
      length = length << 8 | number(headLength + i, 1);
    }
    this.contentAt = headLength + 1 + lengthBytes;
    if (headLength + length + checksumBytes > BinlogBounds.EVENT_BYTES_MAX) {
      throw new IOException(
          "it is compressed, and unpacks to more than %d bytes"
              .formatted(BinlogBounds.EVENT_BYTES_MAX));
    }
    this.contentLength = (int) length;
  }

  static boolean is(byte[] event) {
    return type(event) >= QUERY_COMPRESSED && type(event) <= LAST;
  }

  private static int type(byte[] event) {
    return event[TYPE_AT] & 0xff;
  }

  /** How long the whole event is, unpacked. */
  int length() {
    return headLength + contentLength + checksumBytes;
  }

  /** The event as it would be if it had not been compressed. */
  byte[] unpacked() throws IOException {
    byte[] whole = Arrays.copyOf(packed, headLength + Math.min(contentLength, FIRST_BYTES));
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(packed, contentAt, packedEnd - contentAt);
      int filled = headLength;
      while (filled < headLength + contentLength) {
        if (filled == whole.length) {
          whole = Arrays.copyOf(whole, Math.min(headLength + contentLength, 2 * filled));
        }
        int count = inflater.inflate(whole, filled, whole.length - filled);
        if (count == 0) {
          throw new IOException(announced("less"));
        }
        filled += count;
      }
      if (inflater.inflate(new byte[1]) > 0) {
        throw new IOException(announced("more"));
      }
      if (!inflater.finished()) {
        throw new IOException("it cannot be unpacked: its end is missing");
      }
    } catch (DataFormatException e) {
      throw new IOException("it cannot be unpacked: " + e.getMessage(), e);
    } finally {
      inflater.end();
    }
    return finished(whole);
  }

  private String announced(String what) {
    return "it is compressed; the server announced %d bytes, and %s came"
        .formatted(contentLength, what);
  }

  private byte[] finished(byte[] content) {
    byte[] whole = Arrays.copyOf(content, length());
    whole[TYPE_AT] = (byte) typeUnpacked();
    write(whole, LENGTH_AT, whole.length);
    if (checksumBytes > 0) {
      CRC32 sum = new CRC32();
      sum.update(whole, 0, whole.length - checksumBytes);
      write(whole, whole.length - checksumBytes, sum.getValue());
    }
    return whole;
  }

  private int typeUnpacked() {
    int type = type(packed);
    if (type == QUERY_COMPRESSED) {
      return QUERY;
    }
    return type < ROWS_COMPRESSED
        ? type - ROWS_COMPRESSED_V1 + ROWS_V1
        : type - ROWS_COMPRESSED + ROWS;
  }

  private static void write(byte[] event, int at, long number) {
    for (int i = 0; i < Integer.BYTES; i++) {
      event[at + i] = (byte) (number >>> (8 * i));
    }
  }

  private int afterSchema() throws IOException {
    return HEADER_BYTES
        + QUERY_HEAD_BYTES
        + number(HEADER_BYTES + STATUS_LENGTH_AT, 2)
        + number(HEADER_BYTES + SCHEMA_LENGTH_AT, 1)
        + 1;
  }

  private int afterColumns() throws IOException {
    int at = HEADER_BYTES + ROWS_HEAD_BYTES;
    if (type(packed) >= ROWS_COMPRESSED) {
      at += number(at, 2);
    }
    int first = number(at, 1);
    int columns = first;
    at++;
    if (first > 250) {
      // More columns than a table can have would take three bytes, and so on.
      if (first != 252) {
        throw new IOException("it has rows of more columns than a table can have");
      }
      columns = number(at, 2);
      at += 2;
    }
    boolean hasBoth = (type(packed) - ROWS_COMPRESSED_V1) % KINDS == UPDATE;
    return at + (columns + 7) / 8 * (hasBoth ? 2 : 1);
  }

  private int number(int at, int bytes) throws IOException {
    if (at + bytes > packedEnd) {
      throw new IOException("a part of it is longer than the whole");
    }
    int number = 0;
    for (int i = 0; i < bytes; i++) {
      number |= (packed[at + i] & 0xff) << (8 * i);
    }
    return number;
  }
}
