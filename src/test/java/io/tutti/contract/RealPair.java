package io.tutti.contract;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ServerVersion;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.simulation.ReplicationContract;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** A real source and its replica, and what a test does to them beside the SPI. */
final class RealPair implements ReplicationContract.Pair {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  /**
   * As simulated servers are set. Else a killed one that finds its place by position remembers an
   * old place of its receiver, and applies transactions twice (5.6.14).
   */
  private static final String RECOVERING = "relay_log_recovery=ON";

  private final Sandbox sandbox;
  private final FlavorProvider provider;
  private final Map<String, Connection> locks = new HashMap<>();
  private int rows;
  private int beforehand;

  private RealPair(Sandbox sandbox, FlavorProvider provider) {
    this.sandbox = sandbox;
    this.provider = provider;
  }

  static RealPair start(ServerRelease release, FlavorProvider provider, boolean byGtid) {
    SandboxBuilder builder =
        Sandbox.builder().fastTimeouts().release(release).topology("1>2").options(2, RECOVERING);
    RealPair pair = new RealPair((byGtid ? builder : builder.positionBased()).start(), provider);
    pair.sandbox.servers().forEach(server -> pair.prepare(server, release));
    pair.server(1)
        .execute(
            "CREATE DATABASE a",
            "CREATE DATABASE b",
            "CREATE TABLE a.t (id INT PRIMARY KEY) ENGINE=InnoDB",
            "CREATE TABLE b.t (id INT PRIMARY KEY) ENGINE=InnoDB");
    pair.await(() -> pair.isThere("b"));
    return pair;
  }

  private void prepare(SandboxServer server, ServerRelease release) {
    String operator = "'" + KnobServers.OPERATOR.user() + "'@'%'";
    ServerVersion version =
        ServerVersion.parse(server.queryValue("SELECT @@version").orElseThrow());
    unlogged(
        server,
        "CREATE USER %s IDENTIFIED BY '%s'".formatted(operator, KnobServers.OPERATOR.password()));
    if (release.family() == ServerFamily.MARIADB) {
      unlogged(server, "GRANT SUPER ON *.* TO " + operator);
    }
    for (List<String> grants :
        List.of(
            provider.monitoringGrants(version, operator),
            provider.operatingGrants(version, operator))) {
      grants.forEach(grant -> unlogged(server, grant));
    }
  }

  private static void unlogged(SandboxServer server, String statement) {
    server.execute("SET SESSION sql_log_bin=0", statement);
  }

  private SandboxServer server(int node) {
    return sandbox.server(node);
  }

  private SandboxServer server(InstanceAddress address) {
    return address.equals(source()) ? server(1) : server(2);
  }

  private static InstanceAddress address(SandboxServer server) {
    return new InstanceAddress(server.address().host(), server.port());
  }

  private boolean isThere(String schema) {
    return server(2)
        .queryValue(
            "SELECT 1 FROM information_schema.tables WHERE table_schema='%s'".formatted(schema))
        .isPresent();
  }

  @Override
  public FlavorProvider provider() {
    return provider;
  }

  @Override
  public InstanceAddress source() {
    return address(server(1));
  }

  @Override
  public InstanceAddress replica() {
    return address(server(2));
  }

  @Override
  public InstanceClient open(InstanceAddress address) {
    return provider.open(
        SandboxTrust.trusting(
            server(address),
            new Target(
                address,
                KnobServers.OPERATOR,
                TlsMode.DISABLED,
                Target.AUTOMATIC,
                Duration.ofSeconds(10))));
  }

  private static String insert(String schema, int row) {
    return "INSERT INTO %s.t VALUES (%d)".formatted(schema, row);
  }

  @Override
  public void write(String schema) {
    server(1).execute(insert(schema, ++rows));
  }

  /** The very row that the source writes next. */
  @Override
  public void writeOnReplica(String schema) {
    beforehand = rows + 1;
    unlogged(server(2), insert(schema, beforehand));
  }

  @Override
  public void takeBackOnReplica(String schema) {
    unlogged(server(2), "DELETE FROM %s.t WHERE id = %d".formatted(schema, beforehand));
  }

  /** A lock of all gaps between its rows. */
  @Override
  public void lockOnReplica(String schema) {
    try {
      Connection lock = server(2).connect();
      locks.put(schema, lock);
      lock.setAutoCommit(false);
      try (Statement statement = lock.createStatement()) {
        statement.execute("SELECT * FROM " + schema + ".t FOR UPDATE");
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void unlockOnReplica(String schema) {
    try (Connection lock = Objects.requireNonNull(locks.remove(schema), schema)) {
      lock.rollback();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void rotateBinlogOfSource() {
    server(1).execute("FLUSH BINARY LOGS");
  }

  @Override
  public void restart(InstanceAddress address, boolean isKilled) {
    SandboxServer server = server(address);
    if (isKilled) {
      server.killHard();
      server.start();
    } else {
      server.restart();
    }
  }

  @Override
  public long rows(InstanceAddress address) {
    return Long.parseLong(
        server(address)
            .queryValue("SELECT (SELECT COUNT(*) FROM a.t) + (SELECT COUNT(*) FROM b.t)")
            .orElseThrow());
  }

  @Override
  public void await(BooleanSupplier condition) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(LOOK_EVERY)
        .ignoreExceptionsMatching(e -> e instanceof OrchestratorException)
        .until(condition::getAsBoolean);
  }

  /** They serve the next test, too. */
  @Override
  public void close() {
    locks.keySet().stream().toList().forEach(this::unlockOnReplica);
  }

  void stop() {
    sandbox.close();
  }
}
