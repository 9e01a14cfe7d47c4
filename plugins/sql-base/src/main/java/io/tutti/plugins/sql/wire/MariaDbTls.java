package io.tutti.plugins.sql.wire;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.mariadb.jdbc.plugin.tls.main.DefaultTlsSocketPlugin;

/** TLS as MariaDB Connector/J speaks it, guarded; named by its option {@code tlsSocketType}. */
public final class MariaDbTls extends DefaultTlsSocketPlugin {
  public static final String TYPE = "guarded";

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public SSLSocket createSocket(Socket socket, SSLSocketFactory factory) throws IOException {
    return new GuardedSslSocket(super.createSocket(socket, factory), AnswerGuard.ofThisThread());
  }
}
