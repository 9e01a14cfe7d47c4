package io.tutti.acceptance;

import static io.tutti.acceptance.GapKind.assertSame;
import static io.tutti.acceptance.GapKind.isMariaDb;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.ChannelBed.Written;
import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.RunningController.Answer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Kinds that are more than rows in a transaction: tables without transactions, XA, DDL, and
 * temporary tables.
 */
final class GapKindsOfOddWrites {
  private GapKindsOfOddWrites() {}

  /**
   * What is written to a table without transactions stays, and stands before the rest in the log.
   */
  static void savepointsWithoutTransactions(GapBed bed) throws SQLException {
    bed.said("gap_b", "CREATE TABLE gap_b.my (id INT PRIMARY KEY) ENGINE=MyISAM");
    GapKind.of(bed, "savepoints, MyISAM", () -> List.of(bed.transaction("gap_a")))
        .before(() -> rolledBackWithout(bed, 1))
        .behind(() -> rolledBackWithout(bed, 2))
        .makeAndClose();
    if (!isMariaDb(bed)) {
      bed.said("gap_a", "CREATE TABLE gap_a.my (id INT PRIMARY KEY) ENGINE=MyISAM");
      GapKind.of(bed, "MyISAM and InnoDB", () -> ofBothEngines(bed))
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
  static void xaBehind(GapBed bed) throws SQLException {
    String locking = "UPDATE gap_a.u SET v = v + 1 WHERE id = 2";
    boolean lasts = !isMariaDb(bed) || bed.source().release().isAtLeast(10, 5);
    GapKind.of(bed, "XA", () -> List.of(bed.transaction("gap_a", locking)))
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
      bed.awaitCaughtUp();
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
  static void ddlWithin(GapBed bed, Mode mode) throws SQLException {
    GapKind made =
        GapKind.of(
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
    GapKind temporary =
        GapKind.of(bed, "temporary tables, by statements", () -> byTemporary(bed))
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

  /** The server has lost it with its process, so nothing that was done with it can be repeated. */
  static void temporaryThatIsOpen(GapBed bed) throws SQLException {
    try (Connection session = bed.session("gap_a");
        Statement statement = session.createStatement()) {
      statement.execute("SET SESSION binlog_format=STATEMENT");
      GapKind open =
          GapKind.of(
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
