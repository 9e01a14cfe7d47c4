package io.tutti.acceptance;

import static io.tutti.acceptance.GapBed.assertState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.ChannelBed.Written;
import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * What may lie in a log before a gap, in it, and behind it, one kind after the other on the same
 * replica: it is killed over a gap of each, what is missing is named exactly, and once the gap is
 * closed every table and every set is that of its source.
 *
 * <p>The mark of the applier stays far behind (rare checkpoints), so that all kinds are counted
 * through.
 */
@Matrix
class GapsOfManyKindsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** What the tests of filters want to be left out. */
  private static final String[] FILTERS = {
    "replicate_ignore_table=gap_a.ignored", "replicate_wild_ignore_table=gap_b.wild%"
  };

  /** Says what a kind consists of; answers each transaction of it that may be missing. */
  private interface Part {
    List<Written> say() throws SQLException;
  }

  /** A gap: what is said before it, in it, and behind it; and what the replica is started with. */
  private record Kind(
      GapBed bed, String name, Part before, Part within, Part behind, List<String> options) {
    static Kind of(GapBed bed, String name, Part within) {
      return new Kind(bed, name, List::of, within, List::of, List.of());
    }

    Kind before(Part part) {
      return new Kind(bed, name, part, within, behind, options);
    }

    Kind behind(Part part) {
      return new Kind(bed, name, before, within, part, options);
    }

    Kind with(String... started) {
      return new Kind(bed, name, before, within, behind, List.of(started));
    }

    /** The gap is there, the replica was killed with it, and it is seen as it is. */
    void make() throws SQLException {
      System.err.println(bed.source().release() + ": " + name);
      before.say();
      bed.write(3);
      bed.awaitCaughtUp();
      List<Written> left;
      List<Written> later;
      try (Connection lock = bed.holdNext("gap_a")) {
        left = within.say();
        bed.runPast(8, "gap_c");
        later = behind.say();
        awaitReceived(bed);
        bed.killReplica(options.toArray(String[]::new));
      }
      assertThat(bed.missing()).as(name).isNotEmpty();
      if (isMariaDb(bed)) {
        assertThat(bed.seen().at("/gaps").asString()).as(name).isNotEqualTo("free");
      } else if (later.isEmpty()) {
        bed.assertSeenExactly(left);
      } else {
        bed.assertSeenAtLeast(left, later);
      }
    }

    void makeAndClose() throws SQLException {
      make();
      assertState("SUCCEEDED", bed.close("PT30S"), bed);
      assertSame(bed);
    }

    /** Nobody but a person knows whether that is there already. */
    void makeAndCloseOnceAPersonHasLooked(String... why) throws SQLException {
      make();
      String reported = bed.reported();
      Answer refused = bed.askToClose("PT10S");
      assertThat(refused.status()).as("%s: %s", name, refused.body()).isEqualTo(422);
      assertThat(refused.text("/code")).isEqualTo("GAPS_NOT_CLOSABLE");
      assertThat(refused.body().toString()).contains("\"rowRepaired\":\"true\"").contains(why);
      assertThat(bed.applierRuns() || bed.receiverRuns()).as(reported).isFalse();
      assertState("SUCCEEDED", bed.atRest(bed.askToCloseRowRepaired().text("/id")), bed);
      assertSame(bed);
    }
  }

  private static boolean isMariaDb(GapBed bed) {
    return bed.source().release().family() == ServerFamily.MARIADB;
  }

  /** Whether rows, not schemas or domains, decide what is applied at the same time. */
  private static boolean isByRows(GapBed bed, Mode mode) {
    return mode == Mode.POSITION_CLOCK || bed.source().release() == ServerRelease.MYSQL_9_7;
  }

  /** All that lies in its relay log when it is killed. */
  private static void awaitReceived(GapBed bed) {
    await().atMost(PATIENCE).until(() -> bed.receivedPlace().equals(bed.sourceEnd()));
  }

  private static void assertSame(GapBed bed) {
    assertThat(bed.missing()).isEmpty();
    bed.assertReplicatesTheSame();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(tables(bed.replica())).isEqualTo(tables(bed.source()));
          assertThat(executed(bed, bed.replica())).isEqualTo(executed(bed, bed.source()));
        });
  }

  private static Map<String, String> tables(SandboxServer server) {
    Map<String, String> checksums = new TreeMap<>();
    server
        .query(
            "SELECT CONCAT(table_schema, '.', table_name) AS name FROM information_schema.tables"
                + " WHERE table_schema LIKE 'gap%'")
        .stream()
        .map(row -> row.firstText("name"))
        .filter(name -> !name.matches("gap_a.ignored|gap_b.wild.*"))
        .forEach(name ->
            checksums.put(
                name, server.query("CHECKSUM TABLE " + name).getFirst().firstText("Checksum")));
    return checksums;
  }

  private static List<String> executed(GapBed bed, SandboxServer server) {
    String sql = isMariaDb(bed) ? "SELECT @@gtid_current_pos" : "SELECT @@global.gtid_executed";
    return Arrays.stream(server.queryValue(sql).orElse("").replaceAll("\\s", "").split(","))
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_6_14, POSITION",
    "MYSQL_5_7_22, POSITION",
    "MYSQL_5_7_22, GTID",
    "MYSQL_8_0_15, POSITION",
    "MYSQL_8_0_15, POSITION_CLOCK",
    "MYSQL_9_7, POSITION_CLOCK",
    "MYSQL_9_7, GTID"
  })
  void eachIsNamedExactlyAndAppliedOnce(ServerRelease release, Mode mode) throws SQLException {
    assertEach(release, mode);
  }

  static void assertEach(ServerRelease release, Mode mode) throws SQLException {
    try (GapBed bed = GapBed.start(release, mode, options(release))) {
      for (String schema : List.of("gap_a", "gap_b")) {
        bed.said(schema, "CREATE TABLE %s.u (id INT PRIMARY KEY, v INT)".formatted(schema));
        bed.transaction(schema, "INSERT INTO %s.u VALUES (1, 0), (2, 0)".formatted(schema));
      }
      savepoints(bed, mode);
      twoSchemas(bed, mode);
      administration(bed);
      heartbeats(bed);
      if (mode == Mode.POSITION || isMariaDb(bed)) {
        savepointsWithoutTransactions(bed);
      }
      if (isMariaDb(bed) || release.isAtLeast(5, 7)) {
        xaBehind(bed);
      }
      if (release != ServerRelease.MYSQL_9_7 && mode != Mode.POSITION_CLOCK) {
        ddlWithin(bed, mode);
      }
      filtered(bed, mode);
      if (mode == Mode.POSITION) {
        temporaryThatIsOpen(bed);
      }
    }
  }

  private static String[] options(ServerRelease release) {
    if (release.family() == ServerFamily.MARIADB) {
      return new String[0];
    }
    String word = release.has(ServerFeature.SOURCE_REPLICA_TERMS) ? "replica" : "slave";
    return new String[] {"relay_log_recovery=0", word + "_checkpoint_period=100000"};
  }

  /** Rows that were taken back; where schemas decide who applies what, all wait for that. */
  private static void savepoints(GapBed bed, Mode mode) throws SQLException {
    boolean isPassed = isMariaDb(bed) || isByRows(bed, mode);
    String[] takenBack = {
      "INSERT INTO gap_a.u VALUES (10, 0)",
      "SAVEPOINT s",
      "UPDATE gap_a.u SET v = v + 1",
      "ROLLBACK TO SAVEPOINT s",
      "UPDATE gap_a.u SET v = v + 10"
    };
    Kind.of(
            bed,
            "savepoints",
            () -> List.of(bed.transaction("gap_a", isPassed ? takenBack : new String[0])))
        .before(() -> rolledBackTo(bed, 11))
        .behind(() -> rolledBackTo(bed, 12))
        .makeAndClose();
  }

  private static List<Written> rolledBackTo(GapBed bed, int id) {
    return List.of(
        bed.transaction(
            "gap_b",
            "SAVEPOINT s",
            "INSERT INTO gap_b.u VALUES (%d, 0)".formatted(id),
            "ROLLBACK TO SAVEPOINT s",
            "UPDATE gap_b.u SET v = v + 1"));
  }

  /** Where rows decide who waits, nothing is handed out behind the next that waits for the held. */
  private static void twoSchemas(GapBed bed, Mode mode) throws SQLException {
    int count = isByRows(bed, mode) ? 1 : 6;
    Kind.of(bed, "two schemas", () -> Stream.generate(() -> ofBoth(bed)).limit(count).toList())
        .before(() -> List.of(ofBoth(bed)))
        .behind(() -> List.of(ofBoth(bed)))
        .makeAndClose();
  }

  private static Written ofBoth(GapBed bed) {
    return bed.transaction(
        "gap_a", "UPDATE gap_a.u SET v = v + 1", "UPDATE gap_b.u SET v = v * 2 + 1");
  }

  private static void administration(GapBed bed) throws SQLException {
    Kind.of(bed, "administration", () -> List.of(bed.transaction("gap_a")))
        .before(() -> administer(bed, "one"))
        .behind(() -> administer(bed, "two"))
        .makeAndClose();
    assertThat(bed.replica().query("SHOW GRANTS FOR 'two'@'%'").toString())
        .isEqualTo(bed.source().query("SHOW GRANTS FOR 'two'@'%'").toString());
  }

  private static List<Written> administer(GapBed bed, String user) {
    String made = "gap_b.made_" + user;
    return each(
        bed,
        "gap_b",
        "CREATE USER '%s'@'%%' IDENTIFIED BY 'two-Words-2'".formatted(user),
        "GRANT SELECT ON gap_b.* TO '%s'@'%%'".formatted(user),
        "ANALYZE TABLE gap_b.u",
        "CREATE TABLE %s (id INT PRIMARY KEY, v INT)".formatted(made),
        "INSERT INTO %s SELECT id, v FROM gap_b.u".formatted(made),
        "FLUSH TABLES",
        "FLUSH PRIVILEGES");
  }

  private static List<Written> each(GapBed bed, String schema, String... statements) {
    return Arrays.stream(statements).map(sql -> bed.said(schema, sql)).toList();
  }

  /** The source sends them while it has nothing else to send, and after it left events out. */
  private static void heartbeats(GapBed bed) throws SQLException {
    Kind.of(
            bed,
            "heartbeats",
            () -> {
              List<Written> left = List.of(bed.transaction("gap_a"));
              bed.transaction("gap_c");
              awaitHeartbeats(bed);
              return left;
            })
        .before(() -> {
          receiveAgain(bed);
          return List.of();
        })
        .behind(() -> {
          awaitHeartbeats(bed);
          return List.of();
        })
        .makeAndClose();
  }

  private static void receiveAgain(GapBed bed) {
    String word =
        bed.source().release().has(ServerFeature.SOURCE_REPLICA_TERMS) ? "REPLICA" : "SLAVE";
    bed.replica().execute("STOP %s IO_THREAD".formatted(word));
    bed.transaction("gap_c");
    bed.transaction("gap_c");
    bed.replica().execute("START %s IO_THREAD".formatted(word));
    awaitReceived(bed);
    awaitHeartbeats(bed);
  }

  private static void awaitHeartbeats(GapBed bed) {
    long before = heartbeatCount(bed);
    await().atMost(PATIENCE).until(() -> heartbeatCount(bed) >= before + 2);
  }

  private static long heartbeatCount(GapBed bed) {
    ServerRelease release = bed.source().release();
    return Long.parseLong(
        isMariaDb(bed) || release == ServerRelease.MYSQL_5_6_14
            ? bed.replica()
                .query("SHOW GLOBAL STATUS LIKE 'Slave_received_heartbeats'")
                .getFirst()
                .firstText("Value")
            : bed.replica()
                .queryValue(
                    "SELECT COUNT_RECEIVED_HEARTBEATS FROM performance_schema.replication_connection_status")
                .orElseThrow());
  }

  /**
   * What is written to a table without transactions stays, and stands before the rest in the log.
   */
  private static void savepointsWithoutTransactions(GapBed bed) throws SQLException {
    bed.said("gap_b", "CREATE TABLE gap_b.my (id INT PRIMARY KEY) ENGINE=MyISAM");
    Kind.of(bed, "savepoints, MyISAM", () -> List.of(bed.transaction("gap_a")))
        .before(() -> rolledBackWithout(bed, 1))
        .behind(() -> rolledBackWithout(bed, 2))
        .makeAndClose();
    if (!isMariaDb(bed)) {
      bed.said("gap_a", "CREATE TABLE gap_a.my (id INT PRIMARY KEY) ENGINE=MyISAM");
      Kind.of(bed, "MyISAM and InnoDB", () -> ofBothEngines(bed))
          .makeAndCloseOnceAPersonHasLooked(
              bed.source().release().isAtLeast(8, 0) ? "gap_a.my" : "without transactions");
      assertThat(bed.replica().query("SELECT * FROM gap_a.my")).hasSize(1);
    }
  }

  /** What has no transactions is a transaction of its own in the log. */
  private static List<Written> ofBothEngines(GapBed bed) throws SQLException {
    List<Written> left = new ArrayList<>(List.of(bed.transaction("gap_a")));
    try (Connection session = bed.session("gap_a");
        Statement statement = session.createStatement()) {
      left.add(bed.said(statement, "gap_a", "BEGIN", "INSERT INTO gap_a.my VALUES (3)"));
      left.add(bed.said(statement, "gap_a", "UPDATE gap_a.u SET v = v + 1", "COMMIT"));
    }
    return left;
  }

  private static List<Written> rolledBackWithout(GapBed bed, int id) throws SQLException {
    try (Connection session = bed.session("gap_b");
        Statement statement = session.createStatement()) {
      return List.of(
          bed.said(
              statement,
              "gap_b",
              "BEGIN",
              "UPDATE gap_b.u SET v = v + 1",
              "SAVEPOINT s",
              "INSERT INTO gap_b.my VALUES (%d)".formatted(id)),
          bed.said(
              statement,
              "gap_b",
              "UPDATE gap_b.u SET v = v + 100",
              "ROLLBACK TO SAVEPOINT s",
              "COMMIT"));
    }
  }

  /** In one phase, in two, and some that are left open when the replica is killed, and later on. */
  private static void xaBehind(GapBed bed) throws SQLException {
    String locking = "UPDATE gap_a.u SET v = v + 1 WHERE id = 2";
    boolean lasts = !isMariaDb(bed) || bed.source().release().isAtLeast(10, 5);
    Kind.of(bed, "XA", () -> List.of(bed.transaction("gap_a", locking)))
        .before(() -> {
          inOnePhase(bed, 20, locking);
          bed.said("gap_b", prepared("two", 21, "XA COMMIT 'two'"));
          bed.said("gap_b", prepared("back", 22, "XA ROLLBACK 'back'"));
          if (lasts) {
            bed.said("gap_b", prepared("open", 23));
          }
          return List.of();
        })
        .behind(() ->
            lasts
                ? List.of(
                    inOnePhase(bed, 24, locking), bed.said("gap_b", prepared("late", 25, locking)))
                : List.of(inOnePhase(bed, 24, locking)))
        .makeAndClose();
    if (lasts) {
      assertThat(bed.replica().query("XA RECOVER")).hasSize(2);
      bed.said("gap_b", "XA COMMIT 'open'");
      bed.said("gap_b", "XA COMMIT 'late'");
      bed.write(3);
      assertSame(bed);
    }
    assertThat(bed.replica().query("XA RECOVER")).isEmpty();
    assertThat(
            bed.replica()
                .queryValue(
                    "SELECT GROUP_CONCAT(id ORDER BY id) FROM gap_b.u WHERE id BETWEEN 20 AND 29"))
        .contains(lasts ? "20,21,23,24,25" : "20,21,24");
  }

  private static Written inOnePhase(GapBed bed, int id, String more) {
    return bed.said(
        "gap_b",
        "XA START 'one'",
        "INSERT INTO gap_b.u VALUES (%d, 0)".formatted(id),
        more,
        "XA END 'one'",
        "XA COMMIT 'one' ONE PHASE");
  }

  /**
   * @param more behind the prepare; before it when it writes
   */
  private static String[] prepared(String name, int id, String... more) {
    List<String> said = new ArrayList<>();
    said.add("XA START '%s'".formatted(name));
    said.add("INSERT INTO gap_b.u VALUES (%d, 0)".formatted(id));
    said.add("XA END '%s'".formatted(name));
    said.add("XA PREPARE '%s'".formatted(name));
    for (String each : more) {
      said.add(each.startsWith("XA") ? said.size() : 2, each);
    }
    return said.toArray(String[]::new);
  }

  /** Where schemas decide who applies what, DDL and temporary tables can be among the missing. */
  private static void ddlWithin(GapBed bed, Mode mode) throws SQLException {
    Kind made =
        Kind.of(
            bed,
            "a table is made and filled",
            () -> {
              List<Written> left = new ArrayList<>(List.of(bed.transaction("gap_a")));
              left.add(bed.said("gap_a", "CREATE TABLE gap_a.made (id INT PRIMARY KEY)"));
              left.add(bed.said("gap_a", "INSERT INTO gap_a.made SELECT id FROM gap_a.u"));
              left.add(bed.transaction("gap_a", "DELETE FROM gap_a.made WHERE id = 1"));
              return left;
            });
    boolean isNoted = bed.source().release().isAtLeast(8, 0) || mode == Mode.GTID;
    made.makeAndCloseOnceAPersonHasLooked(isNoted ? "gap_a.made" : "DDL");
    Kind temporary =
        Kind.of(bed, "temporary tables, by statements", () -> byTemporary(bed))
            .before(() -> byTemporary(bed));
    temporary.makeAndCloseOnceAPersonHasLooked(isNoted ? "GRANT SELECT ON *.*" : "DDL");
  }

  private static List<Written> byTemporary(GapBed bed) throws SQLException {
    List<Written> said = new ArrayList<>();
    try (Connection session = bed.session("gap_a");
        Statement statement = session.createStatement()) {
      statement.execute("SET SESSION binlog_format=STATEMENT");
      said.add(bed.transaction("gap_a"));
      for (String sql :
          List.of(
              "CREATE TEMPORARY TABLE gap_a.passing (id INT)",
              "INSERT INTO gap_a.passing SELECT MAX(id) + 1 FROM gap_a.u",
              "INSERT INTO gap_a.u SELECT id, 7 FROM gap_a.passing",
              "DROP TEMPORARY TABLE gap_a.passing")) {
        said.add(bed.said(statement, "gap_a", sql));
      }
    }
    return said;
  }

  /** What is filtered is counted all the same. */
  private static void filtered(GapBed bed, Mode mode) throws SQLException {
    bed.said("gap_a", "CREATE TABLE gap_a.ignored (id INT PRIMARY KEY)");
    bed.said("gap_b", "CREATE TABLE gap_b.wild_one (id INT PRIMARY KEY)");
    bed.write(3);
    bed.awaitCaughtUp();
    bed.replica().stopReplication();
    bed.replica().restart(FILTERS);
    bed.replica().startReplication();
    Kind.of(
            bed,
            "filters",
            () -> {
              List<Written> left = new ArrayList<>();
              left.add(bed.transaction("gap_a", "INSERT INTO gap_a.ignored VALUES (10)"));
              if (!isByRows(bed, mode)) {
                left.add(
                    bed.transaction(
                        "gap_a",
                        "UPDATE gap_a.u SET v = 5",
                        "INSERT INTO gap_b.wild_one VALUES (11)"));
                left.add(bed.said("gap_a", "INSERT INTO gap_a.ignored VALUES (11)"));
              }
              return left;
            })
        .before(() -> ignored(bed, 1))
        .behind(() -> ignored(bed, 2))
        .with(FILTERS)
        .makeAndClose();
    assertThat(bed.replica().query("SELECT * FROM gap_a.ignored")).isEmpty();
    assertThat(bed.replica().query("SELECT * FROM gap_b.wild_one")).isEmpty();
    assertThat(bed.source().query("SELECT * FROM gap_a.ignored")).hasSizeGreaterThanOrEqualTo(3);
  }

  private static List<Written> ignored(GapBed bed, int id) {
    return List.of(
        bed.said("gap_a", "INSERT INTO gap_a.ignored VALUES (%d)".formatted(id)),
        bed.transaction("gap_b", "INSERT INTO gap_b.wild_one VALUES (%d)".formatted(id)));
  }

  /** The server has lost it with its process, so nothing that was done with it can be repeated. */
  private static void temporaryThatIsOpen(GapBed bed) throws SQLException {
    try (Connection session = bed.session("gap_a");
        Statement statement = session.createStatement()) {
      statement.execute("SET SESSION binlog_format=STATEMENT");
      Kind open =
          Kind.of(
                  bed,
                  "a temporary table that is open",
                  () ->
                      List.of(
                          bed.transaction("gap_a"),
                          bed.said(
                              statement,
                              "gap_a",
                              "INSERT INTO gap_a.u SELECT id, 8 FROM gap_a.lasting")))
              .before(() ->
                  List.of(
                      bed.said(
                          statement,
                          "gap_a",
                          "CREATE TEMPORARY TABLE gap_a.lasting (id INT)",
                          "INSERT INTO gap_a.lasting VALUES (1000)")));
      open.make();
      Answer refused = bed.askToClose("PT10S");
      assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
      assertThat(refused.text("/code")).isEqualTo("GAPS_NOT_CLOSABLE");
      JsonNode ended = bed.atRest(bed.askToCloseRowRepaired().text("/id"));
      assertThat(ended.at("/state").asString()).as("%s", ended).isNotEqualTo("SUCCEEDED");
      assertThat(ended.toString()).contains("1146", "gap_a.lasting");
    }
  }
}
