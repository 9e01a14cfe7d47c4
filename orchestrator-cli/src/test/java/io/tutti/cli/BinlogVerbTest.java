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
}
