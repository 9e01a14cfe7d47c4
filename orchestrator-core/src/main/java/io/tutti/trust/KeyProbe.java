package io.tutti.trust;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server for the key and the certificate that it shows to everybody, and sends it nothing
 * but the name of an account. It answers to the scramble with random bytes and breaks off, which
 * counts as a broken handshake on the server.
 */
public final class KeyProbe {
  private static final int PACKETS_MAX = 4;
  private static final int SCRAMBLE_BYTES = 32;

  /** Long passwords, protocol 4.1, transactions, secure connection, plugins. */
  private static final int CAPABILITIES = 1 | 0x200 | 0x2000 | 0x8000 | 0x80000;

  private static final int TLS = 0x800;
  private static final int UTF8 = 33;
  private static final int RESERVED_BYTES = 23;

  private static final int MORE = 1;
  private static final int SWITCH = 0xfe;
  private static final int FULL_AUTHENTICATION = 4;
  private static final byte[] SEND_KEY = {2};
  private static final byte[] SEND_KEY_OF_SHA256 = {1};
  private static final String CACHING = "caching_sha2_password";
  private static final String SHA256 = "sha256_password";

  private static final SecureRandom RANDOM = new SecureRandom();

  private final InstanceAddress address;
  private final Deadline deadline;

  public KeyProbe(InstanceAddress address, Deadline deadline) {
    this.address = address;
    this.deadline = deadline;
  }

  /**
   * The RSA key for which that account's password would be encrypted; empty where it needs none.
   */
  public Optional<String> publicKey(String user) throws IOException {
    try (Socket socket = TimedSocket.connect(address, deadline)) {
      Packets packets = new Packets(socket);
      packets.read();
      packets.write(login(user));
      for (int i = 0; i < PACKETS_MAX; i++) {
        byte[] said = packets.read();
        Optional<byte[]> answer = answer(said);
        if (answer.isEmpty()) {
          return key(said);
        }
        packets.write(answer.get());
      }
      return Optional.empty();
    }
  }

  private static byte[] login(String user) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(number(CAPABILITIES));
    bytes.writeBytes(number(LoginPacket.BYTES_MAX));
    bytes.write(UTF8);
    bytes.writeBytes(new byte[RESERVED_BYTES]);
    bytes.writeBytes(user.getBytes(StandardCharsets.UTF_8));
    bytes.write(0);
    bytes.write(SCRAMBLE_BYTES);
    bytes.writeBytes(random());
    bytes.writeBytes(CACHING.getBytes(StandardCharsets.US_ASCII));
    bytes.write(0);
    return bytes.toByteArray();
  }

  /** What leads on to the key; empty where nothing does. */
  private static Optional<byte[]> answer(byte[] said) {
    if (said.length == 2 && said[0] == MORE && said[1] == FULL_AUTHENTICATION) {
      return Optional.of(SEND_KEY);
    }
    if (said.length > 1 && (said[0] & 0xff) == SWITCH) {
      String plugin = untilZero(said);
      return switch (plugin) {
        case CACHING -> Optional.of(random());
        case SHA256 -> Optional.of(SEND_KEY_OF_SHA256);
        default -> Optional.empty();
      };
    }
    return Optional.empty();
  }

  private static String untilZero(byte[] said) {
    int end = 1;
    while (end < said.length && said[end] != 0) {
      end++;
    }
    return new String(said, 1, end - 1, StandardCharsets.US_ASCII);
  }

  private static Optional<String> key(byte[] said) {
    String text =
        said.length > 1 && said[0] == MORE
            ? new String(said, 1, said.length - 1, StandardCharsets.US_ASCII).strip()
            : "";
    return text.startsWith("-----BEGIN PUBLIC KEY-----") ? Optional.of(text) : Optional.empty();
  }

  private static byte[] random() {
    byte[] bytes = new byte[SCRAMBLE_BYTES];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  private static byte[] number(int value) {
    return new byte[] {
      (byte) value, (byte) (value >>> 8), (byte) (value >>> 16), (byte) (value >>> 24)
    };
  }

  /** See {@link KnownServer#certificate}; empty where no TLS comes about that this JDK speaks. */
  public Optional<String> certificate() throws IOException {
    try (Socket socket = TimedSocket.connect(address, deadline)) {
      Packets packets = new Packets(socket);
      packets.read();
      ByteArrayOutputStream request = new ByteArrayOutputStream();
      request.writeBytes(number(CAPABILITIES | TLS));
      request.writeBytes(number(LoginPacket.BYTES_MAX));
      request.write(UTF8);
      request.writeBytes(new byte[RESERVED_BYTES]);
      packets.write(request.toByteArray());
      return handshake(socket);
    }
  }

  private Optional<String> handshake(Socket socket) throws IOException {
    Witness witness = new Witness();
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {witness}, null);
      socket.setSoTimeout(deadline.remainingMillis());
      SSLSocket encrypted =
          (SSLSocket)
              context.getSocketFactory().createSocket(socket, address.host(), address.port(), true);
      encrypted.startHandshake();
    } catch (SSLException e) {
      // Older TLS than this JDK speaks, or none of its ciphers: nothing was shown.
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    return Optional.ofNullable(witness.anchor.get());
  }

  /** Keeps what it is shown, and lets nobody in: nothing is said over that connection. */
  private static final class Witness implements X509TrustManager {
    private final AtomicReference<@Nullable String> anchor = new AtomicReference<>();

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) {
      try {
        anchor.set(Fingerprint.toPem("CERTIFICATE", anchor(List.of(chain)).getEncoded()));
      } catch (GeneralSecurityException e) {
        anchor.set(null);
      }
    }

    /** The last one of those that signed each other, from the server's own on. */
    private static X509Certificate anchor(List<X509Certificate> chain) {
      X509Certificate last = chain.getFirst();
      for (X509Certificate next : chain.subList(1, chain.size())) {
        try {
          last.verify(next.getPublicKey());
          last = next;
        } catch (GeneralSecurityException e) {
          return last;
        }
      }
      return last;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) {
      throw new UnsupportedOperationException("this is a client");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  /** Three bytes of length, one that counts them. */
  private final class Packets {
    private final DataInputStream in;
    private final OutputStream out;
    private int sequence;

    Packets(Socket socket) throws IOException {
      in = new DataInputStream(new TimedInput(socket, deadline));
      out = socket.getOutputStream();
    }

    byte[] read() throws IOException {
      LoginPacket packet = LoginPacket.read(in);
      sequence = packet.sequence() + 1;
      return packet.payload();
    }

    void write(byte[] payload) throws IOException {
      out.write(new LoginPacket(sequence, payload).bytes());
      out.flush();
    }
  }
}
