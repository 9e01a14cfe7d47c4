package io.tutti.acceptance;

import io.tutti.acceptance.RogueServer.Bytes;
import io.tutti.sandbox.ServerAddress;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Passes a login on to a real server, and the server's answers back, until that lets it in: then it
 * keeps the session for itself.
 */
final class RelayServer implements AutoCloseable {
  private static final int TIME_MAX_MILLIS = 5_000;
  private static final int HEADER_BYTES = 4;
  private static final int OK = 0;
  private static final int ERROR = 0xff;
  private static final int MORE = 1;
  private static final int CACHED = 3;
  private static final int COM_QUERY = 3;

  /**
   * What answers a SELECT of one value: the count of columns, the column, maybe an end, the row.
   */
  private static final int PACKETS_OF_ANSWER = 3;

  private final ServerSocket listener;
  private final ServerAddress real;
  private final List<String> sessions = new CopyOnWriteArrayList<>();

  RelayServer(ServerAddress real) {
    this.real = real;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::acceptAll);
  }

  String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** Whose sessions it got on the real server: what that answered to CURRENT_USER(). */
  List<String> sessions() {
    return sessions;
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Thread.ofVirtual().start(() -> relay(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void relay(Socket client) {
    try (client;
        Socket server = new Socket(real.host(), real.port())) {
      client.setSoTimeout(TIME_MAX_MILLIS);
      server.setSoTimeout(TIME_MAX_MILLIS);
      DataInputStream fromClient = new DataInputStream(client.getInputStream());
      DataInputStream fromServer = new DataInputStream(server.getInputStream());
      client.getOutputStream().write(packet(fromServer));
      server.getOutputStream().write(packet(fromClient));
      for (; ; ) {
        byte[] said = packet(fromServer);
        int kind = said[HEADER_BYTES] & 0xff;
        if (kind == OK) {
          sessions.add(currentUser(fromServer, server.getOutputStream()));
          return;
        }
        client.getOutputStream().write(said);
        boolean isCached = kind == MORE && said.length == 6 && said[5] == CACHED;
        if (kind == ERROR) {
          return;
        }
        if (!isCached) {
          server.getOutputStream().write(packet(fromClient));
        }
      }
    } catch (IOException e) {
      // One of the two has gone.
    }
  }

  private static String currentUser(DataInputStream in, OutputStream out) throws IOException {
    byte[] sql = "SELECT CURRENT_USER()".getBytes(StandardCharsets.US_ASCII);
    out.write(
        new Bytes()
            .number(sql.length + 1, 3)
            .number(0, 1)
            .number(COM_QUERY, 1)
            .bytes(sql)
            .toArray());
    for (int i = 0; i < PACKETS_OF_ANSWER - 1; i++) {
      packet(in);
    }
    byte[] row = packet(in);
    if ((row[HEADER_BYTES] & 0xff) == 0xfe) {
      row = packet(in);
    }
    int start = HEADER_BYTES + 1;
    return new String(row, start, row.length - start, StandardCharsets.UTF_8);
  }

  private static byte[] packet(DataInputStream in) throws IOException {
    byte[] header = new byte[HEADER_BYTES];
    in.readFully(header);
    int length = (header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16;
    byte[] whole = new byte[HEADER_BYTES + length];
    System.arraycopy(header, 0, whole, 0, HEADER_BYTES);
    in.readFully(whole, HEADER_BYTES, length);
    return whole;
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
