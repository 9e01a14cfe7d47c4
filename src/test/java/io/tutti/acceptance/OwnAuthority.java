package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A company's own authority, and the certificates that it signs, made with keytool alone. */
final class OwnAuthority {
  static final String PASSWORD = "changeit";

  private final Path folder;

  private OwnAuthority(Path folder) {
    this.folder = folder;
  }

  static OwnAuthority in(Path folder) throws IOException {
    OwnAuthority authority = new OwnAuthority(folder);
    authority.keytool(
        "authority", "-genkeypair", "-keyalg", "RSA", "-dname", "CN=own", "-ext", "bc:critical");
    authority.keytool(
        "authority", "-exportcert", "-rfc", "-file", authority.certificate().toString());
    return authority;
  }

  Path certificate() {
    return folder.resolve("authority.pem");
  }

  /** As docs/trust.md says it. */
  Path truststore() {
    PageBlock reported = PageExamples.blocks("trust.md", "With TLS").getFirst();
    PageShell shell = PageShell.in(folder).with("/etc/tutti", folder);
    String settings = shell.run(reported.text() + "echo \"$TUTTI_TARGET_TLS $TUTTI_OPTS\"").strip();
    Path store = folder.resolve("authorities.p12");
    assertThat(settings)
        .isEqualTo(
            "VERIFIED -Djavax.net.ssl.trustStore=%s -Djavax.net.ssl.trustStorePassword=%s"
                .formatted(store, PASSWORD));
    return store;
  }

  Path certificateOf(String name) {
    return folder.resolve(name + ".pem");
  }

  Path keyOf(String name) {
    return folder.resolve(name + ".key");
  }

  /**
   * Signs a certificate.
   *
   * @param name of its files
   * @param host whom it is for, as keytool writes it: {@code ip:127.0.0.1}
   */
  void sign(String name, String host) throws IOException {
    String request = folder.resolve(name + ".csr").toString();
    keytool(name, "-genkeypair", "-keyalg", "RSA", "-dname", "CN=" + name);
    keytool(name, "-certreq", "-file", request);
    keytool(
        "authority",
        "-gencert",
        "-rfc",
        "-infile",
        request,
        "-outfile",
        certificateOf(name).toString(),
        "-ext",
        "san=" + host);
    try (InputStream in = Files.newInputStream(folder.resolve(name + ".p12"))) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, PASSWORD.toCharArray());
      byte[] key = store.getKey(name, PASSWORD.toCharArray()).getEncoded();
      String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
      Files.writeString(
          keyOf(name),
          "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n".formatted(text));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void keytool(String alias, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(
        List.of(
            "-alias",
            alias,
            "-storetype",
            "PKCS12",
            "-keystore",
            folder.resolve(alias + ".p12").toString(),
            "-storepass",
            PASSWORD));
    run(all);
  }

  private static void run(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(arguments);
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
