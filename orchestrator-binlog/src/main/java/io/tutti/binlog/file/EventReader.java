package io.tutti.binlog.file;

import io.tutti.binlog.file.BinlogTrouble.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;

/**
 * Steps through events, one at a time, in a window of bounded size that is moved over the source.
 * The newest event is in the window: all of it, or its beginning where it is larger than the
 * window.
 *
 * <p>Reading into a window of the processor's cache is as quick as mapping the file, and a file
 * that is cut off meanwhile is an error instead of a signal. For one thread.
 */
final class EventReader {
  static final int HEADER_BYTES = 19;
  static final int FLAGS_AT = 17;

  /** Events up to this size can be looked into as a whole. */
  static final int WINDOW_BYTES = 8 << 20;

  /** Read at once: a part of what the cache of one core takes. */
  private static final int CHUNK_BYTES = 256 << 10;

  private static final int FIRST_WINDOW_BYTES = 2 * CHUNK_BYTES;
  private static final int FIRST_WINDOW_BYTES_MIN = 4 << 10;

  private static final int TYPE_AT = 4;
  private static final int SERVER_AT = 5;
  private static final int LENGTH_AT = 9;
  private static final int POSITION_AT = 13;
  private static final long UNSIGNED = 0xffffffffL;

  private ReadableByteChannel source;
  private Troubles troubles;
  private ByteBuffer window;
  private int end;
  private int at;
  private long offset;
  private long length;

  /** Of the newest event, what has moved out of the window. */
  private long passed;

  private EventSum sum = new EventSum(EventSum.BYTES);
  private int type;
  private int checksumBytes;
  private Checks checks = Checks.NONE;

  /**
   * What is compared while events are read.
   *
   * @param isSent whether a server sends the log, and may leave events out: then an event is where
   *     it says that it is
   */
  record Checks(boolean positions, boolean checksums, boolean isSent) {
    static final Checks NONE = new Checks(false, false);

    Checks(boolean positions, boolean checksums) {
      this(positions, checksums, false);
    }
  }

  /**
   * @param offset where the first event is in the source
   * @param bytes how large the source is, or more
   */
  EventReader(ReadableByteChannel source, long offset, long bytes, Troubles troubles) {
    this.source = source;
    this.offset = offset;
    this.troubles = troubles;
    this.window = room(Math.clamp(bytes, FIRST_WINDOW_BYTES_MIN, FIRST_WINDOW_BYTES));
  }

  private static ByteBuffer room(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads another source in the same window. */
  void restart(ReadableByteChannel another, Troubles itsTroubles) {
    source = another;
    troubles = itsTroubles;
    end = 0;
    at = 0;
    offset = 0;
    length = 0;
    passed = 0;
  }

  /** What the events from the next one on are like, and what of them is compared. */
  void expect(int checksumBytes, Checks checks) {
    this.checksumBytes = checksumBytes;
    this.checks = checks;
  }

  /**
   * Steps to the next event.
   *
   * @return whether there is one; none is where the source ends between two
   * @throws BinlogException where what follows is no complete event
   */
  boolean next() throws IOException {
    pass();
    if (end - at < HEADER_BYTES && !fill(HEADER_BYTES)) {
      if (end == at) {
        return false;
      }
      throw troubles.at(offset, Kind.TRUNCATED, "the file ends within the header of an event");
    }
    type = window.get(at + TYPE_AT) & 0xff;
    length = window.getInt(at + LENGTH_AT) & UNSIGNED;
    if (length < HEADER_BYTES + checksumBytes) {
      throw corrupt("an event says that it has %d bytes".formatted(length));
    }
    if (checks.isSent()) {
      moveToItsPosition();
    }
    if (checks.positions() && !isWhereItSays()) {
      throw corrupt(
          "an event of %d bytes says that it ends at byte %d"
              .formatted(length, window.getInt(at + POSITION_AT) & UNSIGNED));
    }
    if (length > end - at) {
      bringWhole();
    }
    if (checks.checksums()) {
      checkSum();
    }
    return true;
  }

  /**
   * Positions have 32 bits; what a server makes up for its reader has none. A relay log that is not
   * marked as one has a rotation or a format description of its source before all else.
   */
  private boolean isWhereItSays() {
    return isAtItsPosition()
        || window.getInt(at + POSITION_AT) == 0
        || type == EventType.FORMAT_DESCRIPTION
        || type == EventType.ROTATE;
  }

  /** Positions have 32 bits, and logs only grow. */
  private void moveToItsPosition() {
    int said = window.getInt(at + POSITION_AT);
    if (said != 0) {
      offset += said - (int) (offset + length) & UNSIGNED;
    }
  }

  /** Whether it ends in its file where it says that it does. */
  boolean isAtItsPosition() {
    return window.getInt(at + POSITION_AT) == (int) (offset + length);
  }

  private void bringWhole() throws IOException {
    if (length > troubles.bytesLeft(offset)) {
      throw truncated();
    }
    if (length > window.capacity() && length <= WINDOW_BYTES) {
      grow((int) length);
    }
    if (length <= window.capacity() && !fill((int) length)) {
      throw truncated();
    }
    if (length > window.capacity()) {
      fill(window.capacity());
      sum = new EventSum(length);
    }
  }

  private void grow(int wanted) {
    ByteBuffer larger = room(Math.min(WINDOW_BYTES, Math.max(wanted, 2 * window.capacity())));
    larger.put(0, window, at, end - at);
    window = larger;
    end -= at;
    at = 0;
  }

  private void pass() throws IOException {
    if (isWhole()) {
      at += (int) length;
      offset += length;
      length = 0;
      return;
    }
    passLarge();
  }

  /** What is larger than the window moves through it. */
  private void passLarge() throws IOException {
    while (length - passed > end - at) {
      moveOn();
    }
    int left = (int) (length - passed);
    if (isSummed()) {
      sum.add(window, at, left);
      if (!sum.isRight()) {
        throw wrongSum();
      }
    }
    at += left;
    offset += length;
    length = 0;
    passed = 0;
  }

  private boolean isSummed() {
    return checks.checksums() && checksumBytes > 0;
  }

  /** The window moves over an event that is larger. */
  private void moveOn() throws IOException {
    if (isSummed()) {
      sum.add(window, at, end - at);
    }
    passed += end - at;
    at = end;
    if (!fill(1)) {
      throw troubles.at(offset, Kind.TRUNCATED, "the file ended while it was read");
    }
  }

  /**
   * So many bytes of the newest event, from a place of the window on. Where the event is larger
   * than the window, its beginning is gone once they are read.
   */
  InputStream part(int from, long bytes) {
    return new Part(from, bytes);
  }

  private final class Part extends InputStream {
    private int next;
    private long left;

    Part(int from, long bytes) {
      this.next = from;
      this.left = bytes;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] room, int from, int wanted) throws IOException {
      if (left == 0) {
        return -1;
      }
      if (next == end) {
        moveOn();
        next = at;
      }
      int count = (int) Math.min(left, Math.min(wanted, end - next));
      window.get(next, room, from, count);
      next += count;
      left -= count;
      return count;
    }
  }

  /** Reads until so many bytes from the current one on are there; false where the source ends. */
  private boolean fill(int wanted) throws IOException {
    if (at + wanted > window.capacity() || at == end) {
      window.limit(end).position(at);
      window.compact();
      end -= at;
      at = 0;
    }
    while (end - at < wanted) {
      window.limit(Math.min(window.capacity(), Math.max(at + wanted, end + CHUNK_BYTES)));
      window.position(end);
      int count = read();
      if (count < 0) {
        window.clear();
        return false;
      }
      end += count;
    }
    window.clear();
    return true;
  }

  private int read() throws IOException {
    try {
      return source.read(window);
    } catch (BinlogException e) {
      // Of the event that this one is packed into.
      throw e;
    } catch (LogSourceException e) {
      throw e.at(troubles.file(), offset);
    } catch (IOException e) {
      throw troubles.at(offset, Kind.UNREADABLE, "it cannot be read: " + e.getMessage(), e);
    }
  }

  private void checkSum() throws IOException {
    if (checksumBytes > 0 && isWhole() && !isSumRight()) {
      throw wrongSum();
    }
  }

  private boolean isSumRight() {
    return type == EventType.FORMAT_DESCRIPTION
        ? EventSum.isRightWithoutMark(window, at, (int) length)
        : EventSum.isRight(window, at, (int) length);
  }

  private BinlogException wrongSum() {
    return troubles.at(
        offset,
        Kind.CHECKSUM_WRONG,
        "the checksum of an event of %d bytes is not that of its bytes".formatted(length));
  }

  BinlogException corrupt(String sentence) {
    return troubles.at(offset, Kind.CORRUPT, sentence);
  }

  BinlogException truncated() {
    return troubles.at(
        offset, Kind.TRUNCATED, "the file ends within an event of %d bytes".formatted(length));
  }

  /** Holds the newest event; its bytes are from {@link #at()} on. */
  ByteBuffer window() {
    return window;
  }

  int at() {
    return at;
  }

  /** Behind the last byte of the event that is in the window, without its checksum. */
  int bodyEnd() {
    return isWhole() ? at + (int) length - checksumBytes : end;
  }

  boolean isWhole() {
    return passed == 0 && length <= end - at;
  }

  int type() {
    return type;
  }

  /** With header and checksum. */
  long length() {
    return length;
  }

  /** Where the event begins in the source. */
  long offset() {
    return offset;
  }

  long timestampSeconds() {
    return window.getInt(at) & UNSIGNED;
  }

  long serverId() {
    return window.getInt(at + SERVER_AT) & UNSIGNED;
  }

  int flags() {
    return window.getShort(at + FLAGS_AT) & 0xffff;
  }

  int checksumBytes() {
    return checksumBytes;
  }

  /** Where it says that it ends, of 32 bits. */
  long endSaid() {
    return window.getInt(at + POSITION_AT) & UNSIGNED;
  }

  /** So many bytes of the event, from one of its own on. */
  byte[] copy(int from, int to) {
    byte[] bytes = new byte[Math.max(0, to - from)];
    window.get(at + from, bytes);
    return bytes;
  }

  @Override
  public String toString() {
    return "event of type %d, %d bytes at %d %s"
        .formatted(
            type, length, offset, Arrays.toString(copy(0, Math.min(end - at, HEADER_BYTES))));
  }
}
