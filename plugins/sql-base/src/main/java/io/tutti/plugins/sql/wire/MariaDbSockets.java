package io.tutti.plugins.sql.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/**
 * Gives MariaDB Connector/J sockets that are guarded; named by its option {@code socketFactory}.
 */
public final class MariaDbSockets extends SocketFactory {
  @Override
  public Socket createSocket() throws IOException {
    return AnswerGuard.ofThisThread().socket();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    throw connected();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    throw connected();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    throw connected();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    throw connected();
  }

  private static UnsupportedOperationException connected() {
    return new UnsupportedOperationException("the driver connects its sockets itself");
  }
}
