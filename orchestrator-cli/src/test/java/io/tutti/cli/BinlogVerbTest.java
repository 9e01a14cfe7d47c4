package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.cli.view.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Binlogs are analyzed without a controller. */
class BinlogVerbTest {
  @TempDir private Path folder;
  private Path file = Path.of("");

  /** Thirty seconds of MySQL 5.7: each second a group of three transactions. */
  @BeforeEach
  void copy() throws IOException {
    file = folder.resolve("binlog.000042");
    try (InputStream in =
        Objects.requireNonNull(BinlogVerbTest.class.getResourceAsStream("binlog.000042"))) {
      Files.copy(in, file);
    }
  }

  private static CommandRun run(String... arguments) {
    return CommandRun.of(Map.of("TZ", "UTC"), arguments);
  }

  private void cut(int bytes) throws IOException {
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), bytes));
  }

  @Test
  void showsHowParallelAnApplierCanBe() {
    CommandRun run = run("binlog", "analyze", file.toString());

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "5.7.22-log",
            "90 transactions in ",
            "AMIL 2.00, as of groups of 3.00 transactions",
            "30 (33.3 %) can only begin when the one before them is committed",
            "none change more than one schema",
            "DDL and administration: 1 (1.1 %)",
            "ALTER TABLE",
            "shop.items",
            "█")
        .doesNotContain("ADD COLUMN");
  }

  @Test
  void theDocumentHasTheSame() {
    CommandRun run = run("binlog", "analyze", file.toString(), "--json");

    Json document = Json.parse(run.out()).orElseThrow();
    assertThat(document.text("amil")).contains("2.0");
    assertThat(document.text("pseudoGroupSize")).contains("3.0");
    assertThat(document.text("transactions")).contains("90");
    assertThat(document.text("complete")).contains("true");
    Json biggest = document.at("biggest").items().getFirst();
    assertThat(biggest.text("seconds")).contains("4");
    assertThat(biggest.text("mayRunBeside")).contains("0");
    assertThat(biggest.at("tables").items().toString()).contains("shop.items");
    assertThat(document.at("curve").at("points").items()).hasSize(30);
  }

  @Test
  void aFileThatIsCutOffIsAnalyzedAsFarAsItCanBe() throws IOException {
    cut(5_000);

    CommandRun run = run("binlog", "analyze", file.toString(), "--verify");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("AMIL", "the file ends within an event", "What is before it is counted above.")
        .contains("remedy: copy the file again");
    Json document =
        Json.parse(run("binlog", "analyze", file.toString(), "--json").out()).orElseThrow();
    assertThat(document.text("complete")).contains("false");
    assertThat(document.at("troubles").items().getFirst().text("code"))
        .contains("BINLOG_TRUNCATED");
  }

  @Test
  void nothingIsSaidOfTransactionsWhereThereAreNone() throws IOException {
    cut(200);

    CommandRun run = run("binlog", "analyze", file.toString());

    assertThat(run.out())
        .contains("0 transactions in ", "the file ends within the header of an event")
        .doesNotContain("Parallelism", "What runs alone");
  }

  @Test
  void whatIsNoBinlogIsRefused() throws IOException {
    Files.writeString(file, "[mysqld]");

    CommandRun run = run("binlog", "analyze", file.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("begins as no binlog does", "(NOT_A_BINLOG)", "remedy: name a binlog");
    assertThat(run("binlog", "analyze", folder.resolve("none").toString()).err())
        .contains("there is no such file", "(BINLOG_UNREADABLE)");
    assertThat(run("binlog", "analyze").exitCode()).isEqualTo(2);
  }

  @Test
  void looksIntoRowsIfItIsAsked() throws IOException {
    Path html = folder.resolve("report.html");
    CommandRun run = run("binlog", "analyze", "--rows", "--html", html.toString(), file.toString());

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("Rows", "in tables without a key: ");
    assertThat(Files.readString(html))
        .startsWith("<!doctype html>")
        .contains("<svg", "Transactions per second", "shop.items", "AMIL 2.00")
        .doesNotContain("<script", "src=", "href=");
    assertThat(run("binlog", "analyze", file.toString()).out()).doesNotContain("without a key");
    Json rows =
        Json.parse(run("binlog", "analyze", "--rows", "--json", file.toString()).out())
            .orElseThrow()
            .at("rows");
    assertThat(rows.text("keylessTransactions")).isPresent();
    assertThat(run("binlog", "analyze", "--html", "/none/report.html", file.toString()).err())
        .contains("(REPORT_NOT_WRITTEN)");
  }

  @Test
  void predictsOtherSettings() {
    CommandRun run = run("binlog", "simulate", file.toString());

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "90 transactions",
            "without workers: ",
            "logical-clock-ordered",
            "Speed-up by workers",
            "1024",
            "How sure this is: low",
            "there are only 90 transactions",
            "calculated with 1 ms for a commit, 8 cores",
            "Left out",
            "writeset: the keys of no table are known");
  }

  @Test
  void predictsWhatIsAsked() {
    CommandRun run =
        run(
            "binlog",
            "simulate",
            "--scheme",
            "logical-clock",
            "--workers",
            "4,0",
            "--commit-latency",
            "2",
            "--serial-rate",
            "100",
            "--json",
            file.toString());

    Json document = Json.parse(run.out()).orElseThrow();
    assertThat(document.at("predictions").items()).hasSize(1);
    Json prediction = document.at("predictions").items().getFirst();
    assertThat(prediction.text("scheme")).contains("logical-clock");
    assertThat(prediction.at("points").items())
        .extracting(point -> point.text("workers").orElseThrow())
        .containsExactly("0", "4");
    // 90 transactions, 100 a second.
    assertThat(
            Double.parseDouble(
                prediction.at("points").items().getFirst().text("seconds").orElseThrow()))
        .isBetween(0.89, 0.91);
    assertThat(document.at("facts").text("commitMicros")).contains("2000.0");
  }

  @Test
  void whatCannotBePredictedIsSaid() throws IOException {
    Path keys = folder.resolve("keys.tsv");
    Files.writeString(keys, "shop items PRIMARY 1 1");
    assertThat(run("binlog", "simulate", "--keys", keys.toString(), file.toString()).err())
        .contains("line 1 is not schema, table", "(KEYS_UNREADABLE)", "tutti binlog keys");
    assertThat(run("binlog", "simulate", "--scheme", "best", file.toString()))
        .matches(run -> run.exitCode() == 2)
        .extracting(CommandRun::err)
        .asString()
        .contains("--scheme best is none of database, logical-clock");
    assertThat(
            run(
                    "binlog",
                    "simulate",
                    "--serial-rate",
                    "5000",
                    "--commit-latency",
                    "1",
                    file.toString())
                .err())
        .contains("5000 transactions a second are 200 microseconds for each");
    Files.writeString(file, "[mysqld]");
    assertThat(run("binlog", "simulate", file.toString()).err()).contains("(NOT_A_BINLOG)");
  }

  @Test
  void theQueryForKeysIsForTheServersOwnClient() {
    assertThat(run("binlog", "keys").out()).contains("FROM information_schema.STATISTICS s");
  }
}
