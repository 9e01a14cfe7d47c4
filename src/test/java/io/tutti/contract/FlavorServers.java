package io.tutti.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Capability;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.InstanceClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * A source and a replica of one release, read through a flavor plugin with the least privileges.
 * Each test leaves replication running.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FlavorServers {
  static final Duration DEADLINE = Duration.ofSeconds(8);
  static final Duration PATIENCE = Duration.ofSeconds(60);
  static final HeartbeatTable HEARTBEAT = new HeartbeatTable("heartbeats", "beat", "ts");

  /** As pt-heartbeat makes it: each server that runs it has a row. */
  static final HeartbeatTable HEARTBEATS = new HeartbeatTable("heartbeats", "beats", "ts");

  final ServerRelease release;
  final FlavorProvider provider;
  final ReleaseFacts facts;
  ContractServers servers;
  InstanceClient sourceClient;
  InstanceClient replicaClient;
  int nextRow;

  @SuppressWarnings("NullAway.Init") // set before the first test
  FlavorServers(ServerRelease release, FlavorProvider provider, ReleaseFacts facts) {
    this.release = release;
    this.provider = provider;
    this.facts = facts;
  }

  @BeforeAll
  void startServers() {
    servers = ContractServers.start(release, provider, facts.replicaOptions());
    sourceClient = servers.watch(servers.source());
    replicaClient = servers.watch(servers.replica());
    for (String schema : List.of("a", "b", "heartbeats")) {
      servers.source().execute("CREATE DATABASE " + schema);
    }
    servers
        .source()
        .execute(
            "CREATE TABLE a.t (id INT PRIMARY KEY, v INT) ENGINE=InnoDB",
            "CREATE TABLE b.t (id INT PRIMARY KEY, v INT) ENGINE=InnoDB",
            "CREATE TABLE heartbeats.beat (id INT PRIMARY KEY, ts VARCHAR(26)) ENGINE=InnoDB",
            "CREATE TABLE heartbeats.beats (ts VARCHAR(26) NOT NULL, server_id INT UNSIGNED PRIMARY KEY,"
                + " file VARCHAR(255), position BIGINT UNSIGNED) ENGINE=InnoDB",
            "INSERT INTO a.t VALUES (0, 0)");
    awaitCaughtUp();
  }

  @AfterAll
  void stopServers() {
    sourceClient.close();
    replicaClient.close();
    servers.close();
  }

  protected final ContractServers servers() {
    return servers;
  }

  protected final InstanceState readSource() {
    return sourceClient.statusReader().read(List.of(), Deadline.after(DEADLINE));
  }

  protected final InstanceState readReplica(HeartbeatTable... heartbeats) {
    return replicaClient.statusReader().read(List.of(heartbeats), Deadline.after(DEADLINE));
  }

  /** The channel from the first source. */
  protected final Channel channel(InstanceState state) {
    return known(state.channels()).stream()
        .filter(channel -> channel.source().port() == servers.source().port())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no channel from the source in " + state.channels()));
  }

  protected static <T> T known(Observed<T> fact) {
    if (fact instanceof Observed.Known<T>(T value)) {
      return value;
    }
    throw new AssertionError("expected a known fact, but it is " + fact);
  }

  boolean can(Capability capability) {
    return provider.capabilities().contains(capability);
  }

  void awaitCaughtUp() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(() ->
            assertThat(facts.executed(servers.replica()).contains(facts.executed(servers.source())))
                .isTrue());
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(() -> {
          Channel channel = channel(readReplica());
          assertThat(channel.isReplicating()).isTrue();
          assertThat(channel.applier().executed()).isEqualTo(channel.receiver().read());
        });
  }

  void insert(String schema) {
    servers.source().execute("INSERT INTO " + schema + ".t VALUES (" + ++nextRow + ", 0)");
  }

  /** Runs with row 0 of schema a locked on the replica, so that its worker waits. */
  void whileSchemaAIsLocked(Runnable body) throws SQLException {
    try (Connection blocker = servers.replica().connect();
        Statement statement = blocker.createStatement()) {
      blocker.setAutoCommit(false);
      statement.execute("UPDATE a.t SET v = v + 1 WHERE id = 0");
      try {
        body.run();
      } finally {
        blocker.rollback();
      }
    }
    awaitCaughtUp();
  }
}
