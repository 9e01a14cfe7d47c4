package io.tutti.spi.knob;

import io.tutti.model.ServerVersion;
import java.util.Optional;

/**
 * Releases of one family.
 *
 * @param since the first one; empty when all that any plugin takes are in
 * @param until the first one that is no longer in; empty when there is none yet
 */
public record VersionRange(Optional<ServerVersion> since, Optional<ServerVersion> until) {
  public static final VersionRange ALL = new VersionRange(Optional.empty(), Optional.empty());

  public static VersionRange since(String first) {
    return new VersionRange(Optional.of(ServerVersion.parse(first)), Optional.empty());
  }

  public static VersionRange until(String firstWithout) {
    return new VersionRange(Optional.empty(), Optional.of(ServerVersion.parse(firstWithout)));
  }

  public static VersionRange between(String first, String firstWithout) {
    return new VersionRange(
        Optional.of(ServerVersion.parse(first)), Optional.of(ServerVersion.parse(firstWithout)));
  }

  public boolean contains(ServerVersion version) {
    return since.filter(first -> version.compareTo(first) < 0).isEmpty()
        && until.filter(end -> version.compareTo(end) >= 0).isEmpty();
  }

  @Override
  public String toString() {
    if (since.isEmpty() && until.isEmpty()) {
      return "every release";
    }
    String from = since.map(first -> "from " + first).orElse("");
    String to = until.map(end -> "before " + end).orElse("");
    return (from + " " + to).strip();
  }
}
