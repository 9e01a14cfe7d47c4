package io.tutti.acceptance;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** One side of a connection, by packets: three bytes of length, one that counts them. */
final class Wire {
  private static final int HEADER_BYTES = 4;

  private final DataInputStream in;
  private final OutputStream out;
  private int sequence;

  Wire(InputStream in, OutputStream out) {
    this.in = new DataInputStream(in);
    this.out = out;
  }

  static Wire of(Socket socket) throws IOException {
    return new Wire(socket.getInputStream(), socket.getOutputStream());
  }

  /** What the next packet holds. */
  byte[] read() throws IOException {
    byte[] header = new byte[HEADER_BYTES];
    in.readFully(header);
    sequence = (header[3] & 0xff) + 1;
    byte[] payload =
        new byte[(header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16];
    in.readFully(payload);
    return payload;
  }

  /** Bytes that need not be a packet. */
  void writeRaw(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  void write(Bytes packet) throws IOException {
    write(packet.toArray());
  }

  void write(byte[] payload) throws IOException {
    writeRaw(new Bytes().number(payload.length, 3).number(sequence++, 1).bytes(payload).toArray());
  }

  /** The first packet of a command. */
  void command(int kind, byte[] argument) throws IOException {
    sequence = 0;
    write(new Bytes().number(kind, 1).bytes(argument));
  }
}
