package io.tutti.plugins.sql.wire;

import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.log.Log;
import com.mysql.cj.protocol.ServerSession;
import com.mysql.cj.protocol.SocketConnection;
import com.mysql.cj.protocol.StandardSocketFactory;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import javax.net.ssl.SSLSocket;

/** Gives Connector/J sockets that are guarded; named by its property {@code socketFactory}. */
public final class ConnectorSockets extends StandardSocketFactory {
  @Override
  protected Socket createSocket(PropertySet properties) {
    try {
      return AnswerGuard.ofThisThread().socket();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the driver leaves the type open and takes a Socket
  public <T extends Closeable> T performTlsHandshake(
      SocketConnection connection, ServerSession session, Log log) throws IOException {
    SSLSocket encrypted = super.performTlsHandshake(connection, session, log);
    sslSocket = new GuardedSslSocket(encrypted, AnswerGuard.ofThisThread());
    return (T) sslSocket;
  }
}
