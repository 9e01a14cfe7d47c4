package io.tutti.sandbox;

import io.tutti.sandbox.binaries.CacheFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A folder of servers that cannot outlive this process by accident.
 *
 * <p>A tiny supervisor, started before anything else and in a session of its own, holds the reading
 * end of a pipe from this process. When the pipe closes, for whatever reason (close, Ctrl-C,
 * SIGTERM, kill -9, a crash of the JVM), it
 *
 * <ol>
 *   <li>renames the folder, so that a server that is just being started cannot write its process id
 *       and gives up,
 *   <li>kills every process that has written its id there and still bears the folder's name in its
 *       command line,
 *   <li>waits until they have ended, which is when their ports are free, and deletes the folder.
 * </ol>
 *
 * Closing takes the same road, so the road is travelled in every test.
 */
final class GuardedFolder implements AutoCloseable {

  /** Name of the file in a server's folder that holds its process id. */
  static final String PID_FILE = "pid";

  private static final Duration CLOSE_TIME_MAX = Duration.ofSeconds(30);
  private static final String RELEASE_WORD = "release";

  /** Arguments: the folder, the word that ends the guard without a kill. */
  private static final String SUPERVISOR =
      """
      trap '' HUP INT TERM
      folder=$1
      while read -r word; do
        [ "$word" = "$2" ] && exit 0
      done
      mv "$folder" "$folder.gone" || exit 1
      ours() { tr '\\0' ' ' <"/proc/$1/cmdline" 2>/dev/null | grep -qF -- "$folder/"; }
      ended() {
        [ ! -d "/proc/$1" ] || {
          grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null &&
            [ "$(ls "/proc/$1/task" 2>/dev/null | wc -l)" -le 1 ]
        }
      }
      killed=
      for file in "$folder.gone"/*/pid; do
        read -r pid <"$file" 2>/dev/null && ours "$pid" && kill -9 "$pid" && killed="$killed $pid"
      done
      tries=0
      for pid in $killed; do
        until ended "$pid" || [ $tries -ge 1000 ]; do
          sleep 0.01
          tries=$((tries + 1))
        done
      done
      rm -rf "$folder.gone" || { sleep 0.5; rm -rf "$folder.gone"; }
      """;

  private final Path path;
  private final Process supervisor;

  private GuardedFolder(Path path, Process supervisor) {
    this.path = path;
    this.supervisor = supervisor;
  }

  /** Makes a folder of a short name below the machine's folder for temporary files. */
  static GuardedFolder temporary() {
    try {
      return guard(Files.createTempDirectory("tutti-").toRealPath());
    } catch (IOException e) {
      throw new SandboxException("Cannot make a temporary folder: " + e.getMessage(), e);
    }
  }

  /** Guards a folder that exists; it is deleted in the end. */
  static GuardedFolder guard(Path folder) {
    try {
      Process supervisor =
          new ProcessBuilder(
                  "setsid", "sh", "-c", SUPERVISOR, "tutti-guard", folder.toString(), RELEASE_WORD)
              .directory(Path.of("/").toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return new GuardedFolder(folder, supervisor);
    } catch (IOException e) {
      throw new SandboxException(
          "Cannot start the supervisor of %s: %s. A sandbox needs the programs setsid and sh."
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  Path path() {
    return path;
  }

  /** Ends the guard and leaves the folder and its servers alone. */
  void release() {
    try (OutputStream pipe = supervisor.getOutputStream()) {
      pipe.write((RELEASE_WORD + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new SandboxException("The supervisor of %s is gone".formatted(path), e);
    }
    awaitSupervisor();
  }

  /** Kills what runs in the folder and deletes it. */
  @Override
  public void close() {
    try {
      supervisor.getOutputStream().close();
      awaitSupervisor();
      CacheFolder.deleteRecursively(path);
    } catch (IOException e) {
      throw new SandboxException("Cannot remove %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  private void awaitSupervisor() {
    try {
      if (!supervisor.waitFor(CLOSE_TIME_MAX.toSeconds(), TimeUnit.SECONDS)) {
        throw new SandboxException("The supervisor of %s does not end".formatted(path));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
