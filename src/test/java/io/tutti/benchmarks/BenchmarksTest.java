package io.tutti.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.tier.Matrix;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Each benchmark runs to its end and prints its table. Whether the figures are good is no test's.
 */
@Matrix
class BenchmarksTest {
  private static final String FIGURES = "(\\s+[0-9.]+){3}";

  private final PrintStream out = System.out;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @BeforeEach
  void begin() {
    System.setProperty(Repeats.BRIEF, "true");
    System.setProperty(
        "tutti.distribution",
        Path.of("../../distribution/target/tutti").toAbsolutePath().normalize().toString());
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void end() {
    System.clearProperty(Repeats.BRIEF);
    System.clearProperty("tutti.distribution");
    System.setOut(out);
  }

  @Test
  void closing() throws Exception {
    ClosingBenchmark.main(new String[0]);

    assertTable(
        "mysql-5.7.22, by an operation", "mysql-8.0.15, by an operation", "by the bare statements");
  }

  @Test
  void standstill() throws Exception {
    StandstillBenchmark.main(new String[0]);

    assertTable("mysql-8.0.15, by an operation", "mariadb-10.11.5, by an operation");
  }

  @Test
  void detecting() throws Exception {
    DetectingBenchmark.main(new String[0]);

    assertTable("reading the sample, us CPU", "judging it, us CPU", "judging / reading, % of CPU");
  }

  @Test
  void binlog() throws Exception {
    BinlogBenchmark.main(new String[0]);

    assertTable(
        "mysqlbinlog | grep | awk",
        "analysis, from the start of its process",
        "analysis, in a warm process");
  }

  @Test
  void failover() throws Exception {
    FailoverBenchmark.main(new String[0]);

    assertTable(
        "mysql-8.0.15, switchover, nobody can write",
        "mysql-8.0.15, killed, until a replica takes writes",
        "mariadb-10.11.5, frozen, until a replica takes writes");
  }

  @Test
  void tuner() throws Exception {
    TunerBenchmark.main(new String[0]);

    assertTable("mysql-8.0.15, hot row", "mariadb-10.11.5, hot row");
  }

  @Test
  void costs() throws Exception {
    CostsBenchmark.main(new String[0]);

    assertTable("mysql-8.0.15, of 1 rows", "mariadb-10.11.5, of 1,000 rows");
  }

  @Test
  void discovery() throws Exception {
    DiscoveryBenchmark.main(new String[] {"3"});

    assertTable("start to first answer, s", "one seed to the whole map of 3, s");
  }

  @Test
  void polling() throws Exception {
    PollingBenchmark.main(new String[] {"1"});

    assertTable("1 ");
  }

  private void assertTable(String... rows) {
    List<String> lines = printed.toString(StandardCharsets.UTF_8).lines().toList();
    for (String row : rows) {
      assertThat(lines)
          .as("%s", lines)
          .anySatisfy(line -> assertThat(line).contains(row).containsPattern(FIGURES));
    }
  }
}
