package io.tutti.acceptance;

import io.tutti.fixtures.LoopbackListener;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Cipher;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A server that is none: it speaks the login of a database server, by every way that makes a client
 * hand over its password, and notes what it was given.
 */
final class RogueServer implements AutoCloseable {
  private static final int CAPABILITIES = 0x0008_a20f;
  private static final int TLS = 1 << 11;
  private static final byte[] SCRAMBLE = "12345678123456789012".getBytes(StandardCharsets.US_ASCII);
  private static final int AUTH_SWITCH = 0xfe;
  private static final int AUTH_MORE = 1;
  private static final int FULL_AUTHENTICATION = 4;
  private static final int WANTS_PUBLIC_KEY = 2;
  private static final int WANTS_PUBLIC_KEY_OF_SHA256 = 1;

  /** How it asks. */
  enum Trick {
    /** The cache of passwords is cold, it says, and sends a key of its own. */
    OWN_KEY("caching_sha2_password", true),
    OWN_KEY_OF_SHA256("sha256_password", true),
    CLEAR("mysql_clear_password", false),
    DIALOG("dialog", false),
    NOBODY_KNOWS("made_up_plugin", false);

    private final String plugin;
    private final boolean full;

    Trick(String plugin, boolean full) {
      this.plugin = plugin;
      this.full = full;
    }
  }

  private static final List<KeyPair> KEYS = List.of(keys(), keys());
  private static final List<SSLContext> OWN_CERTIFICATES =
      List.of(OwnCertificate.make().context(), OwnCertificate.make().context());

  private final LoopbackListener listener;
  private final Trick trick;
  private final String version;
  private final boolean tls;
  private final List<String> passwords = new CopyOnWriteArrayList<>();
  private final AtomicInteger shown = new AtomicInteger();
  private final List<String> logins = new CopyOnWriteArrayList<>();

  private RogueServer(Trick trick, String version, boolean tls) {
    this.trick = trick;
    this.version = version;
    this.tls = tls;
    this.listener = LoopbackListener.serving(this::talk);
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static RogueServer plain(Trick trick, String version) {
    return new RogueServer(trick, version, false);
  }

  /** With a certificate that nobody signed but itself. */
  static RogueServer selfSigned(Trick trick, String version) {
    return new RogueServer(trick, version, true);
  }

  String address() {
    return listener.address();
  }

  int port() {
    return listener.port();
  }

  /** From now on it shows another key and another certificate, as whoever takes its place does. */
  void becomeAnother() {
    shown.set(1);
  }

  /** What it was given, in clear. */
  List<String> passwords() {
    return passwords;
  }

  /** Who began to log in. */
  List<String> logins() {
    return logins;
  }

  private void talk(Socket client) throws IOException {
    try {
      Wire wire = Wire.of(client);
      wire.write(greeting());
      byte[] answer = wire.read();
      if (tls && answer.length == 32) {
        SSLSocket encrypted =
            (SSLSocket)
                OWN_CERTIFICATES
                    .get(shown.get())
                    .getSocketFactory()
                    .createSocket(client, null, true);
        encrypted.setUseClientMode(false);
        wire = Wire.of(encrypted);
        answer = wire.read();
      }
      logins.add(user(answer));
      ask(wire);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String user(byte[] response) {
    int end = 32;
    while (end < response.length && response[end] != 0) {
      end++;
    }
    return new String(response, 32, Math.max(0, end - 32), StandardCharsets.UTF_8);
  }

  private void ask(Wire wire) throws IOException, GeneralSecurityException {
    Bytes change = new Bytes().number(AUTH_SWITCH, 1).text(trick.plugin).number(0, 1);
    wire.write(change.bytes(trick.full ? SCRAMBLE : new byte[] {4}).number(0, 1));
    byte[] said = wire.read();
    if (trick == Trick.OWN_KEY) {
      wire.write(new Bytes().number(AUTH_MORE, 1).number(FULL_AUTHENTICATION, 1));
      said = wire.read();
    }
    if (trick.full && said.length == 1 && isKeyWanted(said[0])) {
      wire.write(new Bytes().number(AUTH_MORE, 1).text(publicKey()));
      said = wire.read();
    }
    note(said);
    wire.write(new Bytes().number(0xff, 1).number(1045, 2).text("#28000Access denied"));
  }

  private static boolean isKeyWanted(byte said) {
    return said == WANTS_PUBLIC_KEY || said == WANTS_PUBLIC_KEY_OF_SHA256;
  }

  private void note(byte[] said) throws GeneralSecurityException {
    if (said.length == 256) {
      try {
        Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
        cipher.init(Cipher.DECRYPT_MODE, KEYS.get(shown.get()).getPrivate());
        byte[] clear = cipher.doFinal(said);
        for (int i = 0; i < clear.length; i++) {
          clear[i] ^= SCRAMBLE[i % SCRAMBLE.length];
        }
        passwords.add(new String(clear, StandardCharsets.UTF_8).replace("\0", ""));
      } catch (GeneralSecurityException e) {
        // Encrypted for somebody else.
      }
    } else if (said.length > 1) {
      passwords.add(new String(said, StandardCharsets.UTF_8).replace("\0", ""));
    }
  }

  private String publicKey() {
    return "-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'})
            .encodeToString(KEYS.get(shown.get()).getPublic().getEncoded())
        + "\n-----END PUBLIC KEY-----\n";
  }

  private Bytes greeting() {
    return greeting(version, CAPABILITIES | (tls ? TLS : 0), "caching_sha2_password");
  }

  /** What a server without TLS says first, to which a scramble by that plugin is the answer. */
  static Bytes greeting(String version, String plugin) {
    return greeting(version, CAPABILITIES, plugin);
  }

  private static Bytes greeting(String version, int capabilities, String plugin) {
    return new Bytes()
        .number(10, 1)
        .zeroTerminated(version)
        .number(7, 4)
        .zeroTerminated("12345678")
        .number(capabilities & 0xffff, 2)
        .number(33, 1)
        .number(2, 2)
        .number(capabilities >>> 16, 2)
        .number(21, 1)
        .bytes(new byte[10])
        .zeroTerminated("123456789012")
        .zeroTerminated(plugin);
  }

  @Override
  public void close() {
    listener.close();
  }
}
