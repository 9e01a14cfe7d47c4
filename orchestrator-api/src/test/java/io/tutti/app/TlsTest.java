package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.FakeServers;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;
  private KeyStore keys;

  @BeforeEach
  void makeCertificate() throws Exception {
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
    keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    pem("CERTIFICATE", keys.getCertificate("tutti").getEncoded(), "tls.crt");
    pem("PRIVATE KEY", keys.getKey("tutti", PASSWORD.toCharArray()).getEncoded(), "tls.key");
    Files.setPosixFilePermissions(
        folder.resolve("tls.key"), PosixFilePermissions.fromString("rw-------"));
  }

  private void pem(String kind, byte[] der, String file) throws Exception {
    Files.writeString(
        folder.resolve(file),
        "-----BEGIN %s-----%n%s%n-----END %s-----%n"
            .formatted(kind, Base64.getMimeEncoder().encodeToString(der), kind));
  }

  private SSLContext trusting() throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore certificates = KeyStore.getInstance(KeyStore.getDefaultType());
    certificates.load(null, null);
    certificates.setCertificateEntry("tutti", keys.getCertificate("tutti"));
    trust.init(certificates);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void speaksTlsWithThePemFilesOfItsSettings() throws Exception {
    Path home = folder.resolve("home");
    List<String> flags =
        List.of(
            "--tutti.home=" + home,
            "--tutti.http.port=0",
            "--tutti.http.tls-certificate=" + folder.resolve("tls.crt"),
            "--tutti.http.tls-key=" + folder.resolve("tls.key"));
    try (FakeServers servers = new FakeServers();
        Controller controller =
            Controller.start(Main.settings(flags, Map.of(), folder), () -> List.of(servers));
        HttpClient https = HttpClient.newBuilder().sslContext(trusting()).build()) {
      assertThat(controller.url()).startsWith("https://127.0.0.1:");
      assertThat(
              https
                  .send(
                      HttpRequest.newBuilder(URI.create(controller.url() + "/api/v1/health"))
                          .build(),
                      BodyHandlers.ofString())
                  .statusCode())
          .isEqualTo(200);
      assertThat(Files.readString(home.resolve("controller.json")))
          .contains("\"certificate\":\"" + folder.resolve("tls.crt"));
      try (RawHttp plain = RawHttp.to(controller.url())) {
        plain.send("GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(plain.readAll()).doesNotContain("200", "UP");
      }
    }
  }

  @Test
  void refusesHalfOfIt() {
    for (String half :
        List.of(
            "--tutti.http.tls-certificate=" + folder.resolve("tls.crt"),
            "--tutti.http.tls-key=/none")) {
      assertThatThrownBy(() ->
              Controller.start(
                  Main.settings(
                      List.of("--tutti.home=" + folder.resolve("other"), half), Map.of(), folder),
                  List::of))
          .isInstanceOf(OrchestratorException.class)
          .hasMessageContaining("tls");
    }
  }
}
