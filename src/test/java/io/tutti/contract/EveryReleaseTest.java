package io.tutti.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.ReplicationChannel;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.SandboxLink;
import io.tutti.sandbox.SandboxLink.CutMode;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;

/** A source and a replica of every pinned release, replicating by GTID over a proxied link. */
@ParameterizedClass
@Releases
class EveryReleaseTest {

  private static Optional<Sandbox> sandbox = Optional.empty();
  private static int tables;

  private final ServerRelease release;

  EveryReleaseTest(ServerRelease release) {
    this.release = release;
  }

  @BeforeParameterizedClassInvocation
  static void startSandbox(ServerRelease release) {
    startLone(release);
    long begin = System.nanoTime();
    sandbox =
        Optional.of(
            Sandbox.builder()
                .fastTimeouts()
                .topology("1>2")
                .release(release)
                .proxiedLinks()
                .options("slave_net_timeout=2")
                .initialSql("CREATE USER 'extra'@'%' IDENTIFIED BY 'extra-password'")
                .start());
    print(release, "replicating pair", begin);
  }

  /** Makes the template if need be, so that the second start is what a user sees every day. */
  private static void startLone(ServerRelease release) {
    try (Sandbox first = Sandbox.builder().fastTimeouts().release(release).start()) {
      assertThat(first.servers()).hasSize(1);
    }
    long begin = System.nanoTime();
    try (Sandbox lone = Sandbox.builder().fastTimeouts().release(release).start()) {
      print(release, "lone server", begin);
      assertThat(lone.server(1).isRunning()).isTrue();
    }
  }

  private static void print(ServerRelease release, String what, long beginNanos) {
    System.out.printf(
        "%s: %s up in %d ms%n", release, what, (System.nanoTime() - beginNanos) / 1_000_000);
  }

  @AfterParameterizedClassInvocation
  static void removeSandbox() {
    sandbox.ifPresent(Sandbox::close);
    sandbox = Optional.empty();
  }

  private SandboxServer source() {
    return sandbox.orElseThrow().server(1);
  }

  private SandboxServer replica() {
    return sandbox.orElseThrow().server(2);
  }

  private SandboxLink link() {
    return sandbox.orElseThrow().link(1, 2);
  }

  private String newTable() {
    String table = "t%d.rows".formatted(++tables);
    source()
        .execute(
            "CREATE DATABASE t%d".formatted(tables),
            "CREATE TABLE %s (id int PRIMARY KEY)".formatted(table).replace("rows", "`rows`"));
    return table.replace("rows", "`rows`");
  }

  private static Optional<String> count(SandboxServer server, String table) {
    try {
      return server.queryValue("SELECT COUNT(*) FROM " + table);
    } catch (SandboxException notThereYet) {
      return Optional.empty();
    }
  }

  private void awaitOnReplica(String table, int rows) {
    await()
        .atMost(30, SECONDS)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(() ->
            assertThat(count(replica(), table))
                .as("rows of %s, %s", table, replica().replication())
                .contains(String.valueOf(rows)));
  }

  @Test
  void isThePinnedVersion() {
    assertThat(source().queryValue("SELECT @@version"))
        .hasValueSatisfying(version -> assertThat(release.matchesVersion(version)).isTrue());
  }

  @Test
  void replicatesRows() {
    String table = newTable();
    source().execute("INSERT INTO %s VALUES (1), (2), (3)".formatted(table));
    awaitOnReplica(table, 3);
  }

  @Test
  void givesItsReplicaItsOwnAddressAndIdentity() {
    assertThat(source().queryValue("SELECT @@report_port"))
        .contains(String.valueOf(source().port()));
    assertThat(source().queryValue("SELECT @@server_id"))
        .isNotEqualTo(replica().queryValue("SELECT @@server_id"));
    assertThat(source().queryValue("SELECT @@binlog_format")).contains("ROW");
    assertThat(replica().queryValue("SELECT @@read_only")).contains("1");
    assertThat(source().queryValue("SELECT @@read_only")).contains("0");
    assertThat(replica().replication())
        .singleElement()
        .satisfies(channel -> assertThat(channel.source()).isEqualTo(link().proxyAddress()));
  }

  @Test
  void hasAnIdentityOfItsOwnAlthoughItsDataIsACopy() {
    if (release.family() == ServerFamily.MYSQL) {
      assertThat(source().queryValue("SELECT @@server_uuid"))
          .isPresent()
          .isNotEqualTo(replica().queryValue("SELECT @@server_uuid"));
    }
    assertThat(source().dataDirectory()).isDirectory().isNotEqualTo(replica().dataDirectory());
  }

  @Test
  void hasTheAccountsThatWereAskedForOnEveryServerAndUnlogged() throws SQLException {
    SandboxAccount extra = new SandboxAccount("extra", "extra-password");
    for (SandboxServer server : sandbox.orElseThrow().servers()) {
      try (var connection = server.connect(extra, Duration.ofSeconds(5))) {
        assertThat(connection.isValid(5)).isTrue();
      }
    }
    assertThat(replica().replication()).allMatch(ReplicationChannel::isRunning);
  }

  @Test
  void keepsItsDataWhenItIsKilledAndStartedAgain() {
    String table = newTable();
    source().execute("INSERT INTO %s VALUES (1), (2)".formatted(table));
    awaitOnReplica(table, 2);
    long before = source().pid();
    int port = source().port();

    source().killHard();
    assertThat(source().isRunning()).isFalse();
    source().start();

    assertThat(source().pid()).isNotEqualTo(before);
    assertThat(source().port()).isEqualTo(port);
    assertThat(count(source(), table)).contains("2");
    source().execute("INSERT INTO %s VALUES (3)".formatted(table));
    awaitOnReplica(table, 3);
  }

  @Test
  void startsWithOptionsForOneRunOnly() {
    replica().restart("long_query_time=7", "skip_slave_start");
    assertThat(replica().queryValue("SELECT @@long_query_time"))
        .hasValueSatisfying(seconds -> assertThat(seconds).startsWith("7"));
    assertThat(replica().replication()).noneMatch(ReplicationChannel::isRunning);

    replica().restart();
    assertThat(replica().queryValue("SELECT @@long_query_time"))
        .hasValueSatisfying(seconds -> assertThat(seconds).doesNotStartWith("7"));
    String table = newTable();
    awaitOnReplica(table, 0);
  }

  @Test
  void acceptsConnectionsButDoesNotAnswerWhileFrozen() throws SQLException {
    replica().freeze();
    try {
      assertThat(replica().isRunning()).isTrue();
      assertThatThrownBy(
              () -> replica().connect(SandboxAccount.ADMIN, Duration.ofMillis(300)).close())
          .isInstanceOf(SQLException.class);
    } finally {
      replica().thaw();
    }
    try (var connection = replica().connect()) {
      assertThat(connection.isValid(10)).isTrue();
    }
  }

  @Test
  void losesItsSourceWhenTheLinkIsCutAndFindsItWhenItIsHealed() {
    String table = newTable();
    awaitOnReplica(table, 0);
    for (CutMode mode : CutMode.values()) {
      link().cut(mode);
      assertThat(link().isCut()).isTrue();
      source().execute("INSERT INTO %s VALUES (%d)".formatted(table, mode.ordinal()));
      await()
          .atMost(20, SECONDS)
          .until(() -> replica().replication().stream().noneMatch(ReplicationChannel::isRunning));
      assertThat(count(replica(), table)).contains(String.valueOf(mode.ordinal()));

      link().heal();
      awaitOnReplica(table, mode.ordinal() + 1);
    }
  }

  @Test
  void arrivesLaterOverADelayedLink() {
    String table = newTable();
    awaitOnReplica(table, 0);
    link().delay(Duration.ofMillis(400));
    try {
      long begin = System.nanoTime();
      source().execute("INSERT INTO %s VALUES (1)".formatted(table));
      awaitOnReplica(table, 1);
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(390));
    } finally {
      link().delay(Duration.ZERO);
    }
  }

  @Test
  void loadsTheSemiSyncItIsSaidToHave() {
    if (!release.has(ServerFeature.SEMI_SYNC)) {
      return;
    }
    try (Sandbox semiSync =
        Sandbox.builder().fastTimeouts().topology("1>2").release(release).semiSync().start()) {
      semiSync.server(1).execute("CREATE DATABASE acked");
      assertThat(semiSync.server(1).query("SHOW GLOBAL STATUS LIKE 'Rpl_semi_sync%_yes_tx'"))
          .singleElement()
          .satisfies(row ->
              assertThat(row.find("Value").map(Integer::valueOf))
                  .hasValueSatisfying(acked -> assertThat(acked).isPositive()));
    }
  }
}
