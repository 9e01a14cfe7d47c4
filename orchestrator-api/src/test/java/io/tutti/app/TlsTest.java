package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.FakeServers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
  @TempDir private Path folder;
  private KeyStore keys;

  @BeforeEach
  void makeCertificate() throws Exception {
    keys = PemFiles.make(folder);
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
            Controller.start(Main.settings(flags, Map.of(), folder), () -> Plugins.of(servers));
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
                  Plugins::of))
          .isInstanceOf(OrchestratorException.class)
          .hasMessageContaining("tls");
    }
  }

  /** It started, and nobody could connect, or there was a stack trace of forty lines. */
  @Test
  void filesThatNoTlsCanBeSpokenWithAreRefusedInOneSentence() throws Exception {
    Path certificate = folder.resolve("tls.crt");
    Path key = folder.resolve("tls.key");
    Path nonsense = Files.writeString(folder.resolve("nonsense"), "nonsense");
    Path empty = Files.writeString(folder.resolve("empty"), "");
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    PemFiles.write(
        folder.resolve("another.key"),
        "PRIVATE KEY",
        generator.generateKeyPair().getPrivate().getEncoded());
    generator = KeyPairGenerator.getInstance("RSA");
    PemFiles.write(
        folder.resolve("rsa.key"),
        "PRIVATE KEY",
        generator.generateKeyPair().getPrivate().getEncoded());

    assertThat(new TlsFiles(certificate, key).trouble()).isEmpty();
    assertThat(new TlsFiles(certificate, key).doubt()).isEmpty();
    for (Path none : List.of(nonsense, empty, key)) {
      assertThat(new TlsFiles(none, key).trouble().orElseThrow()).contains("holds no certificate");
    }
    for (Path none : List.of(nonsense, empty, certificate)) {
      assertThat(new TlsFiles(certificate, none).trouble().orElseThrow()).contains("holds no key");
    }
    for (String other : List.of("another.key", "rsa.key")) {
      assertThat(new TlsFiles(certificate, folder.resolve(other)).trouble().orElseThrow())
          .contains("is not that of the certificate");
    }
    assertThatThrownBy(() ->
            RunningController.start(
                folder.resolve("home"),
                new FakeServers(),
                "--tutti.http.tls-certificate=" + certificate,
                "--tutti.http.tls-key=" + folder.resolve("another.key")))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("is not that of the certificate");
  }
}
