package io.tutti.binlog.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads what follows the header of the newest event, from the front. Nothing is read beyond the
 * event. For one thread.
 */
final class EventBody {
  private static final int BYTE = 0xff;
  private static final int TWO_BYTES = 252;
  private static final int THREE_BYTES = 253;
  private static final int EIGHT_BYTES = 254;

  private final EventReader events;
  private ByteBuffer window;
  private int next;
  private int end;

  EventBody(EventReader events) {
    this.events = events;
    this.window = events.window();
  }

  /** Begins with the event that the reader is at. */
  EventBody begin() {
    window = events.window();
    next = events.at() + EventReader.HEADER_BYTES;
    end = events.bodyEnd();
    return this;
  }

  /** Begins with bytes that were unpacked from the event. */
  EventBody begin(byte[] unpacked) {
    window = ByteBuffer.wrap(unpacked).order(ByteOrder.LITTLE_ENDIAN);
    next = 0;
    end = unpacked.length;
    return this;
  }

  /** What the positions are of. */
  ByteBuffer window() {
    return window;
  }

  BinlogException unknown(String what) {
    return events.corrupt("%s are not known".formatted(what));
  }

  int left() {
    return end - next;
  }

  /** Where the next byte is in the window. */
  int position() {
    return next;
  }

  int end() {
    return end;
  }

  private int take(int bytes) throws BinlogException {
    int from = next;
    if (bytes < 0 || bytes > end - from) {
      throw events.corrupt("a part of an event is longer than the event");
    }
    next = from + bytes;
    return from;
  }

  void skip(int bytes) throws BinlogException {
    take(bytes);
  }

  int u8() throws BinlogException {
    return window.get(take(1)) & BYTE;
  }

  int u16() throws BinlogException {
    return window.getShort(take(2)) & 0xffff;
  }

  long u32() throws BinlogException {
    return window.getInt(take(4)) & 0xffffffffL;
  }

  long u48() throws BinlogException {
    int from = take(6);
    return window.getInt(from) & 0xffffffffL | (window.getShort(from + 4) & 0xffffL) << 32;
  }

  long u56() throws BinlogException {
    int from = take(7);
    return window.getInt(from) & 0xffffffffL
        | (window.getShort(from + 4) & 0xffffL) << 32
        | (window.get(from + 6) & 0xffL) << 48;
  }

  long i64() throws BinlogException {
    return window.getLong(take(8));
  }

  /** Sixteen bytes have their first one first. */
  long bigEndian64() throws BinlogException {
    return Long.reverseBytes(i64());
  }

  byte[] bytes(int count) throws BinlogException {
    byte[] bytes = new byte[Math.max(0, Math.min(count, left()))];
    window.get(take(count), bytes);
    return bytes;
  }

  /** A number that is written in one to four bytes. */
  int number(int bytes) throws BinlogException {
    int from = take(bytes);
    long value = 0;
    for (int i = 0; i < Math.min(bytes, 4); i++) {
      value |= (window.get(from + i) & 0xffL) << 8 * i;
    }
    return (int) Math.min(value, Integer.MAX_VALUE);
  }

  /** A number of things that are in the event, at most so many. */
  int count(int most) throws BinlogException {
    long count = packed();
    if (count < 0 || count > most) {
      throw unknown("%d parts of an event".formatted(count));
    }
    return (int) count;
  }

  /** A number of one to nine bytes, as most events write it. */
  long packed() throws BinlogException {
    int first = u8();
    return switch (first) {
      case TWO_BYTES -> u16();
      case THREE_BYTES -> u16() | (long) u8() << 16;
      case EIGHT_BYTES -> i64();
      default -> first;
    };
  }

  /**
   * A number of one to nine bytes, as tagged GTIDs write it: the ones at the low end of its first
   * byte count the bytes that follow.
   */
  long counted() throws BinlogException {
    int first = u8();
    int more = Integer.numberOfTrailingZeros(~first);
    long value = more >= 7 ? 0 : first >>> (more + 1);
    int bits = Math.max(0, 7 - more);
    for (int i = 0; i < more; i++) {
      value |= (long) u8() << (bits + 8 * i);
    }
    return value;
  }

  /** The same of a number that may be negative. */
  long countedSigned() throws BinlogException {
    long value = counted();
    return value >>> 1 ^ -(value & 1);
  }
}
