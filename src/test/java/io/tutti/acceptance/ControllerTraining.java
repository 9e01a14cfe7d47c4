package io.tutti.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The cache with which controllers start in half the time, as {@code ./tutti} makes it for users.
 */
final class ControllerTraining {

  private ControllerTraining() {}

  /**
   * Makes it, unless it is there. Of the processes that run tests at the same time one does it, and
   * the others wait: the lock is held until the file is closed.
   */
  static void once(Path distribution) {
    try (FileChannel lock =
        FileChannel.open(
            distribution.resolveSibling("training.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      lock.lock();
      Process training =
          new ProcessBuilder(distribution.resolve("bin/train-controller").toString())
              .inheritIO()
              .start();
      if (training.waitFor() != 0) {
        throw new AssertionError("bin/train-controller ended with " + training.exitValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
