package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tutti.cli.session.Screen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What the help of every command says, and how a wrong command line is answered. */
class HelpTest extends VerbTest {
  /** What is left of 80 columns beside the longest name. */
  private static final int HEADER_COLUMNS_MAX = 62;

  /** A word, a quoted text, or what ends the command in a shell. */
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  /** One for all: to make it costs more than any of the tests, and each parse begins anew. */
  private static final CommandLine TUTTI = tutti();

  private static CommandLine tutti() {
    return new Main(Screen.ofProcess(Map.of()), Map.of()).commandLine();
  }

  /** The words that name each command, without {@code tutti}. */
  static List<String> commands() {
    List<String> names = new ArrayList<>();
    collect(TUTTI, "", names);
    return names;
  }

  private static void collect(CommandLine command, String name, List<String> names) {
    command
        .getSubcommands()
        .forEach((word, below) -> {
          String whole = (name + " " + word).strip();
          names.add(whole);
          collect(below, whole, names);
        });
  }

  private static CommandLine command(String name) {
    CommandLine command = TUTTI;
    for (String word : name.split(" ")) {
      command = Objects.requireNonNull(command.getSubcommands().get(word), word);
    }
    return command;
  }

  private static String page(String name) {
    return command(name).getUsageMessage(CommandLine.Help.Ansi.OFF);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void saysInOneShortSentenceWhatACommandDoes(String name) {
    UsageMessageSpec help = command(name).getCommandSpec().usageMessage();

    assertThat(help.header()).as(name).hasSize(1);
    assertThat(help.header()[0])
        .as(name)
        .matches("[A-Z].*\\.")
        .hasSizeLessThanOrEqualTo(HEADER_COLUMNS_MAX);
    assertThat(command(name).getParent().getUsageMessage(CommandLine.Help.Ansi.OFF))
        .as("the list of commands cuts nothing off")
        .contains("  " + help.header()[0] + "\n");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void describesEachCommandOptionAndParameterInWholeSentences(String name) {
    CommandLine command = command(name);

    assertThat(command.getCommandSpec().usageMessage().description())
        .as(name)
        .isNotEmpty()
        .allSatisfy(paragraph -> assertThat(paragraph).matches("(?s)[A-Z].*\\."));
    for (ArgSpec each : command.getCommandSpec().args()) {
      assertThat(each.description()).as("%s of %s: a paragraph", each, name).hasSize(1);
      assertThat(each.renderedDescription()[0])
          .as("%s of %s", each, name)
          .matches("(?s)[A-Z0-9\"].*\\.");
    }
  }

  static Stream<String> examples() {
    return commands().stream()
        .flatMap(name -> Arrays.stream(command(name).getCommandSpec().usageMessage().footer()))
        .map(line -> String.format(line).strip())
        .filter(line -> line.startsWith("tutti "));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void givesExamplesThatCanBeTyped(String example) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(example.substring("tutti ".length()).split(" {3,}")[0]);
    while (word.find() && !List.of("|", ">", "#").contains(word.group())) {
      words.add(
          word.group(1) != null
              ? word.group(1)
              : word.group(2) != null ? word.group(2) : word.group());
    }
    List<String> typed = words.stream().takeWhile(each -> !each.startsWith(">")).toList();

    assertThatCode(() -> TUTTI.parseArgs(typed.toArray(String[]::new)))
        .as(example)
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void showsTheSameHelpByWhateverWayItIsAskedFor(String name) {
    String[] option = (name + " --help").split(" ");
    String[] verb = ("help " + name).split(" ");

    CommandRun run = run(option);

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("Usage: tutti " + name)
        .contains("tutti help exit-codes")
        .doesNotContain("--token=", "Exit codes:\n");
    assertThat(run(verb).out()).isEqualTo(run.out());
  }

  @Test
  void hasATopicOfWhatIsTheSameForAllCommands() {
    assertThat(run("help", "exit-codes").out()).contains("3  The controller, or the server");
    assertThat(run("help", "options").out()).contains("--json", "--token=TOKEN", "--no-color");
    assertThat(run("help", "colors").out()).contains("yellow", "NO_COLOR");
    assertThat(run("help", "output").out()).contains("-o name", "TUTTI_PAGER");
    assertThat(run("help", "nothing").exitCode()).isEqualTo(2);
    assertThat(run("help").out()).isEqualTo(run("--help").out()).contains("After a crash:");
  }

  @Test
  void fitsTheLinesOfTheListOfCommandsIntoEightyColumns() {
    assertThat(page("sandbox").lines()).allMatch(line -> line.length() <= 100);
    assertThat(
            run("help").out().lines().filter(line -> line.startsWith("  ") && !line.contains("-")))
        .allMatch(line -> line.length() <= 80);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "discover; tutti discover: HOST:PORT is missing. See: tutti discover --help",
        "token create x; tutti token create: --role=ROLE is missing. See: tutti token create"
            + " --help",
        "topology a b; tutti topology: It does not take \"b\". See: tutti topology --help",
        "discover a:b; tutti discover: HOST:PORT: \"a:b\" is not HOST:PORT: \"b\" is not a port"
            + " number. See: tutti discover --help",
        "audit --limit x; tutti audit: --limit: 'x' is not an int. See: tutti audit --help",
        "gaps; tutti gaps: One of its commands is missing: show, close. See: tutti gaps --help",
      })
  void saysInOneLineWhatIsWrong(String line, String sentence) {
    CommandRun run = run(line.split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isEqualTo(sentence + "\n");
  }

  @Test
  void addsALineWithWhatWasProbablyMeant() {
    assertThat(run("topology", "--wach").err())
        .isEqualTo(
            """
            tutti topology: There is no option --wach. See: tutti topology --help
            Did you mean: --watch?
            """);
    assertThat(run("help", "sandbox", "upp").err()).contains("Did you mean: up");
  }
}
