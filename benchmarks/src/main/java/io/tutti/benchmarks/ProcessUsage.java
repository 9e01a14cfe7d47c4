package io.tutti.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a process has used so far, as the kernel counts it.
 *
 * @param cpuMillis of all its threads, for itself and in the kernel
 * @param residentMegabytes its memory that is not swapped out, now
 */
record ProcessUsage(double cpuMillis, double residentMegabytes) {
  private static final double MILLIS_OF_A_TICK = 10;

  /** Reads proc(5): fields 14 and 15 of stat, and VmRSS of status. */
  static ProcessUsage of(long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    String stat = Files.readString(process.resolve("stat"));
    List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    long ticks = Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12));
    double resident =
        Files.readAllLines(process.resolve("status")).stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
            .findFirst()
            .orElseThrow();
    return new ProcessUsage(ticks * MILLIS_OF_A_TICK, resident);
  }
}
