package io.tutti.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.tier.Durations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What was recorded of the thorough tests is of tests that there are; run with {@code
 * -Dtutti.durations=write} to add what the last runs here reported.
 */
class DurationsTest {
  private static final Path FILE = Path.of("resources/io/tutti/tier/durations.txt");
  private static final Path REPORTS = Path.of("target/surefire-reports");

  @Test
  void namesTestsThatThereAre() throws IOException {
    Map<String, Double> recorded = new TreeMap<>(Durations.recorded());
    if ("write".equals(System.getProperty("tutti.durations"))) {
      recorded.putAll(Durations.reported(REPORTS));
      recorded.keySet().removeIf(test -> !exists(test));
      Files.writeString(FILE, Durations.print(recorded));
    }
    assertThat(recorded.keySet())
        .as("run this test with -Dtutti.durations=write")
        .allMatch(DurationsTest::exists);
  }

  private static boolean exists(String test) {
    String[] parts = test.split("#");
    try (Stream<Path> files = Files.walk(Path.of("java"))) {
      return files
          .filter(file -> file.endsWith(parts[0] + ".java"))
          .anyMatch(file -> parts.length == 1 || contains(file, " " + parts[1] + "("));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean contains(Path file, String text) {
    try {
      return Files.readString(file).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
