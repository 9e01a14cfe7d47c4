package io.tutti.binlog.live;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;

/** How a password is proved without being shown. */
final class Scramble {
  static final String NATIVE = "mysql_native_password";
  static final String CACHING = "caching_sha2_password";

  /** The random bytes of a server; a zero follows them. */
  private static final int SEED_BYTES = 20;

  private Scramble() {}

  static boolean isKnown(String plugin) {
    return plugin.equals(NATIVE) || plugin.equals(CACHING);
  }

  static byte[] of(String plugin, String password, byte[] sent) {
    if (password.isEmpty()) {
      return new byte[0];
    }
    byte[] seed = Arrays.copyOf(sent, SEED_BYTES);
    byte[] plain = password.getBytes(StandardCharsets.UTF_8);
    if (plugin.equals(CACHING)) {
      byte[] once = digest("SHA-256", plain);
      return xor(once, digest("SHA-256", digest("SHA-256", once), seed));
    }
    byte[] once = digest("SHA-1", plain);
    return xor(once, digest("SHA-1", seed, digest("SHA-1", once)));
  }

  /** The password, so that only the owner of the key can read it. */
  static byte[] encrypted(String password, byte[] sent, String pem)
      throws GeneralSecurityException {
    byte[] plain = (password + "\0").getBytes(StandardCharsets.UTF_8);
    byte[] mixed = new byte[plain.length];
    for (int i = 0; i < plain.length; i++) {
      mixed[i] = (byte) (plain[i] ^ sent[i % SEED_BYTES]);
    }
    byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    PublicKey key = KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der));
    Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
    cipher.init(Cipher.ENCRYPT_MODE, key);
    return cipher.doFinal(mixed);
  }

  private static byte[] xor(byte[] one, byte[] other) {
    byte[] result = new byte[one.length];
    for (int i = 0; i < one.length; i++) {
      result[i] = (byte) (one[i] ^ other[i]);
    }
    return result;
  }

  private static byte[] digest(String algorithm, byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has " + algorithm, e);
    }
  }
}
