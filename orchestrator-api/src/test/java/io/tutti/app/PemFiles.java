package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.Base64;

/** A certificate for this machine, and its key, as PEM files. */
final class PemFiles {
  private static final String PASSWORD = "changeit";

  private PemFiles() {}

  /** Writes {@code tls.crt} and {@code tls.key}, which only its owner can read. */
  static KeyStore make(Path folder) throws Exception {
    Path store = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "tutti",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=IP:127.0.0.1",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    Path key = folder.resolve("tls.key");
    write(folder.resolve("tls.crt"), "CERTIFICATE", keys.getCertificate("tutti").getEncoded());
    write(key, "PRIVATE KEY", keys.getKey("tutti", PASSWORD.toCharArray()).getEncoded());
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    return keys;
  }

  static void write(Path file, String kind, byte[] der) throws Exception {
    Files.writeString(
        file,
        "-----BEGIN %s-----%n%s%n-----END %s-----%n"
            .formatted(kind, Base64.getMimeEncoder().encodeToString(der), kind));
  }
}
