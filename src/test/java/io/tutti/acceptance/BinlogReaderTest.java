package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tutti.binlog.BinlogStream;
import io.tutti.binlog.RowChange;
import io.tutti.binlog.WrittenTransaction;
import io.tutti.contract.SandboxTrust;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedy;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gtid.Gtid;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.ServerTrust;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Rows that real servers logged are read from their binlogs, and nothing else is taken for them.
 */
class BinlogReaderTest {
  private static final String TABLE =
      "CREATE TABLE d.t (id INT UNSIGNED PRIMARY KEY, s VARCHAR(20), b VARBINARY(20), e"
          + " ENUM('x','y'), t DATETIME(3), ts TIMESTAMP(2) NULL, dt DATE, ti TIME, de"
          + " DECIMAL(10,2), bi BIT(10), tx TEXT, bl BLOB, f DOUBLE, st SET('p','q'), y YEAR)"
          + " DEFAULT CHARSET=utf8";
  private static final String ROW =
      "INSERT INTO d.t VALUES (4000000000, 'it''s', X'00ff', 'y', '2020-02-29 12:13:14.120',"
          + " '2020-02-29 12:13:14.12', '2020-02-29', '12:13:14', 12.30, b'101', 'text', X'fe00',"
          + " 1.5, 'p,q', 1999)";

  private final List<String> rows = new ArrayList<>();

  private static Sandbox start(ServerRelease release, String... options) {
    Sandbox sandbox =
        Sandbox.builder().fastTimeouts().release(release).topology("1").options(options).start();
    sandbox.server(1).execute("SET SESSION time_zone='+00:00'", "CREATE DATABASE d", TABLE);
    return sandbox;
  }

  private static BinlogStream binlogOf(SandboxServer server, SandboxAccount account) {
    return new BinlogStream(
        SandboxTrust.trusting(
            server,
            new Target(
                new InstanceAddress(server.address().host(), server.port()),
                new Credentials(account.user(), account.password()),
                TlsMode.DISABLED,
                Target.AUTOMATIC,
                Duration.ofSeconds(4))));
  }

  private static BinlogPosition end(SandboxServer server) {
    var status =
        server
            .query(
                server.release().has(ServerFeature.SOURCE_REPLICA_TERMS)
                    ? "SHOW BINARY LOG STATUS"
                    : "SHOW MASTER STATUS")
            .getFirst();
    return new BinlogPosition(
        status.firstText("File"), Long.parseLong(status.firstText("Position")));
  }

  private static long serverId(SandboxServer server) {
    return Long.parseLong(server.queryValue("SELECT @@server_id").orElseThrow());
  }

  private static LoggedTransaction written(SandboxServer server, String... statements) {
    BinlogPosition begin = end(server);
    server.execute(statements);
    return new LoggedTransaction(begin, end(server), Optional.empty());
  }

  private void read(SandboxServer server, LoggedTransaction transaction) {
    rows.clear();
    binlogOf(server, SandboxAccount.ADMIN)
        .readRows(
            transaction,
            serverId(server),
            (RowChange change) -> rows.add(change.toString()),
            Deadline.after(Duration.ofSeconds(20)));
  }

  private void assertUnreadable(SandboxServer server, LoggedTransaction transaction, String why) {
    assertThatThrownBy(() -> read(server, transaction))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.BINLOG_UNREADABLE))
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @Releases
  void everyKindOfChangeAndEveryType(ServerRelease release) {
    try (Sandbox sandbox = start(release)) {
      SandboxServer server = sandbox.server(1);
      LoggedTransaction inserted = written(server, "SET SESSION time_zone='+00:00'", ROW);
      LoggedTransaction updated =
          written(server, "SET SESSION binlog_row_image=minimal", "UPDATE d.t SET s=NULL, f=2");
      LoggedTransaction deleted =
          written(server, "SET SESSION binlog_row_image=minimal", "DELETE FROM d.t");

      read(server, inserted);
      assertThat(rows).singleElement().asString().startsWith("Inserts into d.t: @1=");
      assertThat(rows.getFirst())
          .contains("4000000000")
          .endsWith(
              "@2='it''s', @3=X'00ff', @4=2, @5='2020-02-29 12:13:14.12',"
                  + " @6='2020-02-29 12:13:14.12' UTC, @7='2020-02-29', @8='12:13:14', @9=12.30,"
                  + " @10=b'101', @11='text', @12=X'fe00', @13=1.5, @14=3, @15=1999");
      read(server, updated);
      assertThat(rows)
          .singleElement()
          .asString()
          .matches("Updates d\\.t: @1=.*4000000000\\)? becomes @2=NULL, @13=2\\.0");
      read(server, deleted);
      assertThat(rows)
          .singleElement()
          .asString()
          .matches("Deletes from d\\.t: @1=.*4000000000\\)?");
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_9_7", "MARIADB_11_4_5"})
  void anotherTransactionIsNotTakenForIt(ServerRelease release) {
    try (Sandbox sandbox = start(release)) {
      SandboxServer server = sandbox.server(1);
      LoggedTransaction first = written(server, ROW);
      LoggedTransaction second = written(server, "DELETE FROM d.t");

      assertUnreadable(
          server,
          new LoggedTransaction(
              first.begin(),
              new BinlogPosition(first.end().file(), first.end().position() - 1),
              first.gtid()),
          "another transaction is there");
      assertUnreadable(
          server,
          new LoggedTransaction(first.begin(), first.end(), Optional.of(otherThan(release))),
          "another transaction is there");
      assertUnreadable(
          server,
          new LoggedTransaction(
              second.begin(),
              new BinlogPosition(second.end().file(), second.end().position() + 500),
              Optional.empty()),
          "the binlog ends before it");
      assertThatThrownBy(() ->
              binlogOf(server, SandboxAccount.ADMIN)
                  .readRows(first, 4711, change -> {}, Deadline.after(Duration.ofSeconds(20))))
          .hasMessageContaining("another transaction is there");
      assertUnreadable(
          server,
          new LoggedTransaction(
              new BinlogPosition("binlog.000077", 4),
              new BinlogPosition("binlog.000077", 90),
              Optional.empty()),
          "error 1236");
    }
  }

  private static Gtid otherThan(ServerRelease release) {
    return Gtid.parse(
        release.family() == ServerFamily.MARIADB
            ? "0-1-4711"
            : "3e11fa47-71ca-11e1-9e33-c80aa9429562:4711");
  }

  /** With the names of columns, and the sign, where a server logs them. */
  @Matrix
  @Test
  void aCompressedTransactionWithFullMetadata() {
    try (Sandbox sandbox = start(ServerRelease.MYSQL_9_7, "binlog_row_metadata=FULL")) {
      SandboxServer server = sandbox.server(1);

      read(server, written(server, "SET SESSION binlog_transaction_compression=ON", ROW));

      assertThat(rows)
          .singleElement()
          .asString()
          .startsWith("Inserts into d.t: id=4000000000, s='it''s', b=X'00ff'");
    }
  }

  /** Statements and rows of every kind, as any others. */
  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MARIADB_10_2_11", "MARIADB_10_11_5", "MARIADB_11_4_5"})
  void compressedTransactionsOfMariaDb(ServerRelease release) {
    try (Sandbox sandbox = start(release, "log_bin_compress=ON", "log_bin_compress_min_len=10")) {
      SandboxServer server = sandbox.server(1);
      LoggedTransaction inserted = written(server, "SET SESSION time_zone='+00:00'", ROW);
      LoggedTransaction updated = written(server, "UPDATE d.t SET tx = REPEAT('z', 5000)");
      LoggedTransaction deleted = written(server, "DELETE FROM d.t");
      String index = "CREATE INDEX one ON d.t (dt, ti, de, bi)";
      LoggedTransaction defined = written(server, index);
      assertThat(server.query("SHOW BINLOG EVENTS IN '" + newest(server) + "'"))
          .extracting(row -> row.firstText("Event_type"))
          .contains("Query_compressed")
          .anyMatch(type -> type.startsWith("Write_rows_compressed"))
          .anyMatch(type -> type.startsWith("Update_rows_compressed"))
          .anyMatch(type -> type.startsWith("Delete_rows_compressed"));

      read(server, inserted);
      assertThat(rows).singleElement().asString().contains("4000000000", "@2='it''s', @3=X'00ff'");
      read(server, updated);
      assertThat(rows)
          .singleElement()
          .asString()
          .contains("@11='text'", " becomes ", "@11='zzzzzz");
      read(server, deleted);
      assertThat(rows).singleElement().asString().startsWith("Deletes from d.t: @1=");
      BinlogStream admin = binlogOf(server, SandboxAccount.ADMIN);
      WrittenTransaction statement = admin.readTransaction(defined, soon());
      assertThat(statement.statements()).containsExactly(index);

      assertSaidAgain(server, admin.readTransaction(inserted, soon()));
    }
  }

  /** What is reported for another server is what its server would take, compressed or not. */
  private static void assertSaidAgain(SandboxServer server, WrittenTransaction transaction) {
    assertThat(transaction.trouble()).isEmpty();
    assertThat(server.queryValue("SELECT COUNT(*) FROM d.t")).contains("0");

    server.execute(transaction.replay().toArray(String[]::new));

    assertThat(server.queryValue("SELECT CONCAT(s, HEX(b), tx) FROM d.t")).contains("it's00FFtext");
  }

  private static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(20));
  }

  /** 300 MB, of which no more than an event takes room. */
  @Matrix
  @Test
  void aLongCompressedTransaction() {
    try (Sandbox sandbox =
        start(ServerRelease.MYSQL_9_7, "max_allowed_packet=64M", "max_binlog_size=1G")) {
      SandboxServer server = sandbox.server(1);
      server.execute("CREATE TABLE d.l (id INT AUTO_INCREMENT PRIMARY KEY, l LONGTEXT)");
      LoggedTransaction written =
          written(
              server,
              "SET SESSION binlog_transaction_compression=ON",
              "BEGIN",
              "INSERT INTO d.l (l) SELECT REPEAT('x', 10 * 1024 * 1024) FROM"
                  + " information_schema.columns LIMIT 30",
              "COMMIT");

      read(server, written);

      assertThat(written.end().position() - written.begin().position()).isLessThan(20_000_000);
      assertThat(rows)
          .hasSize(30)
          .allMatch(row -> row.contains("the first of 10485760 bytes; SHA-256"));
    }
  }

  @Test
  void overTlsAsWell() throws IOException {
    try (Sandbox sandbox = start(ServerRelease.MYSQL_9_7)) {
      SandboxServer server = sandbox.server(1);
      LoggedTransaction inserted = written(server, ROW);
      Path folder = Path.of(server.queryValue("SELECT @@datadir").orElseThrow());
      String authority = Files.readString(folder.resolve("ca.pem"));
      Target plain = binlogOf(server, SandboxAccount.ADMIN).target();
      Target encrypted =
          new Target(
              plain.address(),
              plain.credentials(),
              TlsMode.REQUIRED,
              Target.AUTOMATIC,
              plain.statementTimeout(),
              new ServerTrust(Optional.empty(), List.of(authority), false));

      new BinlogStream(encrypted)
          .readRows(
              inserted,
              serverId(server),
              change -> rows.add(change.toString()),
              Deadline.after(Duration.ofSeconds(20)));

      assertThat(rows).hasSize(1);
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource
  void whoMayNotReadItIsReported(ServerRelease release) {
    try (Sandbox sandbox = start(release)) {
      SandboxServer server = sandbox.server(1);
      server.execute("CREATE USER 'beginner'@'%' IDENTIFIED BY 'may-Nothing-1'");
      LoggedTransaction inserted = written(server, ROW);

      assertThatThrownBy(() ->
              binlogOf(server, new SandboxAccount("beginner", "may-Nothing-1"))
                  .readRows(
                      inserted,
                      serverId(server),
                      change -> {},
                      Deadline.after(Duration.ofSeconds(20))))
          .hasMessageContaining("'beginner' may not read it")
          .hasMessageContaining("REPLICATION SLAVE");
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource
  void whyABeginningIsNotReadIsSaidTruly(ServerRelease release) {
    try (Sandbox sandbox = start(release)) {
      SandboxServer server = sandbox.server(1);
      server.execute("CREATE USER 'beginner'@'%' IDENTIFIED BY 'may-Nothing-1'");
      String first = server.query("SHOW BINARY LOGS").getFirst().firstText("Log_name");
      BinlogStream admin = binlogOf(server, SandboxAccount.ADMIN);

      assertThat(whyNot(binlogOf(server, new SandboxAccount("beginner", "may-Nothing-1")), first))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BINLOG_UNREADABLE))
          .hasMessageContaining("'beginner' may not read it")
          .hasMessageContaining("REPLICATION SLAVE");
      assertThat(whyNot(binlogOf(server, new SandboxAccount("beginner", "another-1")), first))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED))
          .hasMessageContaining("'beginner' cannot log in");
      assertThat(whyNot(over(TlsMode.REQUIRED, admin), first))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.TLS_FAILED))
          .hasMessageContaining("TLS");
      server.execute("FLUSH LOGS");
      server.execute("PURGE BINARY LOGS TO '" + newest(server) + "'");
      assertThat(whyNot(admin, first))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BINLOG_UNREADABLE))
          .hasMessageContaining("the server does not have it, or not any more (error 1236");
      server.stop();
      assertThat(whyNot(admin, first))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CONNECTION_REFUSED))
          .hasMessageContaining("nothing listens there");
    }
  }

  @Test
  void ofAServerThatIsNotTrustedNothingIsRead() {
    try (Sandbox sandbox = start(ServerRelease.MYSQL_9_7)) {
      SandboxServer server = sandbox.server(1);
      server.execute("CREATE USER 'new'@'%' IDENTIFIED BY 'never-seen-1'");
      Target trusted = binlogOf(server, new SandboxAccount("new", "never-seen-1")).target();

      assertThat(whyNot(over(TlsMode.DISABLED, new BinlogStream(trusted)), newest(server)))
          .satisfies(e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.SERVER_UNTRUSTED);
            assertThat(e.remedies()).containsExactly(Remedy.of(Acts.trust(trusted.address())));
          })
          .hasMessageContaining("encrypted for a key that is not known of it");
    }
  }

  /** By somebody who knows nothing of the server. */
  private static BinlogStream over(TlsMode tls, BinlogStream stream) {
    Target known = stream.target();
    return new BinlogStream(
        new Target(
            known.address(), known.credentials(), tls, Target.AUTOMATIC, known.statementTimeout()));
  }

  private static OrchestratorException whyNot(BinlogStream stream, String log) {
    return catchThrowableOfType(
        OrchestratorException.class,
        () -> stream.begunAt(log, Deadline.after(Duration.ofSeconds(20))));
  }

  /** A log reports of itself whether it is the first of its process, however the last one ended. */
  @Matrix
  @ParameterizedTest
  @EnumSource
  void aLogShowsWhetherItIsTheFirstOfItsProcess(ServerRelease release) {
    try (Sandbox sandbox = start(release)) {
      SandboxServer server = sandbox.server(1);
      assertThat(created(server, newest(server))).isPositive();
      long first = begun(server, newest(server));
      assertThat(first).isEqualTo(created(server, newest(server)));
      server.execute("FLUSH LOGS", "INSERT INTO d.t (id) VALUES (1)");
      assertThat(created(server, newest(server))).isZero();
      assertThat(begun(server, newest(server))).isGreaterThanOrEqualTo(first);
      server.killHard();
      server.start();
      assertThat(created(server, newest(server))).isPositive();
      server.restart();
      assertThat(created(server, newest(server))).isPositive();
    }
  }

  private static String newest(SandboxServer server) {
    return server.query("SHOW BINARY LOGS").getLast().firstText("Log_name");
  }

  private static long begun(SandboxServer server, String log) {
    return binlogOf(server, SandboxAccount.ADMIN)
        .begunAt(log, Deadline.after(Duration.ofSeconds(10)))
        .asOptional()
        .orElseThrow()
        .getEpochSecond();
  }

  private static long created(SandboxServer server, String log) {
    return binlogOf(server, SandboxAccount.ADMIN)
        .processBegunWith(log, Deadline.after(Duration.ofSeconds(10)))
        .asOptional()
        .map(Instant::getEpochSecond)
        .orElse(0L);
  }
}
