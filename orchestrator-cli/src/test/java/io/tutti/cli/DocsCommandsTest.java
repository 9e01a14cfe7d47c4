package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tutti.cli.session.Screen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Every command in the README and in docs/ is one that there is, with options that there are. */
class DocsCommandsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** In a block of its own; what is between quotes is one word, whatever signs it has. */
  private static final Pattern LINE =
      Pattern.compile("\\s*(?:\\$ )?(?:\\./)?tutti ((?:\"[^\"]*\"|'[^']*'|[^#;&>|\"'])*).*");

  /** Within a sentence. */
  private static final Pattern IN_TEXT = Pattern.compile("`(?:\\./)?tutti ([a-z-][^`]*)`");

  /** Words and quoted texts. */
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  /** A sentence may leave out what every command takes, or show what may be left out. */
  private static final Pattern PATTERN_OF_COMMANDS =
      Pattern.compile(".*(?:[\\[\\]|…<]|\\.\\.\\.).*");

  /** One for all: to make it costs more than any of the tests, and each parse begins anew. */
  private static final CommandLine TUTTI =
      new Main(Screen.ofProcess(Map.of()), Map.of()).commandLine();

  /**
   * One of them.
   *
   * @param whole whether it is one to be typed, and no name of a command
   */
  record Example(String page, String words, boolean whole) {
    String[] arguments() {
      List<String> arguments = new ArrayList<>();
      Matcher word = WORD.matcher(words);
      while (word.find()) {
        String said =
            Stream.of(1, 2, 3).map(word::group).filter(Objects::nonNull).findFirst().get();
        arguments.add(said.replace("HOST:PORT", "db1:3306"));
      }
      return arguments.toArray(String[]::new);
    }

    @Override
    public String toString() {
      return page + ": tutti " + words;
    }
  }

  static List<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    for (Path page : pages()) {
      collect(page, examples);
    }
    return examples;
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
          .filter(page -> page.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  private static void collect(Path page, List<Example> into) {
    boolean isBlock = false;
    String name = ROOT.relativize(page).toString();
    for (String line : lines(page)) {
      if (line.stripLeading().startsWith("```")) {
        isBlock = !isBlock;
      } else if (isBlock) {
        Matcher typed = LINE.matcher(line);
        if (typed.matches()) {
          into.add(new Example(name, typed.group(1).strip(), true));
        }
      } else {
        Matcher named = IN_TEXT.matcher(line);
        while (named.find()) {
          into.add(new Example(name, named.group(1).strip(), false));
        }
      }
    }
  }

  private static List<String> lines(Path page) {
    try {
      return Files.readAllLines(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void canBeSaid(Example example) {
    if (example.whole() && !PATTERN_OF_COMMANDS.matcher(example.words()).matches()) {
      assertThatCode(() -> TUTTI.parseArgs(example.arguments()))
          .as("%s", example)
          .doesNotThrowAnyException();
    } else {
      assertCommandExists(example);
    }
  }

  /**
   * With whatever arguments: each word before the first of them is a command, each option known.
   */
  private static void assertCommandExists(Example example) {
    CommandLine command = TUTTI;
    for (String word : example.words().split("[\\s\\[\\]|=]+")) {
      if (command.getSubcommands().containsKey(word)) {
        command = command.getSubcommands().get(word);
      } else if (word.matches("--[a-z][a-z-]*")) {
        assertThat(command.getCommandSpec().optionsMap()).as("%s", example).containsKey(word);
      }
    }
    assertThat(command.getParent()).as("%s", example).isNotNull();
  }

  @Test
  void thereAreMany() throws IOException {
    assertThat(examples()).hasSizeGreaterThan(100);
  }
}
