package io.tutti.model;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version a server reports, printed as {@code 10.1.8}.
 *
 * <p>Ordered by the numbers alone, so two builds of one release compare as 0 though they are not
 * {@code equals}, which includes the text. Numbers of different families are not worth comparing:
 * MariaDB 10.1 is no successor of MySQL 9.7.
 *
 * @param text what the server said, such as {@code 5.5.5-10.1.8-MariaDB-1~jessie}
 */
public record ServerVersion(int major, int minor, int patch, String text)
    implements Comparable<ServerVersion> {

  /**
   * What MariaDB 10.0 and later put before their version in the handshake, because old replicas
   * took a two-digit major number for 1 (MariaDB source, RPL_VERSION_HACK).
   */
  private static final String REPLICATION_PREFIX = "5.5.5-";

  /** First MariaDB release with {@link #REPLICATION_PREFIX}; no MySQL 5.5.5 build looks so. */
  private static final int PREFIXED_MAJOR_MIN = 10;

  private static final Pattern NUMBERS =
      Pattern.compile("(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,9})(?!\\d).*", Pattern.DOTALL);

  private static final Comparator<ServerVersion> BY_NUMBERS =
      Comparator.comparingInt(ServerVersion::major)
          .thenComparingInt(ServerVersion::minor)
          .thenComparingInt(ServerVersion::patch);

  public ServerVersion {
    if (major < 0 || minor < 0 || patch < 0) {
      throw new IllegalArgumentException(
          "server version " + major + "." + minor + "." + patch + " has a negative number");
    }
  }

  /** Reads a version text, or nothing when it does not begin with three numbers. */
  public static Optional<ServerVersion> find(String text) {
    String trimmed = text.strip();
    if (trimmed.startsWith(REPLICATION_PREFIX)) {
      Optional<ServerVersion> unmasked =
          read(trimmed.substring(REPLICATION_PREFIX.length()), text)
              .filter(rest -> rest.major() >= PREFIXED_MAJOR_MIN || isNamedMariaDb(text));
      if (unmasked.isPresent()) {
        return unmasked;
      }
    }
    return read(trimmed, text);
  }

  /**
   * Reads a version text.
   *
   * @throws IllegalArgumentException when it does not begin with three numbers
   */
  public static ServerVersion parse(String text) {
    return find(text)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "\"" + text + "\" is not a server version: expected it to begin like 8.0.36"));
  }

  private static Optional<ServerVersion> read(String numbers, String text) {
    Matcher matcher = NUMBERS.matcher(numbers);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new ServerVersion(
            Integer.parseInt(matcher.group(1)),
            Integer.parseInt(matcher.group(2)),
            Integer.parseInt(matcher.group(3)),
            text));
  }

  private static boolean isNamedMariaDb(String text) {
    return text.toLowerCase(Locale.ROOT).contains("mariadb");
  }

  public boolean isAtLeast(int major, int minor, int patch) {
    return compareToNumbers(major, minor, patch) >= 0;
  }

  public boolean isBefore(int major, int minor, int patch) {
    return compareToNumbers(major, minor, patch) < 0;
  }

  private int compareToNumbers(int otherMajor, int otherMinor, int otherPatch) {
    return compareTo(new ServerVersion(otherMajor, otherMinor, otherPatch, ""));
  }

  @Override
  public int compareTo(ServerVersion other) {
    return BY_NUMBERS.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
