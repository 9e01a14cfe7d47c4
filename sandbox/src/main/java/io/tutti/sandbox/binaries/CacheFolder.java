package io.tutti.sandbox.binaries;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The folder in which unpacked servers and initialised data directories are kept between runs. An
 * entry appears whole or not at all, also when several processes want it at once or one of them is
 * killed half-way.
 *
 * @param root the folder; made when it is first written to
 */
public record CacheFolder(Path root) {

  /** Environment variable that names the cache folder. */
  public static final String ENVIRONMENT_VARIABLE = "TUTTI_CACHE";

  private static final Map<Path, ReentrantLock> LOCKS_OF_THIS_PROCESS = new ConcurrentHashMap<>();

  public CacheFolder {
    root = root.toAbsolutePath().normalize();
  }

  /** {@code $TUTTI_CACHE}, else {@code ~/.cache/tutti}. */
  public static CacheFolder ofEnvironment() {
    String configured = System.getenv(ENVIRONMENT_VARIABLE);
    return new CacheFolder(
        configured == null || configured.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache", "tutti")
            : Path.of(configured));
  }

  /** Fills the new, empty folder it is given. */
  @FunctionalInterface
  public interface Filling {
    void fill(Path folder) throws IOException;
  }

  /**
   * The folder {@code root/name}; made by {@code filling} when it is not there yet.
   *
   * @param name path relative to the cache, {@code servers/mysql-8.0.15}
   * @return the finished folder
   * @throws UncheckedIOException when the folder cannot be made; nothing half-made remains
   */
  public Path require(String name, Filling filling) {
    Path wanted = root.resolve(name);
    if (Files.isDirectory(wanted)) {
      return wanted;
    }
    ReentrantLock local = LOCKS_OF_THIS_PROCESS.computeIfAbsent(wanted, key -> new ReentrantLock());
    local.lock();
    try {
      return makeLocked(name, wanted, filling);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot make %s: %s. Nothing half-made was left there.".formatted(wanted, e.getMessage()),
          e);
    } finally {
      local.unlock();
    }
  }

  private Path makeLocked(String name, Path wanted, Filling filling) throws IOException {
    Path locks = Files.createDirectories(root.resolve("locks"));
    Path lockFile = locks.resolve(name.replace('/', '_') + ".lock");
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (Files.isDirectory(wanted) || !lock.isValid()) {
        return wanted;
      }
      Files.createDirectories(wanted.resolveSibling("x").getParent());
      Path unfinished = wanted.resolveSibling("." + wanted.getFileName() + ".unfinished");
      deleteRecursively(unfinished);
      Files.createDirectory(unfinished);
      try {
        filling.fill(unfinished);
        return Files.move(unfinished, wanted, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        deleteRecursively(unfinished);
      }
    }
  }

  /** Deletes a folder and all below it; a folder that is not there is fine. */
  public static void deleteRecursively(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
