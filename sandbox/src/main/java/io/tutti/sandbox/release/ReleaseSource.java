package io.tutti.sandbox.release;

import java.util.List;
import java.util.Optional;

/** Where the binaries of a release come from. */
public sealed interface ReleaseSource {

  /**
   * An artifact of a Maven repository.
   *
   * @param coordinates {@code group:artifact:extension[:classifier]:version}
   * @param innerArchive name of the tar.gz inside the artifact that holds the server, if it is
   *     wrapped that way
   * @param folder folder inside the archive that becomes the base directory; empty for its root
   */
  record MavenArtifact(String coordinates, Optional<String> innerArchive, String folder)
      implements ReleaseSource {}

  /**
   * Packages of a Debian suite, unpacked with the libraries they need.
   *
   * @param suite Debian suite, for example {@code sid}
   * @param packages package names whose dependency closure is fetched
   */
  record DebianPackages(String suite, List<String> packages) implements ReleaseSource {
    public DebianPackages {
      packages = List.copyOf(packages);
    }
  }
}
