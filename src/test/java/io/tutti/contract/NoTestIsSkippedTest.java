package io.tutti.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A skipped test looks green and tests nothing: what a server cannot do is asserted instead. */
class NoTestIsSkippedTest {
  private static final Pattern SKIPS =
      Pattern.compile("@(Disabled|Enabled)\\w*|import .*\\.Assum(e|ption)\\w*;|assumeThat\\(");

  /** In no tier: tests of another tier are not selected, which is not the same as skipped. */
  @Test
  void noTestOnServersSkips() throws IOException {
    Path sources = Path.of("java/io/tutti");
    List<String> skipping = new ArrayList<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        if (!file.endsWith("NoTestIsSkippedTest.java")
            && SKIPS.matcher(Files.readString(file)).find()) {
          skipping.add(file.toString());
        }
      }
    }
    assertThat(skipping).as("assert the refusal instead of skipping the test").isEmpty();
  }
}
