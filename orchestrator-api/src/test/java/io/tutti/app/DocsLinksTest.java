package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every link within the project leads to a file and a heading, and every page can be found. */
class DocsLinksTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String FENCE = "```";
  private static final Pattern HEADING = Pattern.compile("#+ (.*)");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern TEXT_OF_LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

  /**
   * What is in a page.
   *
   * @param anchors of its headings, as they are made of them where Markdown is shown
   * @param links where they lead to, by their line
   */
  record Page(Set<String> anchors, List<Link> links) {}

  record Link(int line, String target) {}

  static Page parse(List<String> lines) {
    Set<String> anchors = new HashSet<>();
    List<Link> links = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    boolean isCode = false;
    int number = 0;
    for (String line : lines) {
      number++;
      Matcher heading = HEADING.matcher(line);
      if (line.stripLeading().startsWith(FENCE)) {
        isCode = !isCode;
      } else if (!isCode && heading.matches()) {
        String anchor = anchor(heading.group(1));
        int before = seen.merge(anchor, 1, Integer::sum) - 1;
        anchors.add(before == 0 ? anchor : anchor + "-" + before);
      }
      if (!isCode) {
        int at = number;
        LINK.matcher(CODE.matcher(line).replaceAll(""))
            .results()
            .forEach(found -> links.add(new Link(at, found.group(1))));
      }
    }
    return new Page(anchors, links);
  }

  private static String anchor(String heading) {
    return TEXT_OF_LINK
        .matcher(heading)
        .replaceAll("$1")
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
        .replace(' ', '-');
  }

  /** All of the source tree, by their path. */
  private static Map<Path, Page> pages() throws IOException {
    Map<Path, Page> pages = new TreeMap<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = String.valueOf(folder.getFileName());
            boolean isSource = !name.startsWith(".") && !name.equals("target");
            return folder.equals(ROOT) || isSource
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (file.toString().endsWith(".md")) {
              pages.put(file, parse(Files.readAllLines(file)));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return pages;
  }

  private static Stream<String> broken(Path file, Page page, Map<Path, Page> all) {
    return page.links().stream()
        .filter(link -> !ELSEWHERE.matcher(link.target()).matches())
        .filter(link -> !leadsSomewhere(file, link.target(), all))
        .map(link -> "%s:%d %s".formatted(ROOT.relativize(file), link.line(), link.target()));
  }

  private static boolean leadsSomewhere(Path from, String target, Map<Path, Page> all) {
    String[] parts = target.split("#", 2);
    Path file = parts[0].isEmpty() ? from : from.resolveSibling(parts[0]).normalize();
    Page page = all.get(file);
    return Files.exists(file)
        && (parts.length == 1 || page == null || page.anchors().contains(parts[1]));
  }

  @Test
  void everyLinkLeadsToAFileAndAHeading() throws IOException {
    Map<Path, Page> all = pages();

    assertThat(all.values().stream().mapToInt(page -> page.links().size()).sum())
        .isGreaterThan(300);
    assertThat(all.entrySet().stream().flatMap(each -> broken(each.getKey(), each.getValue(), all)))
        .isEmpty();
  }

  @Test
  void theIndexInTheReadmeHasEveryPage() throws IOException {
    Path readme = ROOT.resolve("README.md");
    List<Path> linked =
        parse(Files.readAllLines(readme)).links().stream()
            .map(link -> readme.resolveSibling(link.target().split("#", 2)[0]).normalize())
            .toList();
    List<Path> pages;
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      pages = docs.filter(page -> page.toString().endsWith(".md")).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }

    assertThat(pages).hasSizeGreaterThan(30);
    assertThat(linked).as("add it to README.md, under More").containsAll(pages);
  }

  @Test
  void readsHeadingsAndLinksAsTheyAreShown() {
    Page page =
        parse(
            List.of(
                "# `tutti.http`: a [port](cli.md), “why”?",
                "## Twice",
                FENCE,
                "# no heading, [no](link)",
                FENCE,
                "## Twice",
                "see [there](a.md#b), `[not](this)` and [this](#twice-1)"));

    assertThat(page.anchors())
        .containsExactlyInAnyOrder("tuttihttp-a-port-why", "twice", "twice-1");
    assertThat(page.links())
        .containsExactly(new Link(1, "cli.md"), new Link(7, "a.md#b"), new Link(7, "#twice-1"));
    Map<Path, Page> all = Map.of(ROOT.resolve("README.md"), page);
    assertThat(broken(ROOT.resolve("README.md"), page, all))
        .containsExactly("README.md:1 cli.md", "README.md:7 a.md#b");
  }
}
