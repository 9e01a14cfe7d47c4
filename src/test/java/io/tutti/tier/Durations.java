package io.tutti.tier;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How many seconds each part took that a shard holds or does not hold. */
public final class Durations {
  private static final String FILE = "durations.txt";
  private static final String TITLE =
      "# Seconds that thorough tests took; see docs/testing.md."
          + " Where none was measured yet, an estimate.\n";
  private static final Pattern SUITE =
      Pattern.compile("<testsuite [^>]* name=\"([\\w.]+)\" time=\"([\\d.]+)\"");
  private static final Pattern CASE =
      Pattern.compile("<testcase name=\"(\\w+)[^\"]*\" classname=\"[^\"]+\" time=\"([\\d.]+)\"");

  private Durations() {}

  /** What the file says. */
  public static Map<String, Double> recorded() {
    Map<String, Double> seconds = new TreeMap<>();
    try (InputStream in = Objects.requireNonNull(Durations.class.getResourceAsStream(FILE));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.strip().split("\\s+"))
          .forEach(line -> seconds.put(line[1], Double.valueOf(line[0])));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return seconds;
  }

  /** What the reports of a run say, in the folder where Maven leaves them. */
  public static Map<String, Double> reported(Path folder) throws IOException {
    Map<String, Double> seconds = new TreeMap<>();
    List<Path> reports;
    try (Stream<Path> files = Files.list(folder)) {
      reports = files.filter(file -> file.toString().endsWith(".xml")).toList();
    }
    for (Path report : reports) {
      read(Files.readString(report))
          .forEach((test, time) -> seconds.merge(test, time, Double::sum));
    }
    return seconds;
  }

  private static Map<String, Double> read(String report) {
    Map<String, Double> seconds = new TreeMap<>();
    Matcher suite = SUITE.matcher(report);
    if (!suite.find()) {
      return seconds;
    }
    if (ShardFilter.isDealtOutWhole(suite.group(1))) {
      seconds.put(ShardFilter.unit(suite.group(1), ""), Double.valueOf(suite.group(2)));
      return seconds;
    }
    Matcher test = CASE.matcher(report);
    while (test.find()) {
      seconds.merge(
          ShardFilter.unit(suite.group(1), test.group(1)),
          Double.valueOf(test.group(2)),
          Double::sum);
    }
    return seconds;
  }

  /** The file's text. */
  public static String print(Map<String, Double> seconds) {
    return TITLE
        + seconds.entrySet().stream()
            .map(each -> "%6.1f  %s%n".formatted(each.getValue(), each.getKey()))
            .collect(Collectors.joining());
  }
}
