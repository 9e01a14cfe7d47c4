package io.tutti.acceptance;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Puts the bytes of a packet together, as the client protocol defines them. */
final class Bytes {
  private static final int SHORT_MAX = 250;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  byte[] toArray() {
    return bytes.toByteArray();
  }

  /** The least significant byte first. */
  Bytes number(int value, int length) {
    for (int i = 0; i < length; i++) {
      bytes.write(i < Integer.BYTES ? value >>> (8 * i) : 0);
    }
    return this;
  }

  Bytes text(String text) {
    return bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  Bytes zeroTerminated(String text) {
    return text(text).number(0, 1);
  }

  /** Texts of up to 250 bytes, whose length is one byte. */
  Bytes prefixed(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    if (encoded.length > SHORT_MAX) {
      throw new IllegalArgumentException("too long for one byte of length: " + text);
    }
    return number(encoded.length, 1).bytes(encoded);
  }

  Bytes bytes(byte[] more) {
    bytes.writeBytes(more);
    return this;
  }
}
