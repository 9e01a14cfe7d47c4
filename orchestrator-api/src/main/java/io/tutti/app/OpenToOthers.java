package io.tutti.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Which files somebody else on this machine could read or change. */
final class OpenToOthers {
  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private OpenToOthers() {}

  /** The permissions where they are not the owner's alone; empty also where there are none. */
  static Optional<Set<PosixFilePermission>> of(Path path) {
    try {
      return Optional.of(Files.getPosixFilePermissions(path))
          .filter(permissions -> !OWNERS.containsAll(permissions));
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  /** As {@code ls} shows them. */
  static String words(Set<PosixFilePermission> permissions) {
    return PosixFilePermissions.toString(permissions);
  }
}
