package io.tutti.sandbox;

import static org.junit.jupiter.api.Assertions.fail;

import io.tutti.sandbox.binaries.Availability;
import io.tutti.sandbox.binaries.CacheFolder;
import io.tutti.sandbox.binaries.ConsoleProgress;
import io.tutti.sandbox.binaries.ServerBinaries;
import io.tutti.sandbox.release.ServerRelease;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The rule for releases that a machine cannot have: tests of them fail loudly, unless whoever runs
 * them says by an environment variable that it is known; then they are aborted with the reason.
 */
final class PinnedRelease {

  private static final String ALLOW_MISSING = "TUTTI_ALLOW_MISSING_RELEASES";
  private static final ServerBinaries BINARIES =
      new ServerBinaries(CacheFolder.ofEnvironment(), ConsoleProgress.onStandardError());

  private PinnedRelease() {}

  static void require(ServerRelease... releases) {
    Stream<ServerRelease> wanted = Arrays.stream(releases);
    wanted
        .map(BINARIES::availability)
        .filter(Availability.Unavailable.class::isInstance)
        .map(Availability.Unavailable.class::cast)
        .forEach(unavailable -> abortOrFail(unavailable.reason()));
  }

  private static void abortOrFail(String reason) {
    String allowed = System.getenv(ALLOW_MISSING);
    if (allowed != null && !allowed.isBlank()) {
      Assumptions.abort(reason);
    }
    fail(reason + " Set " + ALLOW_MISSING + "=1 to run without it.");
  }
}
