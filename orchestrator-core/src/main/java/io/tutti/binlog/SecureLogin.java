package io.tutti.binlog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.network.SSLMode;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.trust.Fingerprint;
import io.tutti.trust.LoginPacket;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLSocket;

/**
 * Lets the binlog client log in as the drivers do: without TLS by scrambles, or encrypted for the
 * key that is known of the server; over TLS to a server whose certificate is known.
 */
final class SecureLogin {
  private static final String CACHING = "caching_sha2_password";
  private static final String NATIVE = "_native_password";
  private static final int SWITCH = 0xfe;
  private static final int FULL_AUTHENTICATION = 4;

  private SecureLogin() {}

  static void secure(BinaryLogClient client, Target target, BinlogBounds bounds) {
    secure(client, target, DumpTrial.Way.AS_CONTROLLER, bounds);
  }

  static void secure(
      BinaryLogClient client, Target target, DumpTrial.Way way, BinlogBounds bounds) {
    boolean isKnown = target.tls() != TlsMode.DISABLED;
    boolean isSecure =
        switch (way) {
          case AS_CONTROLLER -> isKnown;
          case PLAIN -> false;
          case TLS -> true;
        };
    client.setSSLMode(isSecure ? SSLMode.REQUIRED : SSLMode.DISABLED);
    if (isSecure) {
      client.setSocketFactory(bounds::socket);
      client.setSslSocketFactory(
          isKnown ? new TlsToServer(target) : socket -> tlsToWhomever(socket, target));
    } else {
      client.setSocketFactory(() -> new GuardedSocket(target.trust().publicKey(), bounds));
    }
  }

  /** Encrypted: whoever shows no certificate that is known of the server gets scrambles only. */
  private static SSLSocket tlsToWhomever(Socket socket, Target target) throws SocketException {
    TlsToServer.Met met = TlsToServer.toWhomever(socket, target);
    return new WatchedTlsSocket(met.socket(), in -> new LoginInput(in, met.isKnown()));
  }

  /** Reads along while the client logs in, and breaks off before it would send its password. */
  private static final class GuardedSocket extends Socket {
    private final Optional<String> known;
    private final BinlogBounds bounds;
    private Optional<InputStream> guarded = Optional.empty();

    GuardedSocket(Optional<String> known, BinlogBounds bounds) {
      this.known = known;
      this.bounds = bounds;
    }

    @Override
    public synchronized InputStream getInputStream() throws IOException {
      if (guarded.isEmpty()) {
        guarded = Optional.of(new LoginInput(bounds.counted(super.getInputStream()), known));
      }
      return guarded.get();
    }
  }

  /** Hands on packet by packet until the server lets the client in, and everything from then on. */
  private static final class LoginInput extends InputStream {
    private final InputStream in;
    private final Optional<String> known;
    private final BooleanSupplier mayHavePassword;
    private final String otherwise;
    private ByteArrayInputStream packet = new ByteArrayInputStream(new byte[0]);
    private boolean greeted;
    private boolean loggedIn;

    LoginInput(InputStream in, Optional<String> known) {
      this.in = in;
      this.known = known;
      this.mayHavePassword = known::isPresent;
      this.otherwise = "the server wants the password encrypted for a key that is not known of it";
    }

    /**
     * Over TLS, where the server has greeted already.
     *
     * @param mayHavePassword whether it is known of whom it is read
     */
    LoginInput(InputStream in, BooleanSupplier mayHavePassword) {
      this.in = in;
      this.known = Optional.empty();
      this.mayHavePassword = mayHavePassword;
      this.otherwise =
          "the server wants the password, and shows a certificate that is not known of it";
      this.greeted = true;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      if (packet.available() == 0 && !loggedIn) {
        packet = new ByteArrayInputStream(next());
      }
      return packet.available() > 0
          ? packet.read(bytes, from, length)
          : in.read(bytes, from, length);
    }

    @Override
    public int available() throws IOException {
      return packet.available() + in.available();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }

    private byte[] next() throws IOException {
      LoginPacket read = LoginPacket.read(new DataInputStream(in));
      byte[] payload = read.payload();
      if (greeted && payload.length > 0) {
        judge(payload[0] & 0xff, new String(payload, 1, payload.length - 1, ISO_8859_1));
      }
      greeted = true;
      return read.bytes();
    }

    private void judge(int kind, String rest) throws IOException {
      switch (kind) {
        case 0 -> loggedIn = true;
        case SWITCH -> requireScramble(rest.split("\0", 2)[0]);
        case 1 -> {
          boolean wantsAll = rest.length() == 1 && rest.charAt(0) == FULL_AUTHENTICATION;
          boolean isKey = rest.length() > 1;
          if (wantsAll && !mayHavePassword.getAsBoolean() || isKey && !isKnown(rest)) {
            throw new ReadFailure.Untrusted(otherwise);
          }
        }
        default -> {
          // An error: the client reads it.
        }
      }
    }

    private static void requireScramble(String plugin) throws IOException {
      if (!plugin.equals(CACHING) && !plugin.endsWith(NATIVE)) {
        throw new ReadFailure.Untrusted("the server wants the password by the plugin " + plugin);
      }
    }

    private boolean isKnown(String shown) {
      return shown.strip().startsWith("-----BEGIN")
          && known.map(Fingerprint::of).filter(Fingerprint.of(shown.strip())::equals).isPresent();
    }
  }
}
