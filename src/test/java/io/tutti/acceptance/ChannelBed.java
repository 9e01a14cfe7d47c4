package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.ReplicationChannel;
import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.SandboxServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One channel of a replica, and the truth about what it has applied: which row of which transaction
 * is there. Each transaction writes one row to one of some schemas, which are domains on MariaDB.
 * Another channel of the same replica is a bed of its own.
 */
class ChannelBed extends Bed {
  private final int sourceNode;
  private final List<String> schemas;
  private final List<Written> transactions = new ArrayList<>();

  /**
   * A transaction that was written to the source: one row of one table.
   *
   * @param end where it ends in the source's binlog
   * @param gtid as its source names it; empty where it has no name
   */
  record Written(String schema, int row, String end, String gtid) {}

  ChannelBed(BedBuilder builder, List<String> schemas) {
    super(builder);
    this.sourceNode = 1;
    this.schemas = schemas;
    begin();
  }

  /** Of another source of the same replica. */
  ChannelBed(ChannelBed first, int sourceNode, List<String> schemas) {
    super(first);
    this.sourceNode = sourceNode;
    this.schemas = schemas;
    begin();
  }

  private void begin() {
    for (String schema : schemas) {
      source()
          .execute(
              "CREATE DATABASE " + schema,
              "CREATE TABLE %s.t (id INT PRIMARY KEY)".formatted(schema));
    }
    awaitCaughtUp();
    controller().awaitDiscovered(address(replica()), address(source()));
  }

  @Override
  SandboxServer source() {
    return server(sourceNode);
  }

  List<String> schemas() {
    return schemas;
  }

  /** All that was written, in its order. */
  List<Written> transactions() {
    return List.copyOf(transactions);
  }

  /** Writes so many transactions, one row each, to the schemas in turn. */
  @Override
  void write(int count) {
    for (int each = 0; each < count; each++) {
      transaction(nextSchema());
    }
  }

  /** The schema that the next transaction is written to, when they are taken in turn. */
  String nextSchema() {
    return schemas.get(transactions.size() % schemas.size());
  }

  /** Says these in one transaction of the schema's domain, which writes its row last. */
  Written transaction(String schema, String... statements) {
    int row = transactions.size() + 1;
    List<String> all = new ArrayList<>(List.of(statements));
    all.add("INSERT INTO %s.t VALUES (%d)".formatted(schema, row));
    if (statements.length > 0) {
      all.addFirst("BEGIN");
      all.addLast("COMMIT");
    }
    Written whole = said(schema, row, all);
    transactions.add(whole);
    return whole;
  }

  /** Says these in a session of their own: one transaction that leaves no row to know it by. */
  Written said(String schema, String... statements) {
    return said(schema, 0, List.of(statements));
  }

  private Written said(String schema, int row, List<String> statements) {
    try (Connection connection = session(schema);
        Statement statement = connection.createStatement()) {
      return said(statement, schema, row, statements);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** With the source, in a schema and its domain. */
  Connection session(String schema) throws SQLException {
    Connection connection = source().connect();
    connection.setCatalog(schema);
    if (isMariaDb()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET SESSION gtid_domain_id=" + (schemas.indexOf(schema) + 1));
      }
    }
    return connection;
  }

  /** The same in a session that is there. */
  Written said(Statement session, String schema, String... statements) throws SQLException {
    return said(session, schema, 0, List.of(statements));
  }

  private Written said(Statement session, String schema, int row, List<String> statements)
      throws SQLException {
    for (String sql : statements) {
      session.execute(sql);
    }
    return new Written(schema, row, sourceEnd(), gtid(session));
  }

  private String gtid(Statement statement) throws SQLException {
    try (var rows =
        statement.executeQuery(
            isMariaDb() ? "SELECT @@last_gtid" : "SELECT @@global.gtid_executed")) {
      rows.next();
      String set = rows.getString(1);
      return isMariaDb() || set.isEmpty()
          ? set
          : set.substring(0, set.indexOf(':')) + ":" + set.replaceAll("(?s).*[:-]", "");
    }
  }

  /** Where the source's binlog ends. */
  String sourceEnd() {
    return Binlogs.end(source());
  }

  /** Each row of the replica's tables, by its schema. */
  Set<String> rowsOfReplica() {
    return present();
  }

  /** What was transactions to the source. */
  Set<String> rowsWritten() {
    return transactions.stream()
        .map(each -> each.schema() + each.row())
        .collect(Collectors.toSet());
  }

  private Set<String> present() {
    Set<String> present = new TreeSet<>();
    for (String schema : schemas) {
      replica()
          .query("SELECT id FROM %s.t".formatted(schema))
          .forEach(row -> present.add(schema + row.firstText("id")));
    }
    return present;
  }

  /** What is not there, whether something later is or not. */
  List<Written> missingAnyway() {
    Set<String> present = present();
    return transactions.stream()
        .filter(each -> !present.contains(each.schema() + each.row()))
        .toList();
  }

  /** The truth: what is not there although something later is. */
  List<Written> missing() {
    Set<String> present = present();
    int newest = -1;
    for (int place = 0; place < transactions.size(); place++) {
      if (present.contains(transactions.get(place).schema() + transactions.get(place).row())) {
        newest = place;
      }
    }
    return transactions.subList(0, newest + 1).stream()
        .filter(each -> !present.contains(each.schema() + each.row()))
        .toList();
  }

  /** The replica's relay logs with their index as they lie on its disk. */
  Map<String, String> relayLogsOnDisk() {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(replica().dataDirectory())) {
      for (Path file : all.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith("relay.")) {
          files.put(name, HexFormat.of().formatHex(Files.readAllBytes(file)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(files).containsKey("relay.index").hasSizeGreaterThan(2);
    return files;
  }

  /** Where the replica keeps how far it came. */
  List<String> tablesOfPlaces() {
    return Stream.of("slave_worker_info", "slave_relay_log_info", "slave_master_info")
        .map(table -> replica().query("SELECT * FROM mysql." + table).toString())
        .toList();
  }

  /** The name of the channel; empty where the replica has one source. */
  String channel() {
    return hasTwoSources() ? "n" + sourceNode : "";
  }

  boolean hasTwoSources() {
    return sandbox().topology().sourcesOf(2).size() > 1;
  }

  private Stream<ReplicationChannel> replication() {
    return replica().replication().stream().filter(each -> each.name().equals(channel()));
  }

  /** All was applied, and the mark, which a running applier sets only now and then, shows it. */
  void awaitMark() {
    String end = transactions.getLast().end();
    await().until(() -> appliedPlace().equals(end));
  }

  private ReplicaStatus status() {
    return ReplicaStatus.of(replica(), channel());
  }

  /** All that was written to the source lies in the relay logs. */
  void awaitReceived() {
    await().until(() -> receivedPlace().equals(sourceEnd()));
  }

  /** Where the receiver would continue. */
  String receivedPlace() {
    return status().received();
  }

  /** Up to where the applier has applied. */
  String appliedPlace() {
    return status().applied();
  }

  /** As long as these are the same, nobody has stopped the channel. */
  List<String> threads() {
    return Stream.of("connection_status", "applier_status_by_coordinator")
        .map(table ->
            replica()
                .queryValue(
                    "SELECT THREAD_ID FROM performance_schema.replication_%s WHERE CHANNEL_NAME = '%s'"
                        .formatted(table, channel()))
                .orElse("stands"))
        .toList();
  }

  boolean applierRuns() {
    return replication().allMatch(channel -> channel.applierState().equals("Yes"));
  }

  boolean receiverRuns() {
    return replication().allMatch(channel -> channel.receiverState().equals("Yes"));
  }

  void awaitApplierStopped() {
    await().until(() -> !applierRuns());
  }

  void startApplier() {
    replica().execute("START %s SQL_THREAD".formatted(ReplicaStatus.word(replica().release())));
  }

  /** What the replica itself says. */
  String reported() {
    StringBuilder reported = new StringBuilder();
    List<String> questions =
        new ArrayList<>(
            List.of(
                "SHOW %s STATUS".formatted(ReplicaStatus.word(replica().release())),
                "SHOW PROCESSLIST"));
    if (!isMariaDb()) {
      questions.add(
          "SELECT Id, Relay_log_pos, Master_log_pos, Checkpoint_master_log_pos, Checkpoint_seqno,"
              + " HEX(LEFT(Checkpoint_group_bitmap, 8)) FROM mysql.slave_worker_info");
      questions.add("SELECT * FROM mysql.slave_relay_log_info");
    }
    for (String sql : questions) {
      reported.append("\n").append(sql).append(": ");
      replica().query(sql).forEach(row -> reported.append("\n  ").append(row.values()));
    }
    return reported.toString();
  }

  void awaitCaughtUp() {
    String[] tables = schemas.stream().map(schema -> schema + ".t").toArray(String[]::new);
    Checksums.awaitEqual(source(), replica(), tables);
    assertThat(Checksums.of(replica(), tables)).doesNotContain("");
  }

  /** Lets it replicate as ever, and compares every table. */
  void assertReplicatesTheSame() {
    try {
      replica().startReplication();
    } catch (SandboxException e) {
      throw new IllegalStateException(reported() + replica().query("SHOW FULL PROCESSLIST"), e);
    }
    write(6);
    awaitCaughtUp();
    assertThat(missingAnyway()).isEmpty();
    assertThat(applierRuns() && receiverRuns()).as("%s", replica().replication()).isTrue();
  }
}
