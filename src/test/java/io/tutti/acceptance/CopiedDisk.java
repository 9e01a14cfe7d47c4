package io.tutti.acceptance;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.binaries.CacheFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A disk as a copy of the server's files, which were taken while it was frozen. No fault is real
 * here but the kill: which files a crash takes back is decided by the settings.
 */
final class CopiedDisk implements HostDisk {
  private final SandboxServer server;
  private final Path image;

  private CopiedDisk(SandboxServer server, Path image) {
    this.server = server;
    this.image = image;
  }

  static CopiedDisk under(SandboxServer server) throws IOException {
    CopiedDisk disk = new CopiedDisk(server, Files.createTempDirectory("tutti-disk-"));
    server.restart();
    disk.sync();
    return disk;
  }

  /** What the server has by now stays; all else is lost in a crash, as the settings have it. */
  static CopiedDisk asItIs(SandboxServer server) throws IOException {
    CopiedDisk disk = new CopiedDisk(server, Files.createTempDirectory("tutti-disk-"));
    disk.sync();
    return disk;
  }

  @Override
  public void sync() throws IOException {
    delete(image, file -> true);
    server.freeze();
    try {
      copy(server.dataDirectory(), image, file -> true);
    } finally {
      server.thaw();
    }
  }

  /** Every file that was to be synced at commit is as the server wrote it last. */
  @Override
  public void crash() throws IOException {
    boolean keepsBinlogs = isOne("sync_binlog");
    boolean keepsTables = isOne("innodb_flush_log_at_trx_commit");
    server.killHard();
    Predicate<Path> lost = file -> isBinlog(file) ? !keepsBinlogs : !keepsTables;
    delete(server.dataDirectory(), lost);
    copy(image, server.dataDirectory(), lost);
  }

  private boolean isOne(String variable) {
    return server.queryValue("SELECT @@global." + variable).orElseThrow().equals("1");
  }

  private static boolean isBinlog(Path file) {
    return file.getFileName().toString().startsWith("binlog.");
  }

  private static void copy(Path from, Path to, Predicate<Path> wanted) throws IOException {
    for (Path file : all(from)) {
      Path target = to.resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(target);
      } else if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && wanted.test(file)) {
        Files.copy(file, target);
      }
    }
  }

  private static void delete(Path folder, Predicate<Path> wanted) throws IOException {
    for (Path file : all(folder)) {
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && wanted.test(file)) {
        Files.delete(file);
      }
    }
  }

  private static List<Path> all(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.sorted(Comparator.naturalOrder()).toList();
    }
  }

  @Override
  public void close() throws IOException {
    server.killHard();
    CacheFolder.deleteRecursively(image);
  }

  @Override
  public String toString() {
    return "files that are put back to what had been synced";
  }
}
