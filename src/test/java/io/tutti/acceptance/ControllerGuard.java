package io.tutti.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a controller from outliving the JVM of its test, however that ends, as servers of a sandbox
 * do not: a supervisor in a session of its own holds the reading end of a pipe from this process.
 * When the pipe closes, it
 *
 * <ol>
 *   <li>renames the data folder, so that a controller that is just being started cannot write its
 *       process id, and gives up,
 *   <li>kills the process that has written its id there and still has the folder in its
 *       environment, and deletes the folder.
 * </ol>
 *
 * Closing takes the same road.
 */
final class ControllerGuard implements AutoCloseable {
  private static final int CLOSE_SECONDS_MAX = 30;

  private static final String SUPERVISOR =
      """
      trap '' HUP INT TERM
      home=$1
      while read -r word; do :; done
      mv "$home" "$home.gone" || exit 1
      read -r pid <"$home.gone/pid" 2>/dev/null &&
        tr '\\0' '\\n' <"/proc/$pid/environ" 2>/dev/null | grep -qxF "TUTTI_HOME=$home" &&
        kill -9 "$pid"
      rm -rf "$home.gone" || { sleep 0.5; rm -rf "$home.gone"; }
      """;

  /** Writes down which process it is, and becomes the program. */
  private static final String LAUNCHER =
      "echo $$ >\"$TUTTI_HOME/pid\" || exit 1; exec \"$0\" \"$@\"";

  private final Process supervisor;

  private ControllerGuard(Process supervisor) {
    this.supervisor = supervisor;
  }

  /**
   * @param home the data folder, which is deleted in the end
   */
  static ControllerGuard of(Path home) {
    try {
      return new ControllerGuard(
          new ProcessBuilder("setsid", "sh", "-c", SUPERVISOR, "tutti-guard", home.toString())
              .directory(Path.of("/").toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A program that finds its data folder in its environment, as {@code TUTTI_HOME}. */
  ProcessBuilder command(String program) {
    return new ProcessBuilder("sh", "-c", LAUNCHER, program);
  }

  @Override
  public void close() {
    try {
      supervisor.getOutputStream().close();
      if (!supervisor.waitFor(CLOSE_SECONDS_MAX, TimeUnit.SECONDS)) {
        throw new AssertionError("the guard of a controller does not end");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
