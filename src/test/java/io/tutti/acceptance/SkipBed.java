package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.ReplicationChannel;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * A replica of one or two sources, of which single transactions can be made to fail, a controller
 * that may act on it, and the truth about what it applied: which transaction left its mark.
 *
 * <p>Each transaction writes its number to the table {@code mark} of one of the schemas, beside
 * whatever else it does, and those marks are compared.
 */
final class SkipBed extends Bed {
  private final int sources;
  private final Set<Integer> skipped = new TreeSet<>();

  private SkipBed(BedBuilder builder, int sources) {
    super(builder);
    this.sources = sources;
    createTables();
    awaitKnown();
  }

  /** Two channels where the release has them. */
  static SkipBed start(ServerRelease release, boolean byGtid, String... options) {
    int replica = sources(release) + 1;
    return new SkipBed(builder(release, byGtid).options(replica, options), sources(release));
  }

  /** The controller knows the replica by the proxy alone. */
  static SkipBed behind(StatementProxy proxy, ServerRelease release, boolean byGtid) {
    return new SkipBed(builder(release, byGtid).behind(proxy), sources(release));
  }

  private static BedBuilder builder(ServerRelease release, boolean byGtid) {
    int sources = sources(release);
    return Bed.of(release)
        .byGtid(byGtid)
        .topology(sources == 2 ? "1>3,2>3" : "1>2")
        .about(sources + 1);
  }

  private static int sources(ServerRelease release) {
    return release.has(ServerFeature.MULTI_SOURCE) ? 2 : 1;
  }

  /**
   * On MariaDB the counter alone wants SUPER since 10.5.2; refusals say so, and what they say
   * helps.
   */
  void letSkipNext() {
    if (isMariaDb()) {
      replica().execute("SET SESSION sql_log_bin=0", "GRANT SUPER ON *.* TO 'watcher'@'%'");
    }
  }

  private void createTables() {
    for (int node = 1; node <= sources; node++) {
      for (String schema : schemas(node)) {
        source(node)
            .execute(
                "CREATE DATABASE " + schema,
                "CREATE TABLE %s.mark (id INT PRIMARY KEY)".formatted(schema),
                "CREATE TABLE %s.t (id INT PRIMARY KEY, v VARCHAR(20))".formatted(schema));
      }
    }
    awaitAllMarks();
  }

  /** So that workers may run past each other. */
  private static List<String> schemas(int node) {
    return List.of(
        "skip_a%d".formatted(node), "skip_b%d".formatted(node), "skip_c%d".formatted(node));
  }

  SandboxServer source(int node) {
    return server(node);
  }

  @Override
  SandboxServer replica() {
    return about();
  }

  boolean hasTwoChannels() {
    return sources == 2;
  }

  private String word() {
    return ReplicaStatus.word(replica().release());
  }

  /** The channel of the first source. */
  String channel() {
    return replica().replication().stream()
        .filter(channel -> channel.source().equals(source(1).address()))
        .map(ReplicationChannel::name)
        .findFirst()
        .orElseThrow();
  }

  void setWorkers(int count) {
    replica().stopReplication();
    replica()
        .execute(
            "SET GLOBAL %s = %d"
                .formatted(
                    isMariaDb()
                        ? "slave_parallel_threads"
                        : word().toLowerCase(Locale.ROOT) + "_parallel_workers",
                    count));
    replica().startReplication();
  }

  /** Says it in one transaction of one source, with a mark. */
  int write(int node, String schema, String... statements) {
    int number = nextRow();
    try (Connection connection = source(node).connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String sql : statements) {
        statement.execute(sql);
      }
      statement.execute("INSERT INTO %s.mark VALUES (%d)".formatted(schema, number));
      connection.commit();
      return number;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the replica has of its own fails the transaction: a row with the key that is inserted. */
  int failWithDuplicateKey() {
    int key = upcoming();
    unlogged("INSERT INTO skip_a1.t VALUES (%d, 'replica')".formatted(key));
    awaitMarkOfApplier();
    int failing = write(1, "skip_a1", "INSERT INTO skip_a1.t VALUES (%d, 'source')".formatted(key));
    writeOthers();
    return failing;
  }

  /** The replica lacks the row that is updated. */
  int failWithMissingRow() {
    int key = 1_000_000 + written();
    write(1, "skip_a1", "INSERT INTO skip_a1.t VALUES (%d, 'source')".formatted(key));
    awaitAllMarks();
    unlogged("DELETE FROM skip_a1.t WHERE id = " + key);
    awaitMarkOfApplier();
    int failing = write(1, "skip_a1", "UPDATE skip_a1.t SET v = 'changed' WHERE id = " + key);
    writeOthers();
    return failing;
  }

  private void unlogged(String sql) {
    replica().execute("SET SESSION sql_log_bin=0", sql);
  }

  void writeOthers() {
    for (int node = 1; node <= sources; node++) {
      for (String schema : schemas(node)) {
        write(node, schema);
      }
    }
  }

  /** The number of the next transaction. */
  int upcoming() {
    return written() + 1;
  }

  void awaitMark(String schema, int number) {
    await()
        .pollInterval(Duration.ofMillis(50))
        .until(() -> marks(replica(), List.of(schema)).contains(number));
  }

  String positionOfSource() {
    return Binlogs.end(source(1)).replaceAll(".*:", "");
  }

  /**
   * A skip by position is refused where the mark lags and others ran past the failing one, so tests
   * that are not about that wait for it.
   */
  private void awaitMarkOfApplier() {
    if (!isMariaDb()) {
      awaitMarkOfApplier(positionOfSource());
    }
  }

  /** The applier sets its mark only now and then. */
  void awaitMarkOfApplier(String position) {
    await().until(() -> ReplicaStatus.of(replica(), channel()).applied().endsWith(":" + position));
  }

  /** Once the failing transaction has given its place up, only the other worker still waits. */
  void killWhoWaitsForALock() {
    String waiting =
        "SELECT trx_mysql_thread_id AS id FROM information_schema.innodb_trx"
            + " WHERE trx_state = 'LOCK WAIT'";
    await().until(() -> replica().query(waiting).size() == 1);
    replica().execute("KILL " + replica().queryValue(waiting).orElseThrow());
  }

  ReplicationChannel failing() {
    return replica().replication().stream()
        .filter(channel -> channel.name().equals(channel()))
        .findFirst()
        .orElseThrow();
  }

  void awaitError() {
    await()
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> {
          assertThat(failing().applierState()).isEqualTo("No");
          assertThat(failing().applierError()).isNotEmpty();
        });
  }

  Answer ask(String body) {
    return ask("/transactions:skip", body);
  }

  /** The one that fails, of the first channel; the channel is named where there are two. */
  String next(boolean dryRun) {
    return hasTwoChannels()
        ? "{\"channel\":\"%s\",\"dryRun\":%s}".formatted(channel(), dryRun)
        : "{\"dryRun\":%s}".formatted(dryRun);
  }

  /** One by its name, whether it fails or not. */
  String naming(String gtid) {
    String named = "\"gtid\":\"%s\"".formatted(gtid);
    return hasTwoChannels()
        ? "{\"channel\":\"%s\",%s}".formatted(channel(), named)
        : "{%s}".formatted(named);
  }

  /** Of the first source, MySQL, which has written all that it has. */
  String lastGtidOfSource() {
    String executed = source(1).queryValue("SELECT @@global.gtid_executed").orElseThrow();
    return executed.replaceFirst(":.*?(\\d+)$", ":$1");
  }

  void startReceivers() {
    replica().execute("START %s IO_THREAD".formatted(word()));
  }

  void awaitReceived(String gtid) {
    await()
        .until(() ->
            ReplicaStatus.all(replica()).stream()
                .map(each -> each.text("Retrieved_Gtid_Set"))
                .anyMatch(received ->
                    replica()
                        .queryValue("SELECT GTID_SUBSET('%s', '%s')".formatted(gtid, received))
                        .equals(Optional.of("1"))));
  }

  /** The plan, of which nothing is done. */
  JsonNode plan() {
    return OperationCalls.planned(ask(next(true)));
  }

  JsonNode skip(String body) {
    return atRest(OperationCalls.begun(ask(body)));
  }

  /** Skips of one failing transaction after the other. */
  KillAtEachStatement.Operation skipping() {
    return new KillAtEachStatement.Operation() {
      private int failing;

      @Override
      public List<String> statements() {
        failing = failWithDuplicateKey();
        awaitError();
        return OperationCalls.statements(plan());
      }

      @Override
      public Answer begin() {
        return ask(next(false));
      }

      @Override
      public void assertDone() {
        expectMissing(failing);
        assertOnlySkippedAreMissing();
      }
    };
  }

  /** The first source has begun its binlog again: nothing of it comes to a later place. */
  void receiveFromTheBeginning() {
    String file = Binlogs.end(source(1)).replaceAll(":.*", "");
    String named = isMariaDb() ? " '%s'".formatted(channel()) : "";
    String at = isMariaDb() ? "" : " FOR CHANNEL '%s'".formatted(channel());
    replica()
        .execute(
            "STOP SLAVE%s%s".formatted(named, at),
            "CHANGE MASTER%s TO MASTER_LOG_FILE = '%s', MASTER_LOG_POS = 4%s"
                .formatted(named, file, at),
            "START SLAVE%s%s".formatted(named, at));
  }

  /** This one, too, must be missing, and nothing else. */
  void expectMissing(int number) {
    skipped.add(number);
  }

  /** Exactly what was skipped has left no mark, and all replicates. */
  void assertOnlySkippedAreMissing() {
    writeOthers();
    awaitAllMarks();
    assertThat(replica().replication())
        .allSatisfy(channel -> assertThat(channel.isRunning()).as("%s", channel).isTrue());
  }

  private void awaitAllMarks() {
    await()
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .untilAsserted(() -> {
          Set<Integer> wanted = new TreeSet<>();
          Set<Integer> there = new TreeSet<>();
          for (int node = 1; node <= sources; node++) {
            wanted.addAll(marks(source(node), schemas(node)));
            there.addAll(marks(replica(), schemas(node)));
          }
          wanted.removeAll(skipped);
          assertThat(there).as("%s", replica().replication()).isEqualTo(wanted);
        });
  }

  private static Set<Integer> marks(SandboxServer server, List<String> schemas) {
    return schemas.stream()
        .flatMap(schema -> server.query("SELECT id FROM %s.mark".formatted(schema)).stream())
        .map(row -> Integer.valueOf(row.firstText("id")))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
