package io.tutti.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/promises.md} names sentences that are on their pages, and tests that are there. */
class PromisesTest {
  private static final Pattern ROW =
      Pattern.compile("\\| ((?:README|docs/[a-z-]+)\\.md) \\| (.+?) \\| (.+) \\|");
  private static final Pattern NAMED =
      Pattern.compile("`([A-Z][A-Za-z0-9]*Test)(?:#([a-zA-Z0-9]+))?`");

  private final Path root = Path.of("../..").toAbsolutePath().normalize();

  private record Promise(String page, String sentence, String tests) {}

  private List<Promise> promises() throws IOException {
    List<Promise> promises = new ArrayList<>();
    Matcher rows = ROW.matcher(Files.readString(root.resolve("docs/promises.md")));
    while (rows.find()) {
      promises.add(new Promise(rows.group(1), rows.group(2), rows.group(3)));
    }
    return promises;
  }

  private static String onOneLine(String text) {
    return text.replace("**", "").replaceAll("\\s+", " ");
  }

  @Test
  void eachSentenceIsOnItsPage() throws IOException {
    List<String> gone = new ArrayList<>();
    for (Promise promise : promises()) {
      String page = onOneLine(Files.readString(root.resolve(promise.page())));
      if (!page.toLowerCase(java.util.Locale.ROOT)
          .contains(promise.sentence().toLowerCase(java.util.Locale.ROOT))) {
        gone.add(promise.page() + ": " + promise.sentence());
      }
    }
    assertThat(gone).as("sentences of docs/promises.md that are not on their pages").isEmpty();
    assertThat(promises()).hasSizeGreaterThan(20);
  }

  @Test
  void eachTestIsThere() throws IOException {
    Map<String, String> sources = new HashMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file :
          files
              .filter(path -> path.getFileName().toString().endsWith("Test.java"))
              .filter(path -> !path.toString().contains("/target/"))
              .toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        sources.merge(name, Files.readString(file), String::concat);
      }
    }
    List<String> missing = new ArrayList<>();
    for (Promise promise : promises()) {
      Matcher tests = NAMED.matcher(promise.tests());
      while (tests.find()) {
        String source = sources.getOrDefault(tests.group(1), "");
        boolean isThere =
            tests.group(2) == null
                ? !source.isEmpty()
                : source.contains("void " + tests.group(2) + "(");
        if (!isThere) {
          missing.add(tests.group());
        }
      }
    }
    assertThat(missing).as("tests that docs/promises.md names and nobody has").isEmpty();
  }
}
