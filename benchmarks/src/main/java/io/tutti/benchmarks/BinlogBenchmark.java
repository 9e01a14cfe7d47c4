package io.tutti.benchmarks;

import io.tutti.binlog.analysis.BinlogAnalyzer;
import io.tutti.binlog.analysis.BinlogReport;
import io.tutti.sandbox.binaries.CacheFolder;
import io.tutti.sandbox.binaries.ConsoleProgress;
import io.tutti.sandbox.binaries.InstalledServer;
import io.tutti.sandbox.binaries.ServerBinaries;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * How quickly a binlog of small row events is analyzed from the page cache, beside mysqlbinlog with
 * grep and awk on the same file, and how much memory that takes as files become larger.
 */
public final class BinlogBenchmark {
  private static final long MEGABYTE = 1_000_000;
  private static final int ROUNDS = Repeats.of(25);

  private final Path folder;

  private BinlogBenchmark(Path folder) {
    this.folder = folder;
  }

  /** The sizes of files, in megabytes; without any 100 and 1,000. The first is compared. */
  static void main(String[] arguments) throws Exception {
    List<Long> sizes =
        arguments.length > 0
            ? Arrays.stream(arguments).map(Long::parseLong).toList()
            : Repeats.isBrief() ? List.of(2L) : List.of(100L, 1_000L);
    Path folder = Files.createTempDirectory("tutti-binlog-");
    try {
      BinlogBenchmark benchmark = new BinlogBenchmark(folder);
      System.out.printf("%-44s %10s %10s %10s%n", "", "MB", "seconds", "MB/s");
      for (long size : sizes) {
        benchmark.measure(size, size == sizes.getFirst());
      }
    } finally {
      CacheFolder.deleteRecursively(folder);
    }
  }

  private void measure(long megabytes, boolean isCompared) throws Exception {
    Path file = folder.resolve("binlog.000001");
    long transactions = SyntheticBinlog.write(file, megabytes * MEGABYTE);
    double scripted = isCompared ? scripted(file) : 0;
    double process = process(file);
    double warm = Double.MAX_VALUE;
    double verified = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      warm = Math.min(warm, analyzed(file, false, transactions));
      verified = Math.min(verified, analyzed(file, true, transactions));
    }
    print("analysis, in a warm process", file, warm);
    print("the same, with checksums compared", file, verified);
    if (isCompared) {
      System.out.printf(
          "times as quick as the script: %.0f warm, %.0f as a process%n",
          scripted / warm, scripted / process);
    }
  }

  private static double analyzed(Path file, boolean isVerified, long transactions)
      throws IOException {
    long begin = System.nanoTime();
    BinlogReport report = BinlogAnalyzer.analyze(List.of(file), isVerified);
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (report.totals().transactions() != transactions || !report.troubles().isEmpty()) {
      throw new IllegalStateException("not all was read: " + report.troubles());
    }
    return seconds;
  }

  /** As it was done before: print all, keep the lines that count, sum them up. */
  private static double scripted(Path file) throws IOException, InterruptedException {
    InstalledServer server =
        new ServerBinaries(CacheFolder.ofEnvironment(), ConsoleProgress.onStandardError())
            .require(ServerRelease.MYSQL_9_7);
    String program =
        server.command("mysqlbinlog").orElseThrow().stream()
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" "));
    String script =
        " | grep '^#' | grep last_committed | awk -F '[\t ]+|=' '{if ($12 < max) {$12 = max} else"
            + " {max = $12} n++; sum += $14 - $12} END {print sum / n}'";
    ProcessBuilder pipe = new ProcessBuilder("sh", "-c", program + " '" + file + "'" + script);
    pipe.environment().putAll(server.environment());
    long begin = System.nanoTime();
    Process process = pipe.redirectError(Redirect.INHERIT).start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    process.waitFor();
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (!printed.equals("3")) {
      throw new IllegalStateException("the script says " + printed);
    }
    print("mysqlbinlog | grep | awk", file, seconds);
    return seconds;
  }

  /** With the start of the process, and its peak of memory. */
  private double process(Path file) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.tutti.cli.Main", "binlog", "analyze", file.toString(), "--json"));
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(Redirect.INHERIT)
            .start();
    long peak = 0;
    while (!process.waitFor(5, TimeUnit.MILLISECONDS)) {
      peak = Math.max(peak, peakKilobytes(process.pid()));
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (process.exitValue() != 0) {
      throw new IllegalStateException("the analysis failed");
    }
    print("analysis, from the start of its process", file, seconds);
    System.out.printf("  its peak of memory: %.0f MB%n", peak / 1024.0);
    return seconds;
  }

  private static long peakKilobytes(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      // It has just ended.
      return 0;
    }
  }

  private static void print(String what, Path file, double seconds) throws IOException {
    double megabytes = (double) Files.size(file) / MEGABYTE;
    System.out.printf(
        "%-44s %10.0f %10.2f %10.0f%n", what, megabytes, seconds, megabytes / seconds);
  }
}
