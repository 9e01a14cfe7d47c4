package io.tutti.contract;

import io.tutti.model.ServerVersion;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Capability;
import io.tutti.spi.Credentials;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.time.Duration;
import java.util.List;

/**
 * The servers of one contract: a source and its replica, a second source where the flavor can have
 * one, and on all of them an account with exactly the plugin's monitoring grants.
 */
final class ContractServers implements AutoCloseable {
  static final Credentials WATCHER = new Credentials("watcher", "watch-Only-1");

  /** Logs in and may nothing. */
  static final Credentials NOBODY = new Credentials("nobody", "may-Nothing-1");

  /** Short enough for tests that wait for it, long enough for a loaded machine. */
  static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(2);

  private static final int SOURCE = 1;
  private static final int REPLICA = 2;
  private static final int SECOND_SOURCE = 3;

  private final Sandbox sandbox;
  private final FlavorProvider provider;

  private ContractServers(Sandbox sandbox, FlavorProvider provider) {
    this.sandbox = sandbox;
    this.provider = provider;
  }

  static ContractServers start(
      ServerRelease release, FlavorProvider provider, List<String> replicaOptions) {
    boolean hasChannels = provider.capabilities().contains(Capability.MULTI_SOURCE);
    SandboxBuilder builder =
        Sandbox.builder()
            .fastTimeouts()
            .release(release)
            .topology(hasChannels ? "1>2,3>2" : "1>2")
            .options(REPLICA, replicaOptions.toArray(String[]::new));
    if (release.has(ServerFeature.SEMI_SYNC)) {
      // A commit must not wait long for an ack while a test has the replica stopped.
      builder
          .semiSync()
          .options(
              "loose_rpl_semi_sync_master_timeout=200", "loose_rpl_semi_sync_source_timeout=200");
    }
    ContractServers servers = new ContractServers(builder.start(), provider);
    servers.sandbox.servers().forEach(servers::prepare);
    return servers;
  }

  private void prepare(SandboxServer server) {
    String watcher = "'" + WATCHER.user() + "'@'%'";
    ServerVersion version =
        ServerVersion.parse(server.queryValue("SELECT @@version").orElseThrow());
    server.execute(
        "SET SESSION sql_log_bin=0",
        "CREATE USER " + watcher + " IDENTIFIED BY '" + WATCHER.password() + "'",
        "CREATE USER 'nobody'@'%' IDENTIFIED BY '" + NOBODY.password() + "'",
        // Not a monitoring grant: only who configures a heartbeat table knows its name.
        "GRANT SELECT ON heartbeats.* TO " + watcher);
    String[] grants = provider.monitoringGrants(version, watcher).stream().toArray(String[]::new);
    server.execute("SET SESSION sql_log_bin=0");
    for (String grant : grants) {
      server.execute("SET SESSION sql_log_bin=0", grant);
    }
  }

  SandboxServer source() {
    return sandbox.server(SOURCE);
  }

  SandboxServer replica() {
    return sandbox.server(REPLICA);
  }

  SandboxServer secondSource() {
    return sandbox.server(SECOND_SOURCE);
  }

  InstanceClient watch(SandboxServer server) {
    return provider.open(target(server, WATCHER, Target.AUTOMATIC));
  }

  InstanceClient watch(SandboxServer server, Credentials account, String driver) {
    return provider.open(target(server, account, driver));
  }

  static Target target(SandboxServer server, Credentials account, String driver) {
    return SandboxTrust.trusting(
        server,
        new Target(
            new io.tutti.model.InstanceAddress(server.address().host(), server.port()),
            account,
            TlsMode.DISABLED,
            driver,
            STATEMENT_TIMEOUT));
  }

  /** The only row that the server answers to the administrator. */
  static Row row(SandboxServer server, String sql) {
    List<Row> rows = server.query(sql);
    if (rows.isEmpty()) {
      throw new AssertionError(server + " answered no row to " + sql);
    }
    return rows.getFirst();
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
