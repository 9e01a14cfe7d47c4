package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.ReplicationChannel;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A fresh server that a copy is restored into and that is then attached. */
final class RestoredCopy implements AutoCloseable {
  static final List<String> SCHEMAS = List.of("gap_a", "gap_b", "gap_c");

  /** Its server_id must be no other's. */
  private static final int NODE = 9;

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final Sandbox sandbox;

  private RestoredCopy(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  static RestoredCopy fresh(ServerRelease release, GapBed.Mode mode, String... options) {
    SandboxBuilder builder =
        Sandbox.builder().fastTimeouts().release(release).topology("" + NODE).options(options);
    if (mode != GapBed.Mode.GTID) {
      builder.positionBased();
    }
    return new RestoredCopy(builder.start());
  }

  SandboxServer server() {
    return sandbox.server(NODE);
  }

  /**
   * A dump of all tables: one snapshot for the rows, as a dump tool makes.
   *
   * @return the statements that restore it
   */
  static List<String> dump(SandboxServer server) throws SQLException {
    List<String> restore = new ArrayList<>();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
      for (String schema : SCHEMAS) {
        restore.add("CREATE DATABASE " + schema);
        try (var table = statement.executeQuery("SHOW CREATE TABLE %s.t".formatted(schema))) {
          table.next();
          restore.add(
              table
                  .getString(2)
                  .replace("CREATE TABLE `t`", "CREATE TABLE %s.t".formatted(schema)));
        }
        try (var rows = statement.executeQuery("SELECT id FROM %s.t".formatted(schema))) {
          while (rows.next()) {
            restore.add("INSERT INTO %s.t VALUES (%d)".formatted(schema, rows.getInt(1)));
          }
        }
      }
    }
    return restore;
  }

  /**
   * Becomes a clone of a server, and starts as one, as nobody watches over its process who would do
   * that: the server ends then.
   */
  void cloneOf(SandboxServer donor) {
    String address = "%s:%d".formatted(donor.address().host(), donor.port());
    server().execute("SET GLOBAL clone_valid_donor_list = '%s'".formatted(address));
    assertThatThrownBy(() ->
            server()
                .execute(
                    "CLONE INSTANCE FROM '%s'@'%s':%d IDENTIFIED BY '%s'"
                        .formatted(
                            SandboxAccount.ADMIN.user(),
                            donor.address().host(),
                            donor.port(),
                            SandboxAccount.ADMIN.password())))
        .hasMessageContaining("not managed by supervisor process");
    await().atMost(PATIENCE).until(() -> !server().isRunning());
    server().start("skip_replica_start=1");
  }

  void restore(List<String> statements) {
    server().execute(statements.toArray(String[]::new));
  }

  /**
   * What the real dump tools write: the clients of these builds want a library that is not here.
   */
  void restoreDump(String text) {
    String withoutComments = text.replaceAll("(?m)^--.*$", "");
    restore(
        Arrays.stream(withoutComments.split(";\\s*\n"))
            .map(String::strip)
            .filter(statement -> !statement.isEmpty())
            .toList());
  }

  /** Says the statements as they came, with the account in its place. */
  void attach(List<String> statements) {
    ServerRelease release = server().release();
    String key =
        !release.has(ServerFeature.CACHING_SHA2_ACCOUNTS)
            ? ""
            : release.has(ServerFeature.SOURCE_REPLICA_TERMS)
                ? ", GET_SOURCE_PUBLIC_KEY=1"
                : ", GET_MASTER_PUBLIC_KEY=1";
    for (String statement : statements) {
      server()
          .execute(
              statement
                      .replace("REPLICATION_USER", SandboxAccount.REPLICATION.user())
                      .replace("REPLICATION_PASSWORD", SandboxAccount.REPLICATION.password())
                  + (statement.startsWith("CHANGE") ? key : ""));
    }
    server().startReplication();
  }

  private ReplicationChannel channel() {
    return server().replication().getFirst();
  }

  void awaitSameAs(SandboxServer source) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(() -> {
          assertThat(channel().applierState()).as("%s", channel()).isEqualTo("Yes");
          assertThat(checksums(server())).as("%s", channel()).isEqualTo(checksums(source));
        });
    assertThat(channel().receiverState()).as("%s", channel()).isEqualTo("Yes");
  }

  /** The applier ended with an error; its text. */
  String awaitApplierError() {
    await().atMost(PATIENCE).until(() -> channel().applierState().equals("No"));
    return channel().applierError();
  }

  static Map<String, String> checksums(SandboxServer server) {
    Map<String, String> checksums = new TreeMap<>();
    for (String schema : SCHEMAS) {
      for (Row row : server.query("CHECKSUM TABLE %s.t".formatted(schema))) {
        checksums.put(schema, String.valueOf(row.values().get("Checksum")));
      }
    }
    assertThat(checksums.values()).doesNotContain("null");
    return checksums;
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
