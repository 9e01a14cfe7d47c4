package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tutti.binlog.BinlogStream;
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
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers whose certificates one's own authority has signed, as docs/trust.md says. */
@Matrix
class VerifiedServersTest {
  private static final Duration TIME_MAX = Duration.ofSeconds(20);
  private static final String STORE = "javax.net.ssl.trustStore";
  private static final String STORE_PASSWORD = "javax.net.ssl.trustStorePassword";
  private static final String RIGHT = "right";
  private static final String WRONG = "wrong";

  @TempDir private Path folder;
  private Path truststore;
  private OwnAuthority authority;

  @BeforeEach
  void makeAuthority() throws IOException {
    authority = OwnAuthority.in(folder);
    truststore = authority.truststore();
    authority.sign(RIGHT, "ip:127.0.0.1");
    authority.sign(WRONG, "dns:db7.example.org");
    System.setProperty(STORE, truststore.toString());
    System.setProperty(STORE_PASSWORD, OwnAuthority.PASSWORD);
  }

  @AfterEach
  void trustAsBefore() {
    System.clearProperty(STORE);
    System.clearProperty(STORE_PASSWORD);
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_9_7", "MARIADB_10_11_5"})
  void areReadByBothDriversAndTheirBinlogs(ServerRelease release) {
    try (Sandbox sandbox = start(release, RIGHT);
        RunningController controller =
            RunningController.start(
                Map.of(
                    "TUTTI_TARGET_TLS",
                    "VERIFIED",
                    "TUTTI_OPTS",
                    "-D%s=%s -D%s=%s"
                        .formatted(STORE, truststore, STORE_PASSWORD, OwnAuthority.PASSWORD)))) {
      InstanceAddress address = address(sandbox);
      for (String driver : drivers(release)) {
        KnownTargets targets = TestTargets.of(new TrustInMemory(), driver, TlsMode.VERIFIED);
        assertThat(read(targets, release, address).channels().isKnown()).as(driver).isTrue();
      }
      KnownTargets targets = TestTargets.of(new TrustInMemory(), "mariadb", TlsMode.VERIFIED);
      assertThat(beginning(targets, sandbox.server(1)).begunAt(log(sandbox), soon()).isKnown())
          .isTrue();

      controller.awaitDiscovered(address);
    }
  }

  /** The near miss: the authority is known, and the name is another one. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_9_7", "MARIADB_10_11_5"})
  void whoseCertificateIsOfAnotherNameAreRefused(ServerRelease release) {
    try (Sandbox sandbox = start(release, WRONG)) {
      InstanceAddress address = address(sandbox);
      for (String driver : drivers(release)) {
        KnownTargets targets = TestTargets.of(new TrustInMemory(), driver, TlsMode.VERIFIED);
        OrchestratorException refusal =
            catchThrowableOfType(
                OrchestratorException.class, () -> read(targets, release, address));

        assertThat(refusal).as(driver).isNotNull();
        assertThat(refusal.code()).as("%s: %s", driver, refusal).isEqualTo(ErrorCode.TLS_FAILED);
        assertThat(refusal.observed()).as(driver).contains(" is not for 127.0.0.1 ");
      }
      KnownTargets targets = TestTargets.of(new TrustInMemory(), "mariadb", TlsMode.VERIFIED);
      OrchestratorException refusal =
          catchThrowableOfType(
              OrchestratorException.class,
              () -> beginning(targets, sandbox.server(1)).begunAt(log(sandbox), soon()));
      assertThat(refusal).as("the binlog").isNotNull();
      assertThat(refusal.code()).as("%s", refusal).isEqualTo(ErrorCode.TLS_FAILED);
      assertThat(refusal.observed()).contains("its certificate is not for 127.0.0.1: ");
    }
  }

  private Sandbox start(ServerRelease release, String certificate) {
    Sandbox sandbox =
        Sandbox.builder()
            .fastTimeouts()
            .release(release)
            .topology("1")
            .options(
                "ssl_ca=" + authority.certificate(),
                "ssl_cert=" + authority.certificateOf(certificate),
                "ssl_key=" + authority.keyOf(certificate))
            .start();
    WatcherAccount.createOnAll(sandbox);
    sandbox.server(1).execute("SET SESSION sql_log_bin=0", "ALTER USER 'watcher'@'%' REQUIRE SSL");
    return sandbox;
  }

  private static InstanceAddress address(Sandbox sandbox) {
    return InstanceAddress.parse(sandbox.server(1).address().toString());
  }

  private static String log(Sandbox sandbox) {
    return sandbox.server(1).query("SHOW BINARY LOGS").getLast().firstText("Log_name");
  }

  private static BinlogStream beginning(KnownTargets targets, SandboxServer server) {
    return new BinlogStream(targets.targetFor(InstanceAddress.parse(server.address().toString())));
  }

  private static List<String> drivers(ServerRelease release) {
    return release.family() == ServerFamily.MYSQL
        ? List.of("mysql", "mariadb")
        : List.of("mariadb");
  }

  private static Deadline soon() {
    return Deadline.after(TIME_MAX);
  }

  private static InstanceState read(
      KnownTargets targets, ServerRelease release, InstanceAddress address) {
    FlavorCatalogue catalogue = new FlavorCatalogue(List.of(WatcherAccount.provider(release)));
    try (InstanceClient client =
        targets
            .identify(catalogue, address, () -> GreetingProbe.read(address, soon()), soon())
            .client()) {
      return client.statusReader().read(List.of(), soon());
    }
  }
}
