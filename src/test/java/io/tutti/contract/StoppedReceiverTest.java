package io.tutti.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ThreadState;
import io.tutti.plugins.mariadb10.MariaDb10Provider;
import io.tutti.plugins.mariadb11.MariaDb11Provider;
import io.tutti.plugins.mysql56.MySql56Provider;
import io.tutti.plugins.mysql57.MySql57Provider;
import io.tutti.plugins.mysql80.MySql80Provider;
import io.tutti.plugins.mysql84.MySql84Provider;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.ReplicaAcks;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a STOP of a receiver waits for whose source is frozen: nothing where it is connected, but
 * for an acknowledging one of MariaDB, which {@link ReplicaAcks} prevents (docs/failover.md).
 */
@Matrix
class StoppedReceiverTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration STATEMENT_MAX = Duration.ofSeconds(20);

  /** Less than the two seconds after which 8.0 wakes a receiver a second time. */
  private static final Duration AT_ONCE = Duration.ofMillis(1500);

  /** As servers have it by default: the receiver does not notice that its source is frozen. */
  private static final String NOTICES_LATE = "slave_net_timeout=60";

  private static final String ROWS =
      "SELECT (SELECT COUNT(*) FROM load_a.writes) + (SELECT COUNT(*) FROM load_b.writes)";

  @ParameterizedTest
  @EnumSource
  void oneThatIsConnectedToAFrozenSourceEndsAtOnce(ServerRelease release) throws Exception {
    SandboxBuilder builder =
        Sandbox.builder().fastTimeouts().release(release).topology("1>2").options(2, NOTICES_LATE);
    try (Sandbox sandbox =
            (release.has(ServerFeature.SEMI_SYNC) ? builder.semiSync() : builder).start();
        WriteLoad load = WriteLoad.start(sandbox.server(1), 50)) {
      SandboxServer source = sandbox.server(1);
      SandboxServer replica = sandbox.server(2);
      await().atMost(PATIENCE).ignoreExceptions().until(() -> rows(replica) > 20);
      try (InstanceClient client = open(release, replica)) {
        ReplicationControl control = client.replicationControl();
        source.freeze();
        Channel before = awaitNothingComes(client);
        assertThat(before.receiver().state()).isEqualTo(ThreadState.RUNNING);
        Optional<ReplicaAcks> acks = control.replicaAcks();
        Optional<Duration> wait = acks.flatMap(each -> each.stopWait(deadline()));
        assertThat(wait.isPresent()).isEqualTo(acknowledgesByItsServer(release));

        wait.ifPresent(time -> acks.orElseThrow().endAtOnce(deadline()));
        wait.ifPresent(time -> assertAcks(replica, "0", Duration.ofSeconds(1)));
        long began = System.nanoTime();
        control.stop(ReplicationThread.RECEIVER, "", deadline());
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        wait.ifPresent(time -> acks.orElseThrow().endAfter(time, deadline()));
        wait.ifPresent(time -> assertAcks(replica, "1", time));

        System.err.println(release + ": a receiver of a frozen source ended after " + took);
        assertThat(took).isLessThan(AT_ONCE);
        Channel after = channel(client);
        assertThat(after.receiver().state()).isEqualTo(ThreadState.STOPPED);
        assertThat(after.applier().state()).isEqualTo(ThreadState.RUNNING);
        assertThat(after.receiver().read()).isEqualTo(before.receiver().read());

        source.thaw();
        control.start(ReplicationThread.RECEIVER, "", deadline());
        load.close();
        await()
            .atMost(PATIENCE)
            .untilAsserted(() -> assertThat(rows(replica)).isEqualTo(rows(source)));
      } finally {
        source.thaw();
      }
    }
  }

  /** What was sent before it was frozen is received yet. */
  private static Channel awaitNothingComes(InstanceClient client) {
    List<Channel> seen = new ArrayList<>(List.of(channel(client)));
    await()
        .atMost(PATIENCE)
        .until(() -> {
          Channel before = seen.getLast();
          seen.add(channel(client));
          return before.receiver().read().equals(seen.getLast().receiver().read());
        });
    return seen.getLast();
  }

  private static long rows(SandboxServer server) {
    return Long.parseLong(server.queryValue(ROWS).orElseThrow());
  }

  /** Semi-sync is a part of MariaDB's server since 10.3, and a plugin elsewhere. */
  private static boolean acknowledgesByItsServer(ServerRelease release) {
    return release.family() == ServerFamily.MARIADB && release.has(ServerFeature.SEMI_SYNC);
  }

  private static void assertAcks(SandboxServer replica, String enabled, Duration wait) {
    assertThat(replica.queryValue("SELECT @@global.rpl_semi_sync_slave_enabled")).contains(enabled);
    assertThat(replica.queryValue("SELECT @@global.rpl_semi_sync_slave_kill_conn_timeout"))
        .contains(String.valueOf(wait.toSeconds()));
  }

  private static Channel channel(InstanceClient client) {
    return client.statusReader().read(List.of(), deadline()).knownChannels().getFirst();
  }

  private static Deadline deadline() {
    return Deadline.after(STATEMENT_MAX);
  }

  private static InstanceClient open(ServerRelease release, SandboxServer server) {
    SandboxAccount admin = SandboxAccount.ADMIN;
    return provider(release)
        .open(
            SandboxTrust.trusting(
                server,
                new Target(
                    new InstanceAddress(server.address().host(), server.port()),
                    new Credentials(admin.user(), admin.password()),
                    TlsMode.DISABLED,
                    Target.AUTOMATIC,
                    Duration.ofSeconds(10))));
  }

  private static FlavorProvider provider(ServerRelease release) {
    return switch (release) {
      case MYSQL_5_6_14 -> new MySql56Provider();
      case MYSQL_5_7_22 -> new MySql57Provider();
      case MYSQL_8_0_15 -> new MySql80Provider();
      case MYSQL_9_7 -> new MySql84Provider();
      case MARIADB_10_1_8, MARIADB_10_2_11, MARIADB_10_11_5 -> new MariaDb10Provider();
      case MARIADB_11_4_5 -> new MariaDb11Provider();
    };
  }
}
