package io.tutti.trust;

import java.io.DataInputStream;
import java.io.IOException;

/**
 * One packet of a login, of which no honest one is long.
 *
 * @param sequence counts the packets of one exchange, 0 to 255
 */
public record LoginPacket(int sequence, byte[] payload) {
  /** The most bytes that one may have. */
  public static final int BYTES_MAX = 16 * 1024;

  /** Three bytes of length, the one that counts them, and the payload. */
  private static final int HEADER_BYTES = 4;

  /** Reads a whole one. */
  public static LoginPacket read(DataInputStream in) throws IOException {
    byte[] header = new byte[HEADER_BYTES];
    in.readFully(header);
    int length = (header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16;
    if (length > BYTES_MAX) {
      throw new IOException("the server sent " + length + " bytes where a login needs few");
    }
    byte[] payload = new byte[length];
    in.readFully(payload);
    return new LoginPacket(header[3] & 0xff, payload);
  }

  /** As it came over the wire. */
  public byte[] bytes() {
    byte[] whole = new byte[HEADER_BYTES + payload.length];
    whole[0] = (byte) payload.length;
    whole[1] = (byte) (payload.length >>> 8);
    whole[2] = (byte) (payload.length >>> 16);
    whole[3] = (byte) sequence;
    System.arraycopy(payload, 0, whole, HEADER_BYTES, payload.length);
    return whole;
  }
}
