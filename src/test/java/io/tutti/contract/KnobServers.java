package io.tutti.contract;

import static org.awaitility.Awaitility.await;

import io.tutti.model.InstanceAddress;
import io.tutti.model.ServerVersion;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Credentials;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.spi.knob.Knob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A source, its replica, and a server whose option file names no knob, with an account that may do
 * what {@link FlavorProvider#operatingGrants} gives.
 */
final class KnobServers implements AutoCloseable {
  static final Credentials OPERATOR = new Credentials("operator", "may-Operate-1");
  static final Credentials BEGINNER = new Credentials("beginner", "may-Nothing-1");
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Sandbox sandbox;
  private final FlavorProvider provider;
  private final ServerRelease release;
  private final ServerVersion version;

  private KnobServers(Sandbox sandbox, FlavorProvider provider, ServerRelease release) {
    this.sandbox = sandbox;
    this.provider = provider;
    this.release = release;
    this.version =
        ServerVersion.parse(sandbox.server(2).queryValue("SELECT @@version").orElseThrow());
  }

  static KnobServers start(ServerRelease release, FlavorProvider provider) {
    KnobServers servers =
        new KnobServers(
            Sandbox.builder().fastTimeouts().release(release).topology("1>2,3").start(),
            provider,
            release);
    servers.sandbox.servers().forEach(servers::prepare);
    return servers;
  }

  private void prepare(SandboxServer server) {
    String operator = "'" + OPERATOR.user() + "'@'%'";
    server.execute(
        "SET SESSION sql_log_bin=0",
        "CREATE USER " + operator + " IDENTIFIED BY '" + OPERATOR.password() + "'",
        "CREATE USER 'beginner'@'%' IDENTIFIED BY '" + BEGINNER.password() + "'");
    if (isMariaDb()) {
      // For the one knob that only SUPER may set; see aMissingPrivilegeNamesTheGrantThatHelps.
      server.execute("SET SESSION sql_log_bin=0", "GRANT SUPER ON *.* TO " + operator);
    }
    for (List<String> grants :
        List.of(
            provider.monitoringGrants(version, operator),
            provider.operatingGrants(version, operator))) {
      grants.forEach(grant -> server.execute("SET SESSION sql_log_bin=0", grant));
    }
  }

  ServerVersion version() {
    return version;
  }

  SandboxServer source() {
    return sandbox.server(1);
  }

  SandboxServer replica() {
    return sandbox.server(2);
  }

  SandboxServer bare() {
    return sandbox.server(3);
  }

  boolean isMariaDb() {
    return release.family() == ServerFamily.MARIADB;
  }

  InstanceClient connect(SandboxServer server, Credentials account) {
    return provider.open(
        SandboxTrust.trusting(
            server,
            new Target(
                new InstanceAddress(server.address().host(), server.port()),
                account,
                TlsMode.DISABLED,
                Target.AUTOMATIC,
                Duration.ofSeconds(4))));
  }

  /** The words of the release: SLAVE or REPLICA. */
  String word() {
    return release.has(ServerFeature.SOURCE_REPLICA_TERMS) ? "REPLICA" : "SLAVE";
  }

  /** Restarts the bare server with no option that a knob has, nor GTIDs, which may need one. */
  void stripBare() {
    bare().stop();
    Path file = bare().configurationFile();
    try {
      List<String> lines = Files.readAllLines(file);
      Files.write(file, lines.stream().filter(line -> !isKnobOrGtid(line)).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bare().start();
  }

  private boolean isKnobOrGtid(String line) {
    String option = line.split("=", 2)[0].strip().replace('-', '_').toLowerCase(Locale.ROOT);
    return provider.declaredKnobs().stream().anyMatch((Knob knob) -> knob.isCalled(option))
        || option.equals("gtid_mode")
        || option.equals("enforce_gtid_consistency");
  }

  /** Lets a server replicate from another over one more channel, which is not started. */
  void addChannel(SandboxServer server, SandboxServer from, String name) {
    String word = word().equals("REPLICA") ? "SOURCE" : "MASTER";
    String statement = word.equals("SOURCE") ? "CHANGE REPLICATION SOURCE" : "CHANGE MASTER";
    String options =
        " TO %1$s_HOST='127.0.0.1', %1$s_PORT=%2$d, %1$s_USER='%3$s', %1$s_PASSWORD='%4$s'"
            .formatted(
                word,
                from.port(),
                SandboxAccount.REPLICATION.user(),
                SandboxAccount.REPLICATION.password());
    if (release.has(ServerFeature.CACHING_SHA2_ACCOUNTS)) {
      options += ", GET_" + word + "_PUBLIC_KEY=1";
    }
    boolean isDefault = name.isEmpty();
    String quoted = "'" + name.replace("'", "''") + "'";
    server.execute(
        isMariaDb()
            ? statement + (isDefault ? "" : " " + quoted) + options
            : statement + options + (isDefault ? "" : " FOR CHANNEL " + quoted));
  }

  /**
   * Sets a variable as the administrator and reads it back; the server's error number if refused.
   */
  String setDirectly(SandboxServer server, String sqlMode, String name, String literal) {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION sql_mode = '" + sqlMode + "'");
      statement.execute("SET GLOBAL " + name + " = " + literal);
      return server.queryValue("SELECT @@global." + name).orElse("");
    } catch (SQLException e) {
      return "error " + e.getErrorCode();
    }
  }

  /** Waits until both threads run and all that the source has is applied. */
  void awaitReplicating() {
    source()
        .execute("CREATE DATABASE IF NOT EXISTS a", "CREATE TABLE IF NOT EXISTS a.mark (n INT)");
    source().execute("DELETE FROM a.mark");
    int mark = (int) (System.nanoTime() & 0xFFFFFF);
    source().execute("INSERT INTO a.mark VALUES (" + mark + ")");
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(() ->
            replica()
                .queryValue("SELECT n FROM a.mark")
                .equals(Optional.of(Integer.toString(mark))));
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
