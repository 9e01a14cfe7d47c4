package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.binlog.analysis.BinlogAnalyzer;
import io.tutti.binlog.analysis.BinlogReport;
import io.tutti.binlog.analysis.BinlogReport.Ddl;
import io.tutti.binlog.analysis.BinlogReport.Large;
import io.tutti.binlog.analysis.BinlogReport.LogFile;
import io.tutti.binlog.file.LogSourceException;
import io.tutti.binlog.live.LiveLogs;
import io.tutti.binlog.live.LiveServer;
import io.tutti.binlog.live.Place;
import io.tutti.binlog.live.Wanted;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;

/** A running server's binlogs are analyzed as its files are, while clients write on. */
class BinlogLiveTest {
  private static final String USER = "dumper";
  private static final String PASSWORD = "scrambled";
  private static final int ROWS = 300;

  private static LiveServer live(SandboxServer server) {
    return new LiveServer(
        "127.0.0.1",
        server.port(),
        USER,
        PASSWORD,
        Optional.empty(),
        false,
        publicKey(server),
        Duration.ofSeconds(20));
  }

  private static Wanted from(String log, Optional<Place> to) {
    return new Wanted(
        Duration.ofHours(1),
        Place.parse(log),
        to,
        Long.MAX_VALUE,
        0,
        Optional.empty(),
        Duration.ofMinutes(1));
  }

  private static BinlogReport read(SandboxServer server, Wanted wanted) throws IOException {
    try (LiveLogs logs = LiveLogs.open(live(server), wanted, true)) {
      return BinlogAnalyzer.analyze(logs, Optional.of(logs.readKeys()));
    }
  }

  private static void createAccount(SandboxServer server, String privileges) {
    boolean hasPlugins =
        server.release().family() == ServerFamily.MYSQL
            && !server.release().version().startsWith("5.");
    String by = hasPlugins ? "IDENTIFIED WITH caching_sha2_password BY" : "IDENTIFIED BY";
    server.execute(
        "CREATE USER %s@'%%' %s '%s'".formatted(USER, by, PASSWORD),
        "GRANT %s ON *.* TO %s@'%%'".formatted(privileges, USER));
  }

  /** For accounts that the server has not seen yet. */
  private static Optional<String> publicKey(SandboxServer server) {
    Path key = server.dataDirectory().resolve("public_key.pem");
    try {
      return Files.exists(key) ? Optional.of(Files.readString(key)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same but for where files are, and whether they are written to. */
  private static BinlogReport withoutFolders(BinlogReport report) {
    UnaryOperator<String> name = file -> Path.of(file).getFileName().toString();
    return new BinlogReport(
        report.files().stream()
            .map(each ->
                new LogFile(
                    name.apply(each.name()),
                    each.server(),
                    each.isRelayLog(),
                    false,
                    each.hasChecksums(),
                    each.bytesRead(),
                    each.transactions()))
            .toList(),
        report.troubles(),
        report.totals(),
        report.clock(),
        report.groups(),
        report.bytes(),
        report.seconds(),
        report.schemas(),
        report.tables(),
        report.domains(),
        report.servers(),
        new BinlogReport.Barriers(
            report.barriers().ddl(),
            report.barriers().notParallel(),
            report.barriers().notTransactional(),
            report.barriers().waited(),
            report.barriers().statements().stream()
                .map(each ->
                    new Ddl(
                        name.apply(each.file()),
                        each.offset(),
                        each.committedSeconds(),
                        each.gtid(),
                        each.verb(),
                        each.schema()))
                .toList()),
        report.biggest().stream().map(each -> renamed(each, name)).toList(),
        report.longest().stream().map(each -> renamed(each, name)).toList(),
        report.curve(),
        report.rows());
  }

  private static Large renamed(Large large, UnaryOperator<String> name) {
    return new Large(
        name.apply(large.file()),
        large.offset(),
        large.gtid(),
        large.committedSeconds(),
        large.bytes(),
        large.seconds(),
        large.rowEvents(),
        large.tables(),
        large.beside());
  }

  /** Writes until it is told to stop; how many rows it has written. */
  private static Thread writer(SandboxServer server, AtomicBoolean isOver, AtomicInteger written) {
    return Thread.ofVirtual()
        .start(() -> {
          try (Connection connection = server.connect();
              Statement statement = connection.createStatement()) {
            while (!isOver.get()) {
              statement.execute("INSERT INTO d.t (n) VALUES (%d)".formatted(written.get()));
              written.incrementAndGet();
            }
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @ParameterizedTest
  @Releases(
      value = {ServerRelease.MYSQL_8_0_15, ServerRelease.MARIADB_10_11_5},
      thorough = {
        ServerRelease.MYSQL_5_6_14, ServerRelease.MYSQL_5_7_22, ServerRelease.MYSQL_9_7,
        ServerRelease.MARIADB_10_1_8, ServerRelease.MARIADB_10_2_11, ServerRelease.MARIADB_11_4_5
      })
  void aRunningServerIsAnalyzedAsItsFilesAre(ServerRelease release) throws Exception {
    try (Sandbox sandbox =
        Sandbox.builder().fastTimeouts().release(release).topology("1").start()) {
      SandboxServer server = sandbox.server(1);
      createAccount(server, "SELECT, REPLICATION SLAVE, REPLICATION CLIENT");
      server.execute(
          "FLUSH LOGS",
          "CREATE DATABASE d",
          "CREATE TABLE d.t (id INT PRIMARY KEY AUTO_INCREMENT, n INT, b MEDIUMTEXT)"
              + " ENGINE=InnoDB");
      Path first = Binlogs.newest(server);
      AtomicBoolean isOver = new AtomicBoolean();
      AtomicInteger written = new AtomicInteger();
      Thread writer = writer(server, isOver, written);
      await().until(() -> written.get() > ROWS);
      server.execute("FLUSH LOGS", "INSERT INTO d.t (b) VALUES (REPEAT('x', 300000))");
      Path second = Binlogs.newest(server);
      await().until(() -> written.get() > 2 * ROWS);
      server.execute("FLUSH LOGS");
      String third = Binlogs.newest(server).getFileName().toString();
      int before = written.get();

      BinlogReport sent =
          read(server, from(first.getFileName().toString(), Place.parse(third + ":4")));

      await().until(() -> written.get() > before);
      assertThat(sent.troubles()).isEmpty();
      List<LogFile> files = withoutFolders(sent).files();
      BinlogReport ofFiles;
      try (LiveLogs logs = LiveLogs.open(live(server), from(third, Optional.empty()), false)) {
        ofFiles =
            BinlogAnalyzer.analyze(List.of(first, second), true, Optional.of(logs.readKeys()));
      }
      assertThat(files.subList(0, 2)).isEqualTo(withoutFolders(ofFiles).files());
      assertThat(sent.totals().transactions())
          .isEqualTo(ofFiles.totals().transactions())
          .isGreaterThan(2 * ROWS);
      assertThat(withoutFolders(sent))
          .usingRecursiveComparison()
          .ignoringFields("files", "totals.bytes", "totals.events")
          .isEqualTo(withoutFolders(ofFiles));
      isOver.set(true);
      writer.join();
      await().atMost(Duration.ofSeconds(10)).until(() -> Binlogs.dumps(server).isEmpty());
    }
  }

  @ParameterizedTest
  @Releases({ServerRelease.MYSQL_8_0_15, ServerRelease.MARIADB_10_11_5})
  void whatTheServerDoesNotSendIsSaid(ServerRelease release) throws Exception {
    try (Sandbox sandbox =
        Sandbox.builder().fastTimeouts().release(release).topology("1").start()) {
      SandboxServer server = sandbox.server(1);
      createAccount(server, "REPLICATION CLIENT");
      String log = Binlogs.newest(server).getFileName().toString();
      BinlogReport denied = read(server, from(log, Optional.empty()));
      assertThat(denied.files()).isEmpty();
      assertThat(denied.troubles().getFirst().toString()).contains("REPLICATION SLAVE");
      assertThatThrownBy(() -> read(server, from("binlog.999999", Optional.empty())))
          .isInstanceOf(LogSourceException.class)
          .hasMessageContaining("the server has no log binlog.999999");
      LiveServer known = live(server);
      LiveServer stranger =
          new LiveServer(
              known.host(),
              known.port(),
              USER,
              "wrong",
              known.tls(),
              false,
              known.publicKey(),
              known.patience());
      assertThatThrownBy(() -> LiveLogs.open(stranger, from(log, Optional.empty()), false))
          .isInstanceOf(LogSourceException.class);
      assertThat(Binlogs.dumps(server)).isEmpty();
    }
  }
}
