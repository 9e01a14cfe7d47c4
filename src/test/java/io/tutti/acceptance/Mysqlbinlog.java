package io.tutti.acceptance;

import io.tutti.sandbox.binaries.CacheFolder;
import io.tutti.sandbox.binaries.ConsoleProgress;
import io.tutti.sandbox.binaries.InstalledServer;
import io.tutti.sandbox.binaries.ServerBinaries;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The program of MySQL 9.7 that prints binlogs, which says of older ones what theirs leave out. */
final class Mysqlbinlog {
  /**
   * The script by which the average modified interval length was defined, in one sum: how many
   * transactions, the sum of their modified intervals, of their squares, and the average.
   */
  private static final String SCRIPT =
      """
      grep "^#" | grep -e last_committed -e "Rotate to" | awk -F "[\t ]+|=" '
        $11 == "last_committed" {
          if ($12 < max) {$12 = max;} else {max = $12;}
          n++; sum += $14 - $12; squares += ($14 - $12) * ($14 - $12);
        }
        $10 == "Rotate" {max = 0;}
        END {printf "%d %d %d %.17g", n, sum, squares, sum / n}'
      """;

  /** What the script prints. */
  record Sums(long transactions, long intervals, long squares, double amil) {}

  private Mysqlbinlog() {}

  static Sums intervals(Path log) throws IOException, InterruptedException {
    String[] printed = run(log).split(" ");
    return new Sums(
        Long.parseLong(printed[0]),
        Long.parseLong(printed[1]),
        Long.parseLong(printed[2]),
        Double.parseDouble(printed[3]));
  }

  private static String run(Path log) throws IOException, InterruptedException {
    InstalledServer server =
        new ServerBinaries(CacheFolder.ofEnvironment(), ConsoleProgress.onStandardError())
            .require(ServerRelease.MYSQL_9_7);
    String program =
        server.command("mysqlbinlog").orElseThrow().stream()
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" "));
    ProcessBuilder pipe =
        new ProcessBuilder("sh", "-c", program + " '" + log + "' | " + SCRIPT)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    pipe.environment().putAll(server.environment());
    Process process = pipe.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError("mysqlbinlog failed on " + log);
    }
    return printed;
  }
}
