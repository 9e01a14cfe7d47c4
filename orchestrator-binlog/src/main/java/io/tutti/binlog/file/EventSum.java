package io.tutti.binlog.file;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/** The CRC32 at the end of an event, of which the bytes come piece by piece. */
final class EventSum {
  static final int BYTES = 4;

  private final CRC32 sum = new CRC32();
  private long left;
  private int expected;
  private int expectedBytes;

  /**
   * @param length of the event, with its sum
   */
  EventSum(long length) {
    this.left = length - BYTES;
  }

  /** Takes the next bytes of the event. */
  void add(ByteBuffer window, int from, int count) {
    int summed = (int) Math.min(left, count);
    sum.update(window.slice(from, summed));
    left -= summed;
    for (int i = summed; i < count; i++) {
      expected |= (window.get(from + i) & 0xff) << (8 * expectedBytes++);
    }
  }

  boolean isRight() {
    return left == 0 && expectedBytes == BYTES && (int) sum.getValue() == expected;
  }

  /** For an event that is in the window as a whole. */
  static boolean isRight(ByteBuffer window, int at, int length) {
    EventSum sum = new EventSum(length);
    sum.add(window, at, length);
    return sum.isRight();
  }

  /** For a format description: the mark of a file in use is set without a new sum. */
  static boolean isRightWithoutMark(ByteBuffer window, int at, int length) {
    ByteBuffer copy = ByteBuffer.allocate(length).put(0, window, at, length);
    int flags = EventReader.FLAGS_AT;
    copy.put(flags, (byte) (copy.get(flags) & ~EventType.IN_USE_FLAG));
    return isRight(copy, 0, length);
  }
}
