package io.tutti.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A key and a certificate for 127.0.0.1 that nobody signed but itself, another one each time. */
final class OwnCertificate {
  private static final String ALIAS = "own";
  private static final char[] PASSWORD = "changeit".toCharArray();

  private final KeyStore store;

  private OwnCertificate(KeyStore store) {
    this.store = store;
  }

  static OwnCertificate make() {
    try {
      Path folder = Files.createTempDirectory("own-certificate-");
      Path file = folder.resolve("own.p12");
      runKeytool(file);
      KeyStore own = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        own.load(in, PASSWORD);
      }
      Files.delete(file);
      Files.delete(folder);
      return new OwnCertificate(own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void runKeytool(Path file) throws IOException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "RSA",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "san=ip:127.0.0.1",
                "-storepass",
                new String(PASSWORD),
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException("keytool ended with " + keytool.exitValue());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** For a server of this process. */
  SSLContext context() {
    try {
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(store, PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** For database servers: the two files as PEM. */
  void write(Path certificate, Path key) {
    try {
      Files.writeString(certificate, pem("CERTIFICATE", store.getCertificate(ALIAS).getEncoded()));
      Files.writeString(key, pem("PRIVATE KEY", store.getKey(ALIAS, PASSWORD).getEncoded()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String kind, byte[] content) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, text, kind);
  }
}
