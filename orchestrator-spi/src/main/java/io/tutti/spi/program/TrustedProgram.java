package io.tutti.spi.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * A program that nobody but root and the controller's user can change.
 *
 * <ol>
 *   <li>It, its folder, and every folder above it belong to one of them.
 *   <li>Neither the group nor others may write to it or to its folder. Further up a folder in which
 *       only owners may rename and delete (as {@code /tmp}) is fine.
 * </ol>
 *
 * @param path as it was configured
 * @param owners whose it may be, by number
 */
public record TrustedProgram(Path path, Set<Integer> owners) {
  public static TrustedProgram of(Path path) {
    return new TrustedProgram(path, Owners.trusted().ids());
  }

  /** Why it is not run; empty when it may be. */
  public Optional<String> refusal() {
    if (!path.isAbsolute()) {
      return Optional.of("%s is not an absolute path".formatted(path));
    }
    try {
      Path real = path.toRealPath();
      if (!Files.isRegularFile(real)) {
        return Optional.of("%s is not a file".formatted(path));
      }
      if (!Files.isExecutable(real)) {
        return Optional.of("%s is not executable: chmod u+x %s".formatted(path, path));
      }
      return new Owners(owners).refusal(real, Optional.ofNullable(real.getParent()));
    } catch (IOException e) {
      return Optional.of("%s is not there (%s)".formatted(path, e.getClass().getSimpleName()));
    }
  }
}
