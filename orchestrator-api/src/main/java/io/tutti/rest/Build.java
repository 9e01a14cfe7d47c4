package io.tutti.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which build runs.
 *
 * @param version as its jar states it
 * @param commit of the sources, "-dirty" at its end: with changes
 * @param java the release of the JVM
 */
public record Build(String version, String commit, String java) {
  private static final String UNKNOWN = "unknown";

  /** {@code git describe --always --dirty}. */
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{7,40}(-dirty)?");

  /** This one; {@code unknown} represents what the build does not know. */
  public static Build ofThis() {
    return new Build(
        Optional.ofNullable(Build.class.getPackage().getImplementationVersion()).orElse(UNKNOWN),
        writtenCommit(),
        Runtime.version().toString());
  }

  private static String writtenCommit() {
    try (InputStream in = Build.class.getResourceAsStream("commit")) {
      String said = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
      return COMMIT.matcher(said).matches() ? said : UNKNOWN;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
