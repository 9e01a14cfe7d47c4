package io.tutti.acceptance;

import io.tutti.fixtures.LoopbackListener;
import io.tutti.sandbox.ServerAddress;
import java.io.IOException;
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
  private static final int OK = 0;
  private static final int ERROR = 0xff;
  private static final int MORE = 1;
  private static final int CACHED = 3;
  private static final int COM_QUERY = 3;

  /**
   * What answers a SELECT of one value: the count of columns, the column, maybe an end, the row.
   */
  private static final int PACKETS_OF_ANSWER = 3;

  private final LoopbackListener listener;
  private final ServerAddress real;
  private final List<String> sessions = new CopyOnWriteArrayList<>();

  RelayServer(ServerAddress real) {
    this.real = real;
    this.listener = LoopbackListener.serving(this::relay);
  }

  String address() {
    return listener.address();
  }

  /** Whose sessions it got on the real server: what that answered to CURRENT_USER(). */
  List<String> sessions() {
    return sessions;
  }

  private void relay(Socket socket) throws IOException {
    try (Socket behind = new Socket(real.host(), real.port())) {
      socket.setSoTimeout(TIME_MAX_MILLIS);
      behind.setSoTimeout(TIME_MAX_MILLIS);
      Wire client = Wire.of(socket);
      Wire server = Wire.of(behind);
      client.write(server.read());
      server.write(client.read());
      for (; ; ) {
        byte[] said = server.read();
        int kind = said[0] & 0xff;
        if (kind == OK) {
          sessions.add(currentUser(server));
          return;
        }
        client.write(said);
        boolean isCached = kind == MORE && said.length == 2 && said[1] == CACHED;
        if (kind == ERROR) {
          return;
        }
        if (!isCached) {
          server.write(client.read());
        }
      }
    }
  }

  private static String currentUser(Wire server) throws IOException {
    server.command(COM_QUERY, "SELECT CURRENT_USER()".getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < PACKETS_OF_ANSWER - 1; i++) {
      server.read();
    }
    byte[] row = server.read();
    if ((row[0] & 0xff) == 0xfe) {
      row = server.read();
    }
    return new String(row, 1, row.length - 1, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    listener.close();
  }
}
