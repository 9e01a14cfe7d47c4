package io.tutti.binlog;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A process of its own that reads a binlog, with less room than a controller has, and ends when
 * that is not enough.
 */
final class SmallHeapReader {
  /** A controller has 256 MB, and needs less than half of that for itself. */
  private static final String HEAP = "-Xmx160m";

  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private SmallHeapReader() {}

  /** What it says of the log: a line for each transaction, and the refusal, if there is one. */
  static List<String> read(FakeSource.Binlog binlog) {
    try (FakeSource source = FakeSource.sending(binlog)) {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  HEAP,
                  "-XX:+UseSerialGC",
                  "-XX:+ExitOnOutOfMemoryError",
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  System.getProperty("java.class.path"),
                  SmallHeapReader.class.getName(),
                  Integer.toString(source.port()))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        return out.lines().collect(Collectors.toList());
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the log of the source at a port. */
  public static void main(String[] args) {
    Target target =
        new Target(
            InstanceAddress.parse("127.0.0.1:" + args[0]),
            new Credentials("tutti", "the password"),
            TlsMode.DISABLED,
            Target.AUTOMATIC,
            PATIENCE);
    try {
      new BinlogStream(target)
          .readTransactions(
              "b.000001",
              head -> true,
              each ->
                  System.out.printf(
                      "transaction: %d changes, %d more, %d statements, %s%n",
                      each.changes().size(),
                      each.changesMore(),
                      each.statements().size(),
                      each.trouble().orElse("whole")),
              Deadline.after(PATIENCE));
      System.out.println("read");
    } catch (OrchestratorException e) {
      System.out.println("refused: " + e.observed());
    }
  }
}
