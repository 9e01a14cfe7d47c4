package io.tutti.acceptance;

import io.tutti.sandbox.Row;
import io.tutti.sandbox.SandboxServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The binlogs of a server: where they end, who gets them, and the files on its disk. */
final class Binlogs {
  private Binlogs() {}

  /** The file that is written to. */
  static Path newest(SandboxServer server) {
    String base = server.queryValue("SELECT @@log_bin_basename").orElseThrow();
    return Path.of(base).resolveSibling(newestRow(server).firstText("Log_name"));
  }

  /** The place behind the last transaction, {@code binlog.000003:1234}. */
  static String end(SandboxServer server) {
    Row newest = newestRow(server);
    return newest.firstText("Log_name") + ":" + newest.firstText("File_size");
  }

  /** The sessions over which it sends its binlog. */
  static List<String> dumps(SandboxServer server) {
    return server.query("SHOW PROCESSLIST").stream()
        .filter(session -> session.firstText("Command").startsWith("Binlog Dump"))
        .map(session -> session.firstText("Id"))
        .toList();
  }

  private static Row newestRow(SandboxServer server) {
    return server.query("SHOW BINARY LOGS").getLast();
  }

  /** What is on disk by now. */
  static OnDisk onDisk(SandboxServer server) {
    try {
      Path file = newest(server);
      return new OnDisk(file, Files.size(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** So much of a binlog as was on disk then. */
  record OnDisk(Path file, long bytes) {

    /** What was written since is lost, as when the host went down. The server does not run. */
    void loseTheRest() {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
