package io.tutti.plugins.sql.wire;

/** A packet, read from its start on; what it says of its own lengths is believed of nothing. */
final class PacketBytes {
  private static final int NULL = 0xfb;
  private static final int TWO_BYTES = 0xfc;
  private static final int THREE_BYTES = 0xfd;
  private static final int EIGHT_BYTES = 0xfe;
  private static final int ERROR = 0xff;

  private final byte[] bytes;
  private final int end;
  private int at;

  PacketBytes(byte[] bytes, int from, int length) {
    this.bytes = bytes;
    this.at = from;
    this.end = from + length;
  }

  int left() {
    return end - at;
  }

  /** The next byte, which is still the next one afterwards; -1 at the end. */
  int peek() {
    return at < end ? bytes[at] & 0xff : -1;
  }

  /** Little-endian. */
  long number(int length) throws WrongAnswer {
    require(length);
    long value = 0;
    for (int i = 0; i < length; i++) {
      value |= (bytes[at + i] & 0xffL) << (8 * i);
    }
    at += length;
    return value;
  }

  /** A number that says its own length ("int&lt;lenenc&gt;" in the MySQL internals manual). */
  long packedNumber() throws WrongAnswer {
    int first = (int) number(1);
    return switch (first) {
      case TWO_BYTES -> number(2);
      case THREE_BYTES -> number(3);
      case EIGHT_BYTES -> number(8);
      case NULL, ERROR -> throw new WrongAnswer("sent a number that is none");
      default -> first;
    };
  }

  /** Passes over a text that says its own length. */
  void skipText() throws WrongAnswer {
    skip(packedNumber());
  }

  /** Passes over a cell of a row: a text, or NULL. */
  void skipCell() throws WrongAnswer {
    if (peek() == NULL) {
      at++;
    } else {
      skipText();
    }
  }

  void skip(long length) throws WrongAnswer {
    require(length);
    at += (int) length;
  }

  /** What is in the next bytes, apart; they are passed over. */
  PacketBytes part(long length) throws WrongAnswer {
    require(length);
    PacketBytes part = new PacketBytes(bytes, at, (int) length);
    at += (int) length;
    return part;
  }

  private void require(long length) throws WrongAnswer {
    if (length < 0 || length > left()) {
      throw new WrongAnswer("sent a packet that says of a part that it is longer than the whole");
    }
  }
}
