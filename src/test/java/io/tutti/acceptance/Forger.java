package io.tutti.acceptance;

import io.tutti.sandbox.SandboxServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;

/**
 * A client that registers itself as a replica (COM_REGISTER_SLAVE) at an address of its choice,
 * with an account that has REPLICATION SLAVE and nothing else. It is registered for as long as it
 * is connected, on some releases longer.
 */
final class Forger implements Closeable {
  private static final String CACHING = "caching_sha2_password";
  private static final int CAPABILITIES = 1 | 0x200 | 0x2000 | 0x8000 | 0x80000;
  private static final int QUERY = 3;
  private static final int REGISTER = 0x15;

  private final Socket socket;
  private final Wire wire;

  private Forger(SandboxServer server) throws IOException {
    socket = new Socket(server.address().host(), server.port());
    wire = Wire.of(socket);
  }

  /** Creates the account on the server, logs in with it, and registers. */
  static Forger register(SandboxServer server, int port, String... before) {
    server.execute(
        "SET SESSION sql_log_bin=0",
        "CREATE USER 'lowrepl'@'%' IDENTIFIED BY 'may-Replicate-1'",
        "GRANT REPLICATION SLAVE ON *.* TO 'lowrepl'@'%'");
    try {
      Forger forger = new Forger(server);
      forger.logIn("lowrepl", "may-Replicate-1");
      for (String statement : before) {
        forger.command(QUERY, statement.getBytes(StandardCharsets.UTF_8));
      }
      forger.command(REGISTER, registration("127.0.0.1", port));
      return forger;
    } catch (IOException | GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] registration(String host, int port) {
    return new Bytes()
        .number(4_000_001, 4)
        .prefixed(host)
        .number(0, 2)
        .number(port, 2)
        .number(0, 8)
        .toArray();
  }

  private void logIn(String user, String password) throws IOException, GeneralSecurityException {
    wire.read();
    wire.write(
        new Bytes()
            .number(CAPABILITIES, 4)
            .number(1 << 24, 4)
            .number(33, 1)
            .number(0, 23)
            .zeroTerminated(user)
            .number(0, 1)
            .zeroTerminated("none"));
    byte[] change = wire.read();
    int end = 1;
    while (change[end] != 0) {
      end++;
    }
    String plugin = new String(change, 1, end - 1, StandardCharsets.US_ASCII);
    byte[] nonce = Arrays.copyOfRange(change, end + 1, end + 21);
    wire.write(plugin.equals(CACHING) ? cached(password, nonce) : scrambled(password, nonce));
    byte[] answer = wire.read();
    if (answer[0] == 1 && answer[1] == 4) {
      wire.write(new byte[] {2});
      byte[] key = wire.read();
      wire.write(
          encrypted(
              password, nonce, new String(key, 1, key.length - 1, StandardCharsets.US_ASCII)));
      answer = wire.read();
    } else if (answer[0] == 1) {
      answer = wire.read();
    }
    requireOk(answer);
  }

  private static byte[] scrambled(String password, byte[] nonce) throws GeneralSecurityException {
    MessageDigest sha = MessageDigest.getInstance("SHA-1");
    byte[] once = sha.digest(password.getBytes(StandardCharsets.UTF_8));
    byte[] twice = sha.digest(once);
    sha.update(nonce);
    return xor(once, sha.digest(twice));
  }

  private static byte[] cached(String password, byte[] nonce) throws GeneralSecurityException {
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    byte[] once = sha.digest(password.getBytes(StandardCharsets.UTF_8));
    sha.update(sha.digest(once));
    return xor(once, sha.digest(nonce));
  }

  private static byte[] encrypted(String password, byte[] nonce, String pem)
      throws GeneralSecurityException {
    byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
    cipher.init(
        Cipher.ENCRYPT_MODE,
        KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der)));
    byte[] clear = (password + "\0").getBytes(StandardCharsets.UTF_8);
    return cipher.doFinal(xor(clear, nonce));
  }

  private static byte[] xor(byte[] one, byte[] other) {
    byte[] result = one.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] ^= other[i % other.length];
    }
    return result;
  }

  private void command(int kind, byte[] argument) throws IOException {
    wire.command(kind, argument);
    requireOk(wire.read());
  }

  private static void requireOk(byte[] answer) {
    if (answer[0] != 0) {
      throw new AssertionError(new String(answer, StandardCharsets.ISO_8859_1));
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
