package io.tutti.spi.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whose files are trusted.
 *
 * @param ids by number
 */
record Owners(Set<Integer> ids) {
  private static final int ROOT = 0;
  private static final int WRITE_BY_OTHERS = 0022;
  private static final int STICKY = 01000;

  Owners {
    ids = Set.copyOf(ids);
  }

  /** Root and the user of this process. */
  static Owners trusted() {
    return new Owners(Stream.of(ROOT, self()).collect(Collectors.toSet()));
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

  /**
   * Who else can change it; empty when nobody can.
   *
   * @param real without links
   * @param near a folder in which nobody else may write either; further up one in which only owners
   *     may rename and delete is fine
   */
  Optional<String> refusal(Path real, Optional<Path> near) throws IOException {
    for (Path each = real; each != null; each = each.getParent()) {
      if (!ids.contains(owner(each))) {
        return Optional.of(
            "%s belongs to user %d, who is neither root nor the controller's: chown it"
                .formatted(each, owner(each)));
      }
      int mode = mode(each);
      boolean isNear = each.equals(real) || near.filter(each::equals).isPresent();
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
