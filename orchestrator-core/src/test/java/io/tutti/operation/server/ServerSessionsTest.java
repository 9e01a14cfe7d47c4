package io.tutti.operation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.discovery.FlavorCatalogue;
import io.tutti.discovery.Targets;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.Greeting;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.ServerTrust;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerSessionsTest {
  private static final int AT_ONCE_MAX = 16;

  private final FakeServers servers = new FakeServers();
  private final AtomicInteger connections = new AtomicInteger();
  private ServerTrust trust = new ServerTrust(Optional.empty(), List.of(), false);
  private boolean isToBeKnown;
  private final ServerSessions sessions =
      new ServerSessions(
          new FlavorCatalogue(List.of(servers)),
          new Targets() {
            @Override
            public Target targetFor(InstanceAddress address) {
              return new Target(
                      address,
                      new Credentials("u", "p"),
                      TlsMode.DISABLED,
                      Target.AUTOMATIC,
                      Duration.ofSeconds(1))
                  .trusting(trust);
            }

            @Override
            public FlavorCatalogue.Identified identify(
                FlavorCatalogue catalogue,
                InstanceAddress address,
                Supplier<Greeting> greeting,
                Deadline deadline) {
              connections.incrementAndGet();
              return Targets.super.identify(catalogue, address, greeting, deadline);
            }

            @Override
            public boolean isToBeKnown(InstanceAddress address) {
              return isToBeKnown;
            }

            @Override
            public List<HeartbeatTable> heartbeatsFor(InstanceAddress address) {
              return List.of();
            }
          },
          InstantSource.system());

  @AfterEach
  void close() {
    sessions.close();
    servers.close();
  }

  private Session open(FakeServer server, Duration within) {
    return sessions.open(server.address, Deadline.after(within));
  }

  /** What it shows at that login is kept: a session that was ready before would hide it. */
  @Test
  void aServerThatAPersonHasNamedIsConnectedToAgain() {
    FakeServer server = servers.start();
    open(server, Duration.ofSeconds(20)).close();
    isToBeKnown = true;

    open(server, Duration.ofSeconds(20)).close();

    assertThat(connections).hasValue(2);
  }

  /** What was given to a stranger is not what it is given once somebody vouches for it. */
  @Test
  void aServerThatWasJustTrustedIsConnectedToAgain() {
    FakeServer server = servers.start();
    try (Session stranger = open(server, Duration.ofSeconds(20))) {
      assertThat(stranger.isVouched()).isFalse();
    }
    open(server, Duration.ofSeconds(20)).close();
    assertThat(connections).as("the one is used again").hasValue(1);

    trust = new ServerTrust(Optional.empty(), List.of(), true);

    assertThat(sessions.isVouched(server.address)).isTrue();
    try (Session known = open(server, Duration.ofSeconds(20))) {
      assertThat(known.isVouched()).isTrue();
      assertThat(connections).hasValue(2);
    }
  }

  /** Whoever has no free connection for others keeps the one that was there. */
  @Test
  void aLockThatWasNotGivenBackEndsWithItsConnection() {
    FakeServer server = servers.start();
    try (Session session = open(server, Duration.ofSeconds(20))) {
      session.claimAlone("a", Deadline.after(Duration.ofSeconds(20)));
      session.giveBack("a", Deadline.after(Duration.ofSeconds(20)));
    }
    try (Session session = open(server, Duration.ofSeconds(20))) {
      assertThat(connections).as("the one is used again").hasValue(1);
      session.claimAlone("a", Deadline.after(Duration.ofSeconds(20)));
    }
    open(server, Duration.ofSeconds(20)).close();
    assertThat(connections).hasValue(2);
  }

  @Test
  void noServerIsSpokenToByMoreThanAFewAtOnce() {
    FakeServer one = servers.start();
    FakeServer other = servers.start();
    List<Session> open = new ArrayList<>();
    for (int each = 0; each < AT_ONCE_MAX; each++) {
      open.add(open(one, Duration.ofSeconds(20)));
    }
    assertThatThrownBy(() -> open(one, Duration.ofMillis(10)))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS));
    open(other, Duration.ofSeconds(20)).close();

    open.getFirst().close();
    open.getFirst().close();

    open.add(open(one, Duration.ofSeconds(20)));
    assertThatThrownBy(() -> open(one, Duration.ofMillis(10)))
        .isInstanceOf(OrchestratorException.class);
  }
}
