package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.binlog.BinlogStream;
import io.tutti.binlog.WrittenTransaction;
import io.tutti.binlog.file.BinlogException;
import io.tutti.binlog.file.RowReversal;
import io.tutti.contract.SandboxTrust;
import io.tutti.gaps.LoggedTransaction;
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
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.tier.Releases;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;

/** What a server did to its rows, and then the reverse of it, leaves them as they were. */
class RowReversalTest {
  private static final int TRANSACTIONS = 12;
  private static final int KEYS = 12;
  private static final int LENGTH_AT = 9;
  private static final int LINE = 76;

  private static String table(ServerRelease release) {
    return "CREATE TABLE d.t (id INT UNSIGNED PRIMARY KEY, s VARCHAR(300) CHARACTER SET latin1,"
        + " b VARBINARY(20), e ENUM('x','y'), t DATETIME(3), ts TIMESTAMP(2) NULL, dt DATE, ti"
        + " TIME(6), de DECIMAL(30,9), bi BIT(10), tx TEXT CHARACTER SET "
        + (release.family() == ServerFamily.MARIADB ? "ucs2" : "utf16")
        + ", bl BLOB, f DOUBLE, g FLOAT, st SET('p','q'), y YEAR, n BIGINT, c CHAR(5), j "
        + (release == ServerRelease.MYSQL_5_6_14 ? "TEXT" : "JSON")
        + ") ENGINE=InnoDB";
  }

  @ParameterizedTest
  @Releases(
      value = {ServerRelease.MYSQL_5_7_22, ServerRelease.MARIADB_10_11_5},
      thorough = {
        ServerRelease.MYSQL_5_6_14,
        ServerRelease.MYSQL_8_0_15,
        ServerRelease.MYSQL_9_7,
        ServerRelease.MARIADB_10_2_11,
        ServerRelease.MARIADB_11_4_5
      })
  void everyTypeComesBack(ServerRelease release) throws BinlogException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (Sandbox sandbox =
        Sandbox.builder().fastTimeouts().release(release).topology("1").start()) {
      SandboxServer server = sandbox.server(1);
      server.execute(
          "SET GLOBAL sql_mode = ''",
          "CREATE DATABASE d",
          table(release),
          "CREATE TABLE d.u LIKE d.t");
      server.execute(
          "SET SESSION sql_mode = ''",
          "INSERT INTO d.t (id, tx, ti) VALUES (1, 'one', '-12:13:14.5'), (2, NULL, NULL)");
      List<String> before = rows(server);
      List<WrittenTransaction> written = new ArrayList<>();
      for (int i = 0; i < TRANSACTIONS; i++) {
        written.add(written(server, statements(random)));
      }
      assertThat(rows(server)).as("seed %d", seed).isNotEqualTo(before);

      for (WrittenTransaction each : written.reversed()) {
        server.execute(reversed(each.replay()));
      }

      assertThat(rows(server)).as("seed %d", seed).isEqualTo(before);
    }
  }

  /** The description of the events, what frames them, and their reverse in the place of them. */
  private static String[] reversed(List<String> replay) throws BinlogException {
    List<byte[]> format = events(replay.getFirst());
    int checksumBytes = format.getFirst()[format.getFirst().length - 5] == 1 ? 4 : 0;
    List<String> said = new ArrayList<>();
    for (String each : replay) {
      if (each.startsWith("BINLOG") && !each.equals(replay.getFirst())) {
        for (List<byte[]> pair : RowReversal.of(events(each), checksumBytes)) {
          said.add(binlog(pair));
        }
      } else {
        said.add(each);
      }
    }
    return said.toArray(String[]::new);
  }

  private static List<byte[]> events(String binlog) {
    String text = binlog.substring(binlog.indexOf('\'') + 1, binlog.lastIndexOf('\''));
    ByteArrayOutputStream decoded = new ByteArrayOutputStream();
    // Each is encoded by itself, in lines of 76 characters; only the last one of each is shorter.
    StringBuilder one = new StringBuilder();
    for (String line : text.strip().split("\n")) {
      one.append(line);
      if (line.length() < LINE || isWhole(one.toString())) {
        decoded.writeBytes(Base64.getDecoder().decode(one.toString()));
        one.setLength(0);
      }
    }
    byte[] all = decoded.toByteArray();
    List<byte[]> events = new ArrayList<>();
    ByteBuffer bytes = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < all.length; at += bytes.getInt(at + LENGTH_AT)) {
      events.add(Arrays.copyOfRange(all, at, at + bytes.getInt(at + LENGTH_AT)));
    }
    return events;
  }

  /** By the length that its header says. */
  private static boolean isWhole(String encoded) {
    byte[] bytes = Base64.getDecoder().decode(encoded);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(LENGTH_AT) == bytes.length;
  }

  private static String binlog(List<byte[]> events) {
    return events.stream()
        .map(each -> Base64.getEncoder().encodeToString(each) + "\n")
        .collect(Collectors.joining("", "BINLOG '\n", "'"));
  }

  private static List<String> rows(SandboxServer server) {
    List<String> rows = new ArrayList<>();
    for (String table : List.of("d.t", "d.u")) {
      server
          .query(
              "SELECT CONCAT_WS('|', id, HEX(s), HEX(b), e+0, t, ts, dt, ti, de, bi+0, HEX(tx), HEX(bl),"
                  + " f, g, st+0, y, n, HEX(c), HEX(CAST(j AS CHAR)),"
                  + " CONCAT(ISNULL(s), ISNULL(b), ISNULL(j))) AS r FROM "
                  + table
                  + " ORDER BY id")
          .forEach(row -> rows.add(table + ":" + row.firstText("r")));
    }
    return rows;
  }

  /** Rows with the same key again and again, also with another key, and NULL for any value. */
  private static List<String> statements(Random random) {
    List<String> statements = new ArrayList<>(List.of("SET SESSION sql_mode = ''", "BEGIN"));
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      String table = random.nextBoolean() ? "d.t" : "d.u";
      int key = 1 + random.nextInt(KEYS);
      statements.add(
          switch (random.nextInt(5)) {
            case 0 -> "DELETE FROM %s WHERE id >= %d".formatted(table, key);
            case 1 ->
                "UPDATE %s SET id = id + 1000000 * %d WHERE id = %d"
                    .formatted(table, 1 + random.nextInt(4000), key);
            case 2 ->
                "UPDATE %s SET s = NULL, j = %s, n = -n, ti = NULL".formatted(table, json(random));
            default -> "REPLACE INTO %s VALUES (%d, %s)".formatted(table, key, values(random));
          });
    }
    statements.add("REPLACE INTO d.t VALUES (77, %s)".formatted(values(random)));
    statements.add("COMMIT");
    return statements;
  }

  private static String json(Random random) {
    return random.nextInt(3) == 0
        ? "NULL"
        : "'{\"a\": [1, %d, \"ü\"]}'".formatted(random.nextInt());
  }

  private static String values(Random random) {
    List<String> values =
        new ArrayList<>(
            List.of(
                "'%s'".formatted("ä".repeat(random.nextInt(300))),
                "X'%04x'".formatted(random.nextInt(65536)),
                "'%s'".formatted(random.nextBoolean() ? "x" : "y"),
                "'2020-02-29 12:13:14.%03d'".formatted(random.nextInt(1000)),
                "'2020-02-29 12:13:%02d.12'".formatted(random.nextInt(60)),
                random.nextBoolean() ? "'0000-00-00'" : "'2020-02-29'",
                "'%s%d:13:14.%06d'"
                    .formatted(
                        random.nextBoolean() ? "-" : "",
                        random.nextInt(800),
                        random.nextInt(1000000)),
                "%d.%09d".formatted(random.nextLong(), random.nextInt(1_000_000_000)),
                "b'%s'".formatted(Integer.toBinaryString(random.nextInt(1024))),
                "'%s'".formatted("text".repeat(random.nextInt(100))),
                "REPEAT(X'fe00', %d)".formatted(random.nextInt(20000)),
                Double.toString(random.nextGaussian()),
                Float.toString(random.nextFloat()),
                "'p,q'",
                Integer.toString(1999 + random.nextInt(50)),
                Long.toString(random.nextLong()),
                "'c%d'".formatted(random.nextInt(99)),
                json(random)));
    values.replaceAll(each -> random.nextInt(6) == 0 ? "NULL" : each);
    return String.join(", ", values);
  }

  private static WrittenTransaction written(SandboxServer server, List<String> statements) {
    BinlogPosition begin = end(server);
    server.execute(statements.toArray(String[]::new));
    return binlogOf(server)
        .readTransaction(
            new LoggedTransaction(begin, end(server), Optional.empty()),
            Deadline.after(Duration.ofSeconds(20)));
  }

  private static BinlogStream binlogOf(SandboxServer server) {
    return new BinlogStream(
        SandboxTrust.trusting(
            server,
            new Target(
                new InstanceAddress(server.address().host(), server.port()),
                new Credentials(SandboxAccount.ADMIN.user(), SandboxAccount.ADMIN.password()),
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
}
