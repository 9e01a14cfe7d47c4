package io.tutti.acceptance;

import io.tutti.sandbox.SandboxServer;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
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
  private final DataInputStream in;
  private final OutputStream out;
  private int sequence;

  private Forger(SandboxServer server) throws IOException {
    socket = new Socket(server.address().host(), server.port());
    in = new DataInputStream(socket.getInputStream());
    out = socket.getOutputStream();
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
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(number(4_000_001, 4));
    bytes.write(host.length());
    bytes.writeBytes(host.getBytes(StandardCharsets.US_ASCII));
    bytes.write(0);
    bytes.write(0);
    bytes.writeBytes(number(port, 2));
    bytes.writeBytes(new byte[8]);
    return bytes.toByteArray();
  }

  private void logIn(String user, String password) throws IOException, GeneralSecurityException {
    read();
    ByteArrayOutputStream login = new ByteArrayOutputStream();
    login.writeBytes(number(CAPABILITIES, 4));
    login.writeBytes(number(1 << 24, 4));
    login.write(33);
    login.writeBytes(new byte[23]);
    login.writeBytes(user.getBytes(StandardCharsets.UTF_8));
    login.write(0);
    login.write(0);
    login.writeBytes("none\0".getBytes(StandardCharsets.US_ASCII));
    write(login.toByteArray());
    byte[] change = read();
    int end = 1;
    while (change[end] != 0) {
      end++;
    }
    String plugin = new String(change, 1, end - 1, StandardCharsets.US_ASCII);
    byte[] nonce = Arrays.copyOfRange(change, end + 1, end + 21);
    write(plugin.equals(CACHING) ? cached(password, nonce) : scrambled(password, nonce));
    byte[] answer = read();
    if (answer[0] == 1 && answer[1] == 4) {
      write(new byte[] {2});
      byte[] key = read();
      write(
          encrypted(
              password, nonce, new String(key, 1, key.length - 1, StandardCharsets.US_ASCII)));
      answer = read();
    } else if (answer[0] == 1) {
      answer = read();
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
    sequence = 0;
    byte[] whole = new byte[1 + argument.length];
    whole[0] = (byte) kind;
    System.arraycopy(argument, 0, whole, 1, argument.length);
    write(whole);
    requireOk(read());
  }

  private static void requireOk(byte[] answer) {
    if (answer[0] != 0) {
      throw new AssertionError(new String(answer, StandardCharsets.ISO_8859_1));
    }
  }

  private byte[] read() throws IOException {
    byte[] header = new byte[4];
    in.readFully(header);
    sequence = (header[3] & 0xff) + 1;
    byte[] payload =
        new byte[(header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16];
    in.readFully(payload);
    return payload;
  }

  private void write(byte[] payload) throws IOException {
    out.write(number(payload.length, 3));
    out.write(sequence);
    out.write(payload);
    out.flush();
  }

  private static byte[] number(int value, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (value >>> (8 * i));
    }
    return bytes;
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
