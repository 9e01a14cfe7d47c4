package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.tier.KillPoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo, as a user starts it. */
class DemoTest {
  private static final Duration DEMO_TIME_MAX = Duration.ofMinutes(5);
  private static final String MARK = "tutti-demo-test-mark";

  @TempDir private Path temporary;

  private Process demo(String... arguments) throws IOException {
    List<String> command =
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Dtutti.distribution="
                        + Path.of("../../distribution/target/tutti").toAbsolutePath().normalize(),
                    "-Djava.io.tmpdir=" + temporary,
                    "-cp",
                    Path.of("../../orchestrator-cli/target/tutti-cli.jar").toString(),
                    "io.tutti.cli.Main",
                    "demo"),
                Stream.of(arguments))
            .toList();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(temporary.resolve("output").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("TUTTI_HOME"));
    builder.environment().put("TMPDIR", temporary.toString());
    builder.environment().put("TUTTI_TEST_MARK", MARK + temporary);
    return builder.start();
  }

  private String output() {
    try {
      return Files.readString(temporary.resolve("output"));
    } catch (IOException e) {
      return "";
    }
  }

  /** Processes that inherited the mark of this demo: all that it started, directly or not. */
  private Set<String> leftovers() throws IOException {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      for (Path process :
          processes.filter(p -> p.getFileName().toString().matches("\\d+")).toList()) {
        try {
          String environment =
              Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
          if (environment.contains(MARK + temporary)) {
            found.add(
                process.getFileName()
                    + " "
                    + Files.readString(process.resolve("cmdline")).replace('\0', ' '));
          }
        } catch (IOException e) {
          // It ended meanwhile, or belongs to somebody else.
        }
      }
    }
    return found;
  }

  private Set<String> folders() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals("output") && !name.startsWith("hsperfdata"))
          .collect(java.util.stream.Collectors.toSet());
    }
  }

  @Test
  void showsBothTreesOfRealServersAndLeavesNothingBehind() throws Exception {
    Process demo = demo("--once", "--no-color");
    assertThat(demo.waitFor(DEMO_TIME_MAX.toSeconds(), TimeUnit.SECONDS)).as(output()).isTrue();
    assertThat(demo.exitValue()).as(output()).isZero();
    assertThat(output()).contains("4 instances, all reached", "3 instances, all reached");
    assertThat(output())
        .contains("mysql 8.0.15", "mariadb 10.11.5", "LOGICAL_CLOCK×4", "optimistic×4")
        .doesNotContain("STARTS_UNFENCED");
    PageExamples.assertLinesOf(
        PageExamples.blocks("README.md", "Two commands").get(1).lines(), output());
    await().untilAsserted(() -> assertThat(leftovers()).isEmpty());
    await().untilAsserted(() -> assertThat(folders()).isEmpty());
  }

  @KillPoint
  @Test
  void aDemoThatIsKilledLeavesNoProcessPortOrFolderBehind() throws Exception {
    Process demo = demo("--no-color");
    await().atMost(DEMO_TIME_MAX).until(() -> output().contains("\ntoken ") || !demo.isAlive());
    assertThat(demo.isAlive()).as(output()).isTrue();
    assertThat(output())
        .contains("4 instances, all reached")
        .containsPattern("REST +http://127\\.0\\.0\\.1:\\d+/api/v1")
        .containsPattern("token +\\S{20,}");
    assertThat(leftovers().size()).as("the demo, its servers and its controller").isGreaterThan(8);
    demo.destroyForcibly();
    await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(leftovers()).isEmpty());
    await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(folders()).isEmpty());
  }
}
