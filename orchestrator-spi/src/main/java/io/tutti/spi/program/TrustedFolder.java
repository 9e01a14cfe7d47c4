package io.tutti.spi.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A folder in which nobody but root and the controller's user can write.
 *
 * @param path as it was configured
 */
public record TrustedFolder(Path path) {
  public static TrustedFolder of(Path path) {
    return new TrustedFolder(path);
  }

  /** Why nothing is written there; empty when it may be. */
  public Optional<String> refusal() {
    if (!path.isAbsolute()) {
      return Optional.of("%s is not an absolute path".formatted(path));
    }
    try {
      Path real = path.toRealPath();
      return Files.isDirectory(real)
          ? Owners.trusted().refusal(real, Optional.empty())
          : Optional.of("%s is not a folder".formatted(path));
    } catch (IOException e) {
      return Optional.of("%s is not there (%s)".formatted(path, e.getClass().getSimpleName()));
    }
  }
}
