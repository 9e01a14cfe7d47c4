package io.tutti.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** What the build writes beside the classes. */
final class BuiltFrom {
  /** {@code git describe --always --dirty}. */
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{7,40}(-dirty)?");

  private BuiltFrom() {}

  /** The commit of the sources, or {@code unknown} where the build could not tell. */
  static String commit(String unknown) {
    try (InputStream in = BuiltFrom.class.getResourceAsStream("commit")) {
      String said = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
      return COMMIT.matcher(said).matches() ? said : unknown;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
