package io.tutti.binlog;

import io.tutti.binlog.file.BinlogTrouble.Kind;
import io.tutti.binlog.file.LogSourceException;
import io.tutti.binlog.live.LiveLogs;
import io.tutti.binlog.live.LiveServer;
import io.tutti.binlog.live.Wanted;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Whole binlogs of a server that the controller watches, read with its account. Who is let in is
 * decided as for all its connections: without TLS the password is sent as scrambles, or encrypted
 * for the key that is known of the server; over TLS to one whose certificate is known.
 */
public final class ServerLogs {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private ServerLogs() {}

  /**
   * Begins to read. To be closed.
   *
   * @param isVerified whether the checksum of each event is compared
   * @throws LogSourceException when the server does not send what is wanted
   */
  public static LiveLogs open(Target target, Wanted wanted, boolean isVerified) throws IOException {
    return LiveLogs.open(server(target), wanted, isVerified);
  }

  private static LiveServer server(Target target) throws IOException {
    return new LiveServer(
        target.address().host(),
        target.address().port(),
        target.credentials().user(),
        target.credentials().password(),
        tls(target),
        target.tls() == TlsMode.VERIFIED,
        target.trust().publicKey(),
        PATIENCE);
  }

  private static Optional<SSLContext> tls(Target target) throws IOException {
    if (target.tls() == TlsMode.DISABLED) {
      return Optional.empty();
    }
    try {
      return Optional.of(new TlsToServer(target).context());
    } catch (GeneralSecurityException e) {
      throw new LogSourceException(
          Kind.REFUSED, "TLS cannot be begun: " + e.getMessage(), "see the settings of TLS");
    }
  }
}
