package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No page shows what nothing carries out: a new example fails here until a test names it. */
class PagesListedTest {
  private static final Path TESTS = Path.of("java/io/tutti").toAbsolutePath();

  /** A test that takes the blocks under some headings of a page. */
  private static final Pattern TAKEN =
      Pattern.compile(
          "Page(?:Examples|Request)\\s*\\.(?:of|blocks)\\(\\s*\"([^\"]+)\"((?:,\\s*\"[^\"]+\")+)\\)");

  private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");

  /** What is no example of Tutti, or cannot be carried out here, and why. */
  private static final Map<String, String> NOT_CARRIED_OUT = new TreeMap<>(notCarriedOut());

  static {
    NOT_CARRIED_OUT.putAll(ofTheControllerItself());
    NOT_CARRIED_OUT.putAll(ofOtherPrograms());
    NOT_CARRIED_OUT.putAll(ofTuning());
  }

  /** It takes minutes, and shows other figures each time. */
  private static Map<String, String> ofTuning() {
    return Map.of(
        "tuning.md#Advise", "printed once; TuningTest asks for advice",
        "tuning.md#Run", "printed once; TuningTest tunes real replicas",
        "tuning.md#Measure a grid", "printed once; TuningTest measures one",
        "tuning.md#REST", "TuningTest sends these");
  }

  private static Map<String, String> ofOtherPrograms() {
    return Map.of(
        "binlog.md#Analyze binlogs", "printed once; BinlogAnalysisTest compares its figures",
        "binlog.md#Predict other settings", "printed once; BinlogSimulationTest has real servers",
        "binlog.md#Keys of tables", "a client of the server; BinlogSimulationTest runs the query",
        "proxies.md#HAProxy", "files of HAProxy, and what was printed once; HaProxyTest runs it",
        "proxies.md#ProxySQL", "what was printed once with an imitation; ProxySqlHookTest has one",
        "proxies.md#Consul", "what was printed once with an imitation; ConsulHookTest has one",
        "proxies.md#keepalived", "a file of keepalived, which is not run here");
  }

  private static Map<String, String> notCarriedOut() {
    String drawing = "a drawing";
    String code = "Java: PagesCodeTest";
    String build = "how these tests are run";
    return Map.of(
        "operations.md#States", drawing,
        "adding-a-capability.md#In a package of its own: `io.tutti.operation.<name>`", code,
        "testing.md#How a test gets its tier", code,
        "testing.md#A new acceptance test", code,
        "testing.md#Running some of them", build,
        "stories.md#Run", build,
        "stories.md#As it is printed", "a story that was found once; StoriesTest plays others",
        "sandbox.md#Use", code,
        "sandbox.md#Where things come from and where they are kept",
            "the sandbox runs that script itself before the first server of 9.7",
        "sandbox.md#Containers instead of processes", "needs Docker; ContainersTest is that");
  }

  /** Files of other programs, what a controller writes unasked, and what was printed once. */
  private static Map<String, String> ofTheControllerItself() {
    return Map.ofEntries(
        Map.entry(
            "metrics.md#Set it up", "a file of Prometheus; MetricsTest makes tokens and scrapes"),
        Map.entry("metrics.md#Alerts", "MetricsTest looks for the names in what there is"),
        Map.entry(
            "switchover.md#Settings and events",
            "SwitchoverCarryTest has this plan made on four releases, and carries it out"),
        Map.entry(
            "failover.md#Settings and events",
            "FailoverCarryTest has this plan made on three releases, and carries it out"),
        Map.entry("log.md#Example", "EventsTest brings these lines about"),
        Map.entry("rollouts.md#Servers that come later", "RolloutTest lets a server come later"),
        Map.entry(
            "schedules.md#Drift that is set again",
            "RolloutTest has drift set again by that schedule"),
        Map.entry("tutorial.md#The newcomer's hour", "NewcomersHourTest runs that script"),
        Map.entry(
            "failover.md#A dead intermediate source",
            "steps that run at the same time end in any order; DeadIntermediateTest does it"),
        Map.entry(
            "screens.md#Screens", "what was printed at two commits; the other pages have today's"),
        Map.entry(
            "webhooks.md#Verify the signature", "Python; WebhookSenderTest computes the same"),
        Map.entry("schedules.md#Backups", "BackupScheduleTest has one made with such a file"),
        Map.entry("schedules.md#Reports", "BackupScheduleTest has one written with such a file"));
  }

  private static Set<String> taken() throws IOException {
    Set<String> taken = new TreeSet<>();
    try (Stream<Path> tests = Files.walk(TESTS)) {
      for (Path test : tests.filter(file -> file.toString().endsWith(".java")).toList()) {
        TAKEN
            .matcher(Files.readString(test))
            .results()
            .forEach(found ->
                QUOTED
                    .matcher(found.group(2))
                    .results()
                    .map(heading -> found.group(1) + "#" + heading.group(1))
                    .forEach(taken::add));
      }
    }
    return taken;
  }

  private static Stream<PageBlock> blocks() {
    return PageBlock.pages().stream().flatMap(page -> PageBlock.of(page).stream());
  }

  private static String section(PageBlock block) {
    return block.page() + "#" + block.heading();
  }

  /** All of these are read by {@code DocsTest}, whatever page they are on. */
  private static boolean isSettingsFile(PageBlock block) {
    return block.language().equals("yaml") && block.text().startsWith("tutti:");
  }

  @Test
  void everyExampleIsCarriedOut() throws IOException {
    Set<String> taken = taken();
    List<String> left =
        blocks()
            .filter(block -> !isSettingsFile(block))
            .map(PagesListedTest::section)
            .distinct()
            .filter(section -> !taken.contains(section) && !NOT_CARRIED_OUT.containsKey(section))
            .toList();

    assertThat(left)
        .as("sections with examples that no test carries out: take them in PagesTest")
        .isEmpty();
  }

  @Test
  void whatIsTakenOrLeftOutIsThere() throws IOException {
    Set<String> there = blocks().map(PagesListedTest::section).collect(Collectors.toSet());
    Set<String> named = new TreeSet<>(taken());
    assertThat(named).hasSizeGreaterThan(20).doesNotContainAnyElementsOf(NOT_CARRIED_OUT.keySet());
    named.addAll(NOT_CARRIED_OUT.keySet());

    assertThat(there).containsAll(named);
  }
}
