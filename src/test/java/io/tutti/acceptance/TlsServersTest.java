package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tutti.discovery.FlavorCatalogue;
import io.tutti.discovery.GreetingProbe;
import io.tutti.discovery.KnownTargets;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Deadline;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.TlsMode;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Real servers with certificates of their own, and accounts that may not log in without TLS. */
class TlsServersTest {
  private static final Duration TIME_MAX = Duration.ofSeconds(20);

  @TempDir private Path folder;

  @ParameterizedTest
  @Releases(
      value = {ServerRelease.MYSQL_9_7, ServerRelease.MARIADB_11_4_5},
      thorough = {ServerRelease.MYSQL_8_0_15, ServerRelease.MARIADB_10_11_5})
  void isWatchedByTheCertificateThatIsKnownAndByNoOther(ServerRelease release) throws IOException {
    try (Sandbox sandbox = start(release)) {
      SandboxServer server = sandbox.server(1);
      InstanceAddress address = InstanceAddress.parse(server.address().toString());
      List<TrustInMemory> trusts = drivers(release).stream().map(d -> new TrustInMemory()).toList();
      for (int i = 0; i < trusts.size(); i++) {
        String driver = drivers(release).get(i);
        KnownTargets targets = TestTargets.of(trusts.get(i), driver, TlsMode.REQUIRED);
        OrchestratorException stranger = refusal(targets, release, address);
        assertThat(stranger.code()).as(driver).isEqualTo(ErrorCode.SERVER_UNTRUSTED);
        assertThat(stranger.observed()).contains("SHA256:");

        targets.trust(address, Optional.empty(), "anna", soon());

        assertThat(read(targets, release, address).channels().isKnown()).as(driver).isTrue();
      }
      showAnother(server);
      for (int i = 0; i < trusts.size(); i++) {
        String driver = drivers(release).get(i);
        KnownTargets targets = TestTargets.of(trusts.get(i), driver, TlsMode.REQUIRED);

        OrchestratorException refusal = refusal(targets, release, address);

        assertThat(refusal.code()).as(driver).isEqualTo(ErrorCode.SERVER_KEY_CHANGED);
        assertThat(refusal.observed()).containsPattern("SHA256:.*SHA256:");
        assertThat(trusts.get(i).actions()).contains("server.refused");
      }
    }
  }

  /** With the hash of the password it proves which certificate is its own. */
  @Test
  void oneOfMariaDb114ProvesItsCertificateWithoutAnAuthority() throws IOException {
    ServerRelease release = ServerRelease.MARIADB_11_4_5;
    try (Sandbox sandbox = start(release)) {
      InstanceAddress address = InstanceAddress.parse(sandbox.server(1).address().toString());
      KnownTargets targets = TestTargets.of(new TrustInMemory(), "mariadb", TlsMode.VERIFIED);

      assertThat(read(targets, release, address).channels().isKnown()).isTrue();
    }
  }

  /** The near miss of the one above: 10.11 has no such proof. */
  @Matrix
  @Test
  void oneOfMariaDb1011CannotProveIt() throws IOException {
    ServerRelease release = ServerRelease.MARIADB_10_11_5;
    try (Sandbox sandbox = start(release)) {
      InstanceAddress address = InstanceAddress.parse(sandbox.server(1).address().toString());
      KnownTargets targets = TestTargets.of(new TrustInMemory(), "mariadb", TlsMode.VERIFIED);

      assertThat(refusal(targets, release, address).code()).isEqualTo(ErrorCode.TLS_FAILED);
    }
  }

  private static List<String> drivers(ServerRelease release) {
    return release.family() == ServerFamily.MYSQL
        ? List.of("mysql", "mariadb")
        : List.of("mariadb");
  }

  /** MySQL makes itself an authority and a certificate; MariaDB is given one. */
  private Sandbox start(ServerRelease release) throws IOException {
    Sandbox sandbox;
    if (release.family() == ServerFamily.MYSQL) {
      sandbox = Sandbox.builder().fastTimeouts().release(release).topology("1").start();
    } else {
      writeAnother();
      sandbox =
          Sandbox.builder()
              .fastTimeouts()
              .release(release)
              .topology("1")
              .options("ssl=1", "ssl_cert=" + certificate(), "ssl_key=" + key())
              .start();
    }
    WatcherAccount.createOnAll(sandbox);
    sandbox.server(1).execute("SET SESSION sql_log_bin=0", "ALTER USER 'watcher'@'%' REQUIRE SSL");
    return sandbox;
  }

  private Path certificate() {
    return folder.resolve("server-cert.pem");
  }

  private Path key() {
    return folder.resolve("server-key.pem");
  }

  private void writeAnother() {
    OwnCertificate.make().write(certificate(), key());
  }

  private void showAnother(SandboxServer server) throws IOException {
    server.stop();
    if (server.release().family() == ServerFamily.MYSQL) {
      try (DirectoryStream<Path> made = Files.newDirectoryStream(server.dataDirectory(), "*.pem")) {
        for (Path file : made) {
          Files.delete(file);
        }
      }
    } else {
      writeAnother();
    }
    server.start();
  }

  private static Deadline soon() {
    return Deadline.after(TIME_MAX);
  }

  private static FlavorCatalogue catalogue(ServerRelease release) {
    return new FlavorCatalogue(List.of(WatcherAccount.provider(release)));
  }

  private static InstanceState read(
      KnownTargets targets, ServerRelease release, InstanceAddress address) {
    try (InstanceClient client =
        targets
            .identify(
                catalogue(release), address, () -> GreetingProbe.read(address, soon()), soon())
            .client()) {
      return client.statusReader().read(List.of(), soon());
    }
  }

  private static OrchestratorException refusal(
      KnownTargets targets, ServerRelease release, InstanceAddress address) {
    return catchThrowableOfType(OrchestratorException.class, () -> read(targets, release, address));
  }
}
