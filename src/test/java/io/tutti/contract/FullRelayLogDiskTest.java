package io.tutti.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Receiver;
import io.tutti.plugins.mysql57.MySql57Provider;
import io.tutti.plugins.mysql80.MySql80Provider;
import io.tutti.plugins.mysql84.MySql84Provider;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.tier.Matrix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The worst that a statement can do to a poller, for real: on 5.7.22 SHOW SLAVE STATUS hangs while
 * the relay logs' disk is full, and no KILL ends it. Needs root, as it mounts a small tmpfs;
 * without it {@link FlavorContract.Trouble} hangs a statement by a table lock only.
 */
@Matrix
class FullRelayLogDiskTest {
  private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(2);

  /**
   * For all of them to hang out their time: what this cuts off is not known to hang, and asked
   * again.
   */
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private static final int FILL_MEBIBYTES = 5;

  @Test
  void costsOnlyTheFactsOfTheHangingStatements() throws Exception {
    withFullDisk(
        ServerRelease.MYSQL_5_7_22,
        new MySql57Provider(),
        (replica, client) -> {
          await()
              .atMost(Duration.ofSeconds(30))
              .until(() -> !read(client).stalledStatements().isEmpty());

          InstanceState state = read(client);
          assertThat(state.stalledStatements()).contains("SHOW SLAVE STATUS");
          assertThat(state.channels().isUnknown()).isTrue();
          assertThat(state.channels().toString())
              .contains("SHOW SLAVE STATUS did not answer within 2 s; next try in");
          assertThat(state.identity().serverUuid().isKnown()).isTrue();
          assertThat(state.binlog().position().isKnown()).isTrue();

          Instant start = Instant.now();
          int stalled = read(client).stalledStatements().size();
          assertThat(Duration.between(start, Instant.now())).isLessThan(STATEMENT_TIMEOUT);
          // One for each, that of the packet in which the first one hung, ours, and this
          // question's.
          assertThat(ownThreads(replica)).isLessThanOrEqualTo(stalled + 3L);
        });
  }

  /** So the table that counts heartbeats is read there. */
  @ParameterizedTest
  @MethodSource
  void hangsNothingFrom80On(ServerRelease release, FlavorProvider provider) throws Exception {
    withFullDisk(
        release,
        provider,
        (replica, client) -> {
          await()
              .atMost(Duration.ofSeconds(30))
              .until(() -> receiver(read(client)).stateText().contains("disk space"));

          InstanceState state = read(client);
          assertThat(state.stalledStatements()).isEmpty();
          assertThat(receiver(state).heartbeats()).isInstanceOf(Observed.Known.class);
        });
  }

  static Stream<Arguments> hangsNothingFrom80On() {
    return Stream.of(
        Arguments.of(ServerRelease.MYSQL_8_0_15, new MySql80Provider()),
        Arguments.of(ServerRelease.MYSQL_9_7, new MySql84Provider()));
  }

  private static Receiver receiver(InstanceState state) {
    return state.channels().asOptional().orElseThrow().getFirst().receiver();
  }

  private static void withFullDisk(
      ServerRelease release,
      FlavorProvider provider,
      BiConsumer<SandboxServer, InstanceClient> look)
      throws Exception {
    Path disk = Files.createTempDirectory("tutti-relay");
    if (!run("mount", "-t", "tmpfs", "-o", "size=3m,mode=0777", "tmpfs", disk.toString())) {
      System.err.println("FullRelayLogDiskTest: no tmpfs can be mounted here; nothing was tested");
      return;
    }
    try (Sandbox sandbox =
        Sandbox.builder()
            .fastTimeouts()
            .release(release)
            .topology("1>2")
            .options(2, "relay_log=" + disk.resolve("relay"))
            .start()) {
      try (InstanceClient client = provider.open(target(sandbox.server(2)))) {
        assertThat(read(client).stalledStatements()).isEmpty();
        fill(sandbox.server(1));
        look.accept(sandbox.server(2), client);
      }
      sandbox.server(2).killHard();
    } finally {
      run("umount", "-l", disk.toString());
      Files.deleteIfExists(disk);
    }
  }

  private static InstanceState read(InstanceClient client) {
    return client.statusReader().read(List.of(), Deadline.after(DEADLINE));
  }

  private static void fill(SandboxServer source) {
    source.execute(
        "CREATE DATABASE d", "CREATE TABLE d.t (id INT AUTO_INCREMENT PRIMARY KEY, b LONGBLOB)");
    for (int i = 0; i < FILL_MEBIBYTES; i++) {
      source.execute("INSERT INTO d.t (b) VALUES (REPEAT('x', 1048576))");
    }
  }

  private static long ownThreads(SandboxServer server) {
    return server.query("SHOW PROCESSLIST").stream()
        .filter(row -> row.find("User").filter(SandboxAccount.ADMIN.user()::equals).isPresent())
        .count();
  }

  private static Target target(SandboxServer server) {
    return SandboxTrust.trusting(
        server,
        new Target(
            new InstanceAddress("127.0.0.1", server.port()),
            new Credentials(SandboxAccount.ADMIN.user(), SandboxAccount.ADMIN.password()),
            TlsMode.DISABLED,
            Target.AUTOMATIC,
            STATEMENT_TIMEOUT));
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }
}
