package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.discovery.FlavorCatalogue;
import io.tutti.discovery.GreetingProbe;
import io.tutti.discovery.KnownTargets;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Deadline;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** What SECURITY.md says of a server that hands a login on to a real one, as it is. */
class RelayTest {
  private static final Duration TIME_MAX = Duration.ofSeconds(20);

  /** Without TLS whoever is near enough to be contacted gets a session, and no password. */
  @ParameterizedTest
  @Releases(value = ServerRelease.MARIADB_10_11_5, thorough = ServerRelease.MYSQL_8_0_15)
  void getsASessionWithoutTls(ServerRelease release) {
    try (Sandbox sandbox = Sandbox.builder().fastTimeouts().release(release).topology("1").start();
        RelayServer relay = new RelayServer(sandbox.server(1).address())) {
      WatcherAccount.createOnAll(sandbox);
      KnownTargets targets =
          TestTargets.of(new TrustInMemory(), Target.AUTOMATIC, TlsMode.DISABLED);
      fillCache(targets, sandbox.server(1));

      identify(targets, release, relay.address());

      assertThat(relay.sessions()).contains("watcher@%");
    }
  }

  /** The advice of SECURITY.md: the relay logs in from elsewhere than the controller. */
  @Matrix
  @Test
  void getsNoneWhereTheAccountIsForTheHostOfTheControllerAlone() {
    ServerRelease release = ServerRelease.MARIADB_10_11_5;
    try (Sandbox sandbox = Sandbox.builder().fastTimeouts().release(release).topology("1").start();
        RelayServer relay = new RelayServer(sandbox.server(1).address())) {
      sandbox
          .server(1)
          .execute(
              "CREATE USER 'watcher'@'10.0.0.5' IDENTIFIED BY '%s'"
                  .formatted(WatcherAccount.PASSWORD));
      KnownTargets targets =
          TestTargets.of(new TrustInMemory(), Target.AUTOMATIC, TlsMode.DISABLED);

      OrchestratorException refusal = identify(targets, release, relay.address()).orElseThrow();

      assertThat(refusal.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
      assertThat(relay.sessions()).isEmpty();
    }
  }

  /** Nothing is said to whoever has no certificate that is known. */
  @Matrix
  @Test
  void getsNoneOverTls() {
    ServerRelease release = ServerRelease.MYSQL_8_0_15;
    try (Sandbox sandbox = Sandbox.builder().fastTimeouts().release(release).topology("1").start();
        RelayServer relay = new RelayServer(sandbox.server(1).address())) {
      WatcherAccount.createOnAll(sandbox);
      KnownTargets targets =
          TestTargets.of(new TrustInMemory(), Target.AUTOMATIC, TlsMode.REQUIRED);

      OrchestratorException refusal = identify(targets, release, relay.address()).orElseThrow();

      assertThat(refusal.code()).isEqualTo(ErrorCode.SERVER_UNTRUSTED);
      assertThat(relay.sessions()).isEmpty();
    }
  }

  /** MySQL 8.0 asks for the password itself until the account has logged in once. */
  private static void fillCache(KnownTargets targets, SandboxServer server) {
    InstanceAddress address = InstanceAddress.parse(server.address().toString());
    targets.trust(address, Optional.empty(), "anna", Deadline.after(TIME_MAX));
    assertThat(identify(targets, server.release(), address.toString())).isEmpty();
  }

  private static Optional<OrchestratorException> identify(
      KnownTargets targets, ServerRelease release, String at) {
    InstanceAddress address = InstanceAddress.parse(at);
    Deadline deadline = Deadline.after(TIME_MAX);
    FlavorCatalogue catalogue = new FlavorCatalogue(List.of(WatcherAccount.provider(release)));
    try (InstanceClient client =
        targets
            .identify(catalogue, address, () -> GreetingProbe.read(address, deadline), deadline)
            .client()) {
      client.readBanner(deadline);
      return Optional.empty();
    } catch (OrchestratorException e) {
      return Optional.of(e);
    }
  }
}
