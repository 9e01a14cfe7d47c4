package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The newcomer's hour: docs/newcomers-hour.sh prints on each release what is kept of it in
 * docs/newcomers-hour, but for what differs from run to run; docs/tutorial.md shows parts of that.
 */
class NewcomersHourTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path SCRIPT = ROOT.resolve("docs/newcomers-hour.sh");
  private static final Path KEPT = ROOT.resolve("docs/newcomers-hour");
  private static final String PROMPT = "$ ";
  private static final String LEFT_OUT = "…";

  /** What is only printed where something takes longer, or more or less often. */
  private static final Pattern DEPENDS_ON_TIME =
      Pattern.compile(" +(?:About to run\\.|.*: lag [0-9.]+ s, before [0-9.]+ s\\.)");

  private static final Pattern TOOK_LONG = Pattern.compile(" \\([0-9.]+ s\\)$");

  @TempDir private Path folder;

  /**
   * A command with what it printed.
   *
   * @param command what precedes the first one is of none
   */
  private record Step(String command, List<String> printed) {
    static List<Step> of(List<String> lines) {
      List<Step> steps = new ArrayList<>();
      Step current = new Step("", new ArrayList<>());
      for (String line : lines) {
        if (line.startsWith(PROMPT)) {
          steps.add(current);
          current = new Step(line, new ArrayList<>());
        } else {
          current.printed().add(line);
        }
      }
      steps.add(current);
      return steps;
    }

    /** The lines that the other one has not: their order is that of addresses. */
    List<String> notIn(Step other) {
      return printed.stream()
          .filter(line -> !line.isBlank() && !DEPENDS_ON_TIME.matcher(line).matches())
          .filter(line ->
              other.printed().stream()
                  .noneMatch(each -> PageExamples.isLike(withoutTime(line), withoutTime(each))))
          .toList();
    }

    private static String withoutTime(String line) {
      return TOOK_LONG.matcher(line.replaceFirst("^[│├└─ ]+", "")).replaceFirst("");
    }

    @Override
    public String toString() {
      return command + "\n" + String.join("\n", printed);
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(
      names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5", "MARIADB_11_4_5"})
  void printsWhatIsKeptOfIt(ServerRelease release) throws Exception {
    List<String> printed = run(name(release)).lines().toList();
    Path kept = KEPT.resolve(name(release) + ".txt");
    if (Boolean.getBoolean("tutti.update-docs")) {
      Files.write(kept, printed);
    }

    assertSame(Step.of(Files.readAllLines(kept)), Step.of(printed));
  }

  private static void assertSame(List<Step> kept, List<Step> printed) {
    assertThat(printed).hasSameSizeAs(kept);
    SoftAssertions all = new SoftAssertions();
    for (int index = 0; index < kept.size(); index++) {
      Step before = kept.get(index);
      Step now = printed.get(index);
      all.assertThat(PageExamples.isLike(before.command(), now.command()))
          .as("%s is now %s", before.command(), now.command())
          .isTrue();
      all.assertThat(before.notIn(now)).as("%s does not print%n%s", now, before).isEmpty();
      all.assertThat(now.notIn(before)).as("%s is kept without%n%s", before, now).isEmpty();
    }
    all.assertAll();
  }

  /** As it is called in the script. */
  private static String name(ServerRelease release) {
    return switch (release) {
      case MYSQL_5_7_22 -> "mysql-5.7";
      case MYSQL_8_0_15 -> "mysql-8.0";
      case MYSQL_9_7 -> "mysql-9.7";
      case MARIADB_10_11_5 -> "mariadb-10.11";
      case MARIADB_11_4_5 -> "mariadb-11.4";
      case MYSQL_5_6_14, MARIADB_10_1_8, MARIADB_10_2_11 ->
          throw new IllegalArgumentException("not in the script: " + release);
    };
  }

  private String run(String release) throws IOException, InterruptedException {
    Path errors = folder.resolve("errors");
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder("sh", SCRIPT.toString(), release)
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("TUTTI_H"));
    builder.environment().put("TUTTI", launcher().toString());
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("TMPDIR", folder.toString());
    Process script = builder.start();
    try {
      int code = script.waitFor();
      assertThat(code).as("%s%n%s", Files.readString(output), Files.readString(errors)).isZero();
    } finally {
      script.destroy();
      script.waitFor();
    }
    return Files.readString(output);
  }

  /** As {@code ./tutti}, of what was built for the tests. */
  private Path launcher() throws IOException {
    Path launcher = folder.resolve("tutti");
    Files.writeString(
        launcher,
        """
        #!/bin/sh
        if [ "${1:-}" = server ]; then
          shift
          exec '%s' "$@"
        fi
        set -- -cp '%s' io.tutti.cli.Main "$@"
        [ ! -t 0 ] || [ ! -t 1 ] || set -- -Dtutti.interactive=true "$@"
        exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "$@"
        """
            .formatted(
                ROOT.resolve("distribution/target/tutti/bin/tutti-controller"),
                ROOT.resolve("orchestrator-cli/target/tutti-cli.jar"),
                Path.of(System.getProperty("java.home"), "bin", "java")));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    return launcher;
  }

  /** Line by line in their order; an ellipsis stands for lines that the page leaves out. */
  @Test
  void thePageShowsWhatIsKept() throws IOException {
    List<String> kept = Files.readAllLines(KEPT.resolve("mysql-8.0.txt"));
    List<PageBlock> blocks =
        PageExamples.blocks(
            "tutorial.md",
            "Three servers",
            "The controller",
            "The account",
            "A look",
            "The first change",
            "Somebody stopped an applier",
            "A row was there already",
            "A server was killed",
            "What was done");

    int next = 0;
    for (PageBlock block : blocks) {
      for (String line : block.lines()) {
        if (!line.strip().equals(LEFT_OUT)) {
          int found = kept.subList(next, kept.size()).indexOf(line);
          assertThat(found).as("%s:%d shows%n%s", block.page(), block.line(), line).isNotNegative();
          next += found + 1;
        }
      }
    }
  }
}
