package io.tutti.acceptance;

import static io.tutti.acceptance.GapKind.awaitReceived;
import static io.tutti.acceptance.GapKind.isByRows;
import static io.tutti.acceptance.GapKind.isMariaDb;
import static io.tutti.acceptance.GapKindsOfOddWrites.ddlWithin;
import static io.tutti.acceptance.GapKindsOfOddWrites.savepointsWithoutTransactions;
import static io.tutti.acceptance.GapKindsOfOddWrites.temporaryThatIsOpen;
import static io.tutti.acceptance.GapKindsOfOddWrites.xaBehind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.ChannelBed.Written;
import io.tutti.acceptance.GapBed.Mode;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    GapKind.of(
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
    GapKind.of(bed, "two schemas", () -> Stream.generate(() -> ofBoth(bed)).limit(count).toList())
        .before(() -> List.of(ofBoth(bed)))
        .behind(() -> List.of(ofBoth(bed)))
        .makeAndClose();
  }

  private static Written ofBoth(GapBed bed) {
    return bed.transaction(
        "gap_a", "UPDATE gap_a.u SET v = v + 1", "UPDATE gap_b.u SET v = v * 2 + 1");
  }

  private static void administration(GapBed bed) throws SQLException {
    GapKind.of(bed, "administration", () -> List.of(bed.transaction("gap_a")))
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
    GapKind.of(
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
                    "SELECT COUNT_RECEIVED_HEARTBEATS FROM"
                        + " performance_schema.replication_connection_status")
                .orElseThrow());
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
    GapKind.of(
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
}
