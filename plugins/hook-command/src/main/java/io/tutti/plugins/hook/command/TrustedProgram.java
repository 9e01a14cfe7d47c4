package io.tutti.plugins.hook.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
record TrustedProgram(Path path, Set<Integer> owners) {
  private static final int ROOT = 0;
  private static final int WRITE_BY_OTHERS = 0022;
  private static final int STICKY = 01000;

  static TrustedProgram of(Path path) {
    return new TrustedProgram(path, Stream.of(ROOT, self()).collect(Collectors.toSet()));
  }

  private static int self() {
    try {
      Path made = Files.createTempFile("tutti-", ".me");
      try {
        return owner(made);
      } finally {
        Files.delete(made);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("the user of this process could not be read: " + e, e);
    }
  }

  /** Why it is not run; empty when it may be. */
  Optional<String> refusal() {
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
      return changeable(real, real.getParent());
    } catch (IOException e) {
      return Optional.of("%s is not there (%s)".formatted(path, e.getClass().getSimpleName()));
    }
  }

  private Optional<String> changeable(Path real, @Nullable Path folder) throws IOException {
    for (Path each = real; each != null; each = each.getParent()) {
      if (!owners.contains(owner(each))) {
        return Optional.of(
            "%s belongs to user %d, who is neither root nor the controller's: chown it"
                .formatted(each, owner(each)));
      }
      int mode = mode(each);
      boolean isNear = each.equals(real) || each.equals(folder);
      if ((mode & WRITE_BY_OTHERS) != 0 && (isNear || (mode & STICKY) == 0)) {
        return Optional.of(
            "others than its owner may write to %s: chmod go-w %s".formatted(each, each));
      }
    }
    return Optional.empty();
  }

  private static int owner(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:uid");
  }

  private static int mode(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:mode");
  }
}
