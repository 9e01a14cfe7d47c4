package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrantsVerbTest extends VerbTest {
  private static final String ANSWER =
      """
      {"flavor":"mysql-5.7","version":"5.7.22","account":"'tutti'@'%'",
       "statements":[
        {"sql":"CREATE USER 'tutti'@'%' IDENTIFIED BY '<password>'","why":"from anywhere"},
        {"sql":"GRANT SUPER ON *.* TO 'tutti'@'%'","why":"fence"}],
       "sometimes":[{"sql":"GRANT EVENT ON *.* TO 'tutti'@'%'","why":"resolve"}],
       "replication":[{"sql":"GRANT REPLICATION SLAVE ON *.* TO 'replication'@'%'","why":"replicas"}]}\
      """;

  @TempDir Path folder;

  @Test
  void printsStatementsWithReasonsAndLeavesOutWhatFewWant() {
    answering("version=5.7.22&user=tutti&host=%25&monitor=false");

    CommandRun run = run("grants", "--flavor", "mysql-5.7", "--version", "5.7.22");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .containsSubsequence(
            "-- The controller's account on mysql-5.7, release 5.7.22, for watching and operating.",
            "-- Put a password in place of <password>.\n",
            "CREATE USER 'tutti'@'%' IDENTIFIED BY '<password>';  -- from anywhere\n",
            "GRANT SUPER ON *.* TO 'tutti'@'%';  -- fence\n",
            "-- Only where it is wanted:\n",
            "-- GRANT EVENT ON *.* TO 'tutti'@'%';  -- resolve\n",
            "-- GRANT REPLICATION SLAVE ON *.* TO 'replication'@'%';  -- replicas\n");
  }

  @Test
  void putsThePasswordOfAFileInAndSendsItNowhere() throws IOException {
    answering("user=it%27s&host=10.0.0.5&monitor=true");
    Path file = Files.writeString(folder.resolve("password"), "o'Brien\\1\nnot this\n");

    CommandRun run =
        run(
            "grants",
            "--flavor=mysql-5.7",
            "--monitor",
            "--user=it's",
            "--host=10.0.0.5",
            "--password-file=" + file);

    assertThat(run.out())
        .contains("IDENTIFIED BY 'o''Brien\\\\1';  -- from", "only for watching")
        .doesNotContain("<password>", "not this");
    assertThat(controller.requests().toString()).doesNotContain("Brien");
  }

  @Test
  void anAccountThatIsThereWantsNoPassword() {
    answering("user=tutti&host=10.%25&monitor=false&existing=true");

    assertThat(run("grants", "--flavor=mysql-5.7", "--host=10.%", "--existing").out())
        .contains("GRANT SUPER")
        .doesNotContain("Put a password");
    assertThat(run("grants", "--flavor=x", "--existing", "--password-file=y").err())
        .contains("leave out --existing or --password-file");
  }

  @Test
  void refusesAPasswordThatCannotBePrintedOrRead() throws IOException {
    answering("user=tutti&host=%25&monitor=false");
    Path file = Files.writeString(folder.resolve("password"), "\u001b[2J");

    assertThat(run("grants", "--flavor=mysql-5.7", "--password-file=" + file).err())
        .contains("has characters that cannot be printed");
    assertThat(run("grants", "--flavor=mysql-5.7", "--password-file=" + file + "x").err())
        .contains("cannot be read");
  }

  @Test
  void theHelpOfThisVerbHasItsOwnVersion() {
    assertThat(run("grants", "--help").out())
        .contains("--version=VERSION")
        .doesNotContain("Print version information");
    assertThat(run("grants", "--flavor", "x", "--monitor", "--operate").exitCode()).isEqualTo(2);
  }

  private void answering(String parameters) {
    controller.answering("GET /api/v1/grants?flavor=mysql-5.7&" + parameters, 200, ANSWER);
  }
}
