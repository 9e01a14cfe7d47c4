package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The commands that a page of docs/ shows under some of its headings, with what it says they print.
 * They are run again, one after the other, and must print the same but for numbers, times and
 * names. An ellipsis on the page stands for whatever is left out there.
 */
final class PageExamples {
  private static final String PROMPT = "$ tutti ";
  private static final String EXIT_CODE = "; echo $?";
  private static final String INTO_FILE = " > ";
  private static final Pattern TREE = Pattern.compile("[│├└─↺ ]*");
  private static final String LEFT_OUT = "…";

  /** Addresses of servers, and what operations and incidents are called. */
  private static final Pattern NAME =
      Pattern.compile("127\\.0\\.0\\.1:\\d{4,5}|\\bdb\\d+:\\d{4,5}|\\d{8}-\\d{6}-[0-9a-f]{8}");

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  /** What differs from run to run, from the most to the least special. */
  private static final Map<Pattern, String> VARIABLE = variable();

  private final String page;
  private final List<Example> examples;

  /**
   * One of them.
   *
   * @param line of the page, from 1
   * @param output as the page has it
   */
  private record Example(int line, String command, List<String> output) {}

  private PageExamples(String page, List<Example> examples) {
    this.page = page;
    this.examples = examples;
  }

  /** Those in the blocks under these headings of a page. */
  static PageExamples of(String page, String... headings) {
    List<Example> examples = new ArrayList<>();
    for (PageBlock block : blocks(page, headings)) {
      List<String> lines = block.lines();
      for (int index = 0; index < lines.size(); index++) {
        String line = lines.get(index);
        if (line.startsWith(PROMPT)) {
          int from = index + 1;
          examples.add(
              new Example(
                  block.line() + index, line.substring(PROMPT.length()), output(lines, from)));
        }
      }
    }
    assertThat(examples).as("commands of %s under %s", page, List.of(headings)).isNotEmpty();
    return new PageExamples(page, examples);
  }

  /** The blocks under these headings of a page; each has some. */
  static List<PageBlock> blocks(String page, String... headings) {
    List<PageBlock> all = PageBlock.of(page);
    return Stream.of(headings)
        .flatMap(heading -> {
          List<PageBlock> under =
              all.stream().filter(block -> block.heading().equals(heading)).toList();
          assertThat(under).as("blocks of %s under %s", page, heading).isNotEmpty();
          return under.stream();
        })
        .toList();
  }

  private static List<String> output(List<String> lines, int from) {
    return lines.stream().skip(from).takeWhile(line -> !line.startsWith("$ ")).toList();
  }

  /** Only those of that command; its options, which begin with dashes, are left open. */
  PageExamples only(String command) {
    List<Example> chosen =
        examples.stream()
            .filter(each -> each.command().matches(Pattern.quote(command) + "(?: --.*)?"))
            .toList();
    assertThat(chosen).as("tutti %s in %s", command, page).isNotEmpty();
    return new PageExamples(page, chosen);
  }

  /** The first of them. */
  PageExamples first() {
    return new PageExamples(page, List.of(examples.getFirst()));
  }

  /** The last of them. */
  PageExamples last() {
    return new PageExamples(page, List.of(examples.getLast()));
  }

  /** Until they print that. */
  void awaitLinesPrintedBy(RunningController controller) {
    await().untilAsserted(() -> assertLinesPrintedBy(controller, Map.of()));
  }

  /** Whether a text is what a page says, but for what differs from run to run. */
  static boolean isLike(String said, String text) {
    return like(said).matcher(shape(text, Map.of()).strip()).matches();
  }

  private static Pattern like(String said) {
    return Pattern.compile(
        Stream.of(shape(said, Map.of()).strip().split(LEFT_OUT, -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*")));
  }

  /**
   * Each of these lines of a page is one of what was printed. Which address it names, and in which
   * order the addresses stand, is left open: it differs from run to run.
   */
  static void assertLinesOf(List<String> said, String printed) {
    linesBeside(said, printed);
  }

  /** What was printed beside them. */
  private static List<String> linesBeside(List<String> said, String printed) {
    List<String> left =
        printed
            .lines()
            .map(PageExamples::withoutTree)
            .collect(Collectors.toCollection(ArrayList::new));
    for (String line : said) {
      String bare = withoutTree(line);
      if (!bare.isBlank() && !bare.strip().equals(LEFT_OUT)) {
        String found = left.stream().filter(each -> isLike(bare, each)).findFirst().orElse("");
        assertThat(found)
            .as("the page says%n%s%nand this was printed:%n%s", line, printed)
            .isNotEmpty();
        left.remove(found);
      }
    }
    left.removeIf(String::isBlank);
    return left;
  }

  /** A text that the page breaks into lines as it likes is within what was printed. */
  static void assertSaid(PageBlock said, String printed) {
    String wanted = said.lines().stream().map(String::strip).collect(Collectors.joining(" "));
    String all = shape(printed.replaceAll("\\s+", " "), Map.of());
    assertThat(like(wanted).matcher(all).find())
        .as("%s:%d says%n%s%nand this was printed:%n%s", said.page(), said.line(), wanted, printed)
        .isTrue();
  }

  private static String withoutTree(String line) {
    Matcher signs = TREE.matcher(line);
    return signs.lookingAt() ? line.substring(signs.end()) : line;
  }

  /** Runs them all; of what they print the lines may stand in another order. */
  void assertLinesPrintedBy(RunningController controller, Map<String, String> names) {
    for (Example example : examples) {
      CommandResult result = controller.tutti(arguments(replaced(bare(example), names)));
      String printed = printed(example, result);
      List<String> beside = linesBeside(example.output(), printed);
      assertThat(isWhole(example) ? beside : List.of())
          .as(
              "docs/%s:%d leaves out of \"tutti %s\":%n%s",
              page, example.line(), example.command(), printed)
          .isEmpty();
    }
  }

  /**
   * Runs them all.
   *
   * @param names the real ones of what the page names, in the order in which it names them first
   */
  void assertPrintedBy(RunningController controller, Object... names) {
    Map<String, String> real = bind(Stream.of(names).map(Object::toString).toList());
    for (Example example : examples) {
      assertPrinted(controller, example, real);
    }
  }

  private Map<String, String> bind(List<String> names) {
    Set<String> named = new LinkedHashSet<>();
    for (Example example : examples) {
      NAME.matcher(example.command()).results().forEach(found -> named.add(found.group()));
      for (String line : example.output()) {
        NAME.matcher(line)
            .results()
            .map(found -> found.group())
            .filter(name -> name.contains(":"))
            .forEach(named::add);
      }
    }
    assertThat(named).as("%s names so many", page).hasSameSizeAs(names);
    Map<String, String> real = new LinkedHashMap<>();
    List<String> inOrder = List.copyOf(named);
    for (int index = 0; index < names.size(); index++) {
      real.put(inOrder.get(index), names.get(index));
    }
    return real;
  }

  private void assertPrinted(
      RunningController controller, Example example, Map<String, String> real) {
    boolean isIntoFile = example.command().contains(INTO_FILE);
    String command = bare(example);
    CommandResult result = controller.tutti(arguments(replaced(command, real)));
    if (isIntoFile) {
      assertThat(result.exitCode()).as("%s", result).isZero();
      return;
    }
    String printed = printed(example, result);
    assertThat(shape(printed, swapped(real)))
        .as(
            "docs/%s:%d says of \"tutti %s\":%n%s%nand this was printed:%n%s",
            page, example.line(), command, String.join("\n", example.output()), printed)
        .matches(expected(example, real));
  }

  private static boolean isWhole(Example example) {
    return example.output().stream().noneMatch(line -> line.strip().equals(LEFT_OUT));
  }

  private static String bare(Example example) {
    return example.command().split(Pattern.quote(EXIT_CODE) + "|" + INTO_FILE)[0];
  }

  private static String printed(Example example, CommandResult result) {
    boolean showsCode = example.command().endsWith(EXIT_CODE);
    return result.output() + result.errors() + (showsCode ? result.exitCode() + "\n" : "");
  }

  private static String[] arguments(String command) {
    return WORD.matcher(command)
        .results()
        .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
        .toArray(String[]::new);
  }

  private static String replaced(String text, Map<String, String> names) {
    return NAME.matcher(text)
        .replaceAll(
            found -> Matcher.quoteReplacement(names.getOrDefault(found.group(), found.group())));
  }

  private static Map<String, String> swapped(Map<String, String> real) {
    return real.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
  }

  private static Pattern expected(Example example, Map<String, String> real) {
    Map<String, String> same =
        real.keySet().stream().collect(Collectors.toMap(name -> name, name -> name));
    StringBuilder pattern = new StringBuilder();
    for (String line : example.output()) {
      if (line.strip().equals(LEFT_OUT)) {
        pattern.append("(?:.*\\n)*?");
      } else {
        pattern.append(
            Stream.of(shape(line, same).stripTrailing().split(LEFT_OUT, -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*")));
        pattern.append("\\n");
      }
    }
    return Pattern.compile(pattern.toString());
  }

  /** A text without what differs from run to run; {@code page} gives the names as on the page. */
  private static String shape(String text, Map<String, String> page) {
    List<String> order = page.values().stream().sorted().toList();
    String named =
        NAME.matcher(text)
            .replaceAll(found -> {
              int index = order.indexOf(page.getOrDefault(found.group(), ""));
              return index < 0 ? "<other>" : "<" + (char) ('a' + index) + ">";
            });
    for (Map.Entry<Pattern, String> each : VARIABLE.entrySet()) {
      named = each.getKey().matcher(named).replaceAll(each.getValue());
    }
    return named.lines().map(String::stripTrailing).collect(Collectors.joining("\n")) + "\n";
  }

  private static Map<Pattern, String> variable() {
    Map<Pattern, String> variable = new LinkedHashMap<>();
    variable.put(
        Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "<uuid>");
    variable.put(Pattern.compile("SHA256:[0-9a-f]+…?"), "<fingerprint>");
    variable.put(Pattern.compile("(?<= MB are free in )\\S+"), "<folder>");
    variable.put(Pattern.compile("\\b[0-9a-f]{12}\\b"), "<commit>");
    variable.put(Pattern.compile("\\d{4}-\\d\\d-\\d\\d[T ][0-9:.]+Z?"), "<time>");
    variable.put(Pattern.compile("\\b\\d\\d:\\d\\d:\\d\\dZ?\\b"), "<time>");
    variable.put(Pattern.compile("(?<=session )[0-9a-f]{8}\\b"), "<session>");
    variable.put(Pattern.compile("\\b(?:\\d+(?:\\.\\d+)? ?(?:ms|s|m|h|d)\\b ?)+"), "<duration> ");
    variable.put(Pattern.compile("\\d+(?:\\.\\d+)*"), "<n>");
    variable.put(Pattern.compile("[ \\t]+"), " ");
    variable.put(Pattern.compile("-{2,}|─{2,}"), "--");
    return variable;
  }
}
