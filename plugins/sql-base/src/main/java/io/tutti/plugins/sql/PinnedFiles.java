package io.tutti.plugins.sql;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keys and certificates of servers as files, for a driver that takes them by no other way. Nobody
 * but their owner can write to them; they are gone when the process ends.
 */
final class PinnedFiles {
  /** A key store has one; what it holds is public. */
  static final String STORE_PASSWORD = "public";

  private static final Map<String, Path> KEYS = new ConcurrentHashMap<>();
  private static final Map<List<String>, Path> STORES = new ConcurrentHashMap<>();

  private PinnedFiles() {}

  static Path ofKey(String pem) {
    return KEYS.computeIfAbsent(
        pem, key -> write("tutti-key-", key.getBytes(StandardCharsets.US_ASCII)));
  }

  /** A key store with those certificates. */
  static Path ofCertificates(List<String> pems) {
    return STORES.computeIfAbsent(pems, PinnedFiles::store);
  }

  private static Path write(String name, byte[] content) {
    try {
      Path file = Files.createTempFile(name, "");
      file.toFile().deleteOnExit();
      return Files.write(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path store(List<String> pems) {
    Path file = write("tutti-certificates-", new byte[0]);
    try (OutputStream out = Files.newOutputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      CertificateFactory certificates = CertificateFactory.getInstance("X.509");
      for (int i = 0; i < pems.size(); i++) {
        byte[] pem = pems.get(i).getBytes(StandardCharsets.US_ASCII);
        store.setCertificateEntry(
            "server-" + i, certificates.generateCertificate(new ByteArrayInputStream(pem)));
      }
      store.store(out, STORE_PASSWORD.toCharArray());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a certificate that was known cannot be read again", e);
    }
  }
}
