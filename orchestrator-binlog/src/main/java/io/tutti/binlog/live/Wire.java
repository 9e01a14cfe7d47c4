package io.tutti.binlog.live;

import io.tutti.binlog.file.BinlogTrouble.Kind;
import io.tutti.binlog.file.LogSourceException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Packets of a connection. For one thread. */
final class Wire implements Closeable {
  /** What is longer comes in several packets. */
  static final int PACKET_MAX = 0xffffff;

  /** No answer but events is longer. */
  private static final int ANSWER_MAX = 1 << 20;

  private static final int BUFFER_BYTES = 64 << 10;

  private final LiveServer server;
  private Socket socket;
  private DataInputStream in;
  private OutputStream out;
  private int sequence;

  private Wire(LiveServer server, Socket socket) throws IOException {
    this.server = server;
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
    this.out = socket.getOutputStream();
  }

  /**
   * @throws LogSourceException when it cannot be reached
   */
  static Wire connect(LiveServer server) throws IOException {
    Socket socket = new Socket();
    int millis = (int) server.patience().toMillis();
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(millis);
      socket.connect(new InetSocketAddress(server.host(), server.port()), millis);
      return new Wire(server, socket);
    } catch (UnknownHostException e) {
      throw away(server, "its name does not resolve", socket);
    } catch (SocketTimeoutException e) {
      throw away(server, "it did not answer the attempt to connect", socket);
    } catch (IOException e) {
      throw away(server, "it cannot be connected to: " + e.getMessage(), socket);
    }
  }

  private static LogSourceException away(LiveServer server, String why, Socket socket)
      throws IOException {
    socket.close();
    return new LogSourceException(
        Kind.UNREACHABLE, server + " was not reached: " + why, "check host, port and network");
  }

  /** Encrypts all that follows. */
  void secure(SSLContext tls) throws IOException {
    SSLSocket secure =
        (SSLSocket) tls.getSocketFactory().createSocket(socket, server.host(), server.port(), true);
    if (server.isNameChecked()) {
      SSLParameters parameters = secure.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secure.setSSLParameters(parameters);
    }
    try {
      secure.startHandshake();
    } catch (SSLException e) {
      secure.close();
      throw new LogSourceException(
          Kind.REFUSED,
          "TLS with %s failed: %s".formatted(server, e.getMessage()),
          "give the certificate of the authority that signed the server's");
    }
    socket = secure;
    in = new DataInputStream(new BufferedInputStream(secure.getInputStream(), BUFFER_BYTES));
    out = secure.getOutputStream();
  }

  LiveServer server() {
    return server;
  }

  /** The length of the next packet, of which nothing was read yet. */
  int beginPacket() throws IOException {
    int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
    sequence = in.readUnsignedByte() + 1;
    return length;
  }

  /** A whole packet. */
  byte[] readPacket() throws IOException {
    return readBytes(beginPacket());
  }

  byte[] readBytes(int count) throws IOException {
    if (count > ANSWER_MAX) {
      throw new IOException("%s answered with %d bytes".formatted(server, count));
    }
    byte[] bytes = new byte[count];
    in.readFully(bytes);
    return bytes;
  }

  /** Some bytes of a packet; at least one. */
  int readSome(byte[] room, int from, int most) throws IOException {
    int count = in.read(room, from, most);
    if (count < 0) {
      throw new IOException("%s closed the connection".formatted(server));
    }
    return count;
  }

  /** Sends a packet that begins an exchange. */
  void command(byte[] payload) throws IOException {
    sequence = 0;
    send(payload);
  }

  /** Sends a packet. */
  void send(byte[] payload) throws IOException {
    byte[] packet = new byte[payload.length + 4];
    packet[0] = (byte) payload.length;
    packet[1] = (byte) (payload.length >>> 8);
    packet[2] = (byte) (payload.length >>> 16);
    packet[3] = (byte) sequence++;
    System.arraycopy(payload, 0, packet, 4, payload.length);
    out.write(packet);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
