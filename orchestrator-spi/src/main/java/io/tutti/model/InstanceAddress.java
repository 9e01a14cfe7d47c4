package io.tutti.model;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where an instance is reached: {@code db7:3306}, {@code [2001:db8::7]:3306}. Host names compare in
 * lower case.
 */
public record InstanceAddress(String host, int port) implements Comparable<InstanceAddress> {
  /** The registered port of the protocol, taken when a text names none. */
  public static final int DEFAULT_PORT = 3306;

  private static final int PORT_MAX = 65_535;

  /** RFC 1035, 2.3.4: 255 octets as they are sent, which is 253 characters as text. */
  private static final int HOST_CHARACTERS_MAX = 253;

  /** RFC 1035, 2.3.4: each part between two dots. */
  private static final int LABEL_CHARACTERS_MAX = 63;

  /** Names as they are sent, and IPv6 addresses with a zone. */
  private static final Pattern HOST = Pattern.compile("[a-z0-9_.:%-]+");

  private static final int SHOWN_MAX = 60;
  private static final Comparator<InstanceAddress> ORDER =
      Comparator.comparing(InstanceAddress::host).thenComparingInt(InstanceAddress::port);

  public InstanceAddress {
    host = host.strip().toLowerCase(Locale.ROOT);
    if (host.length() > HOST_CHARACTERS_MAX) {
      throw new IllegalArgumentException(
          "%s is not a host name: it has %d characters, and %d are possible"
              .formatted(shown(host), host.length(), HOST_CHARACTERS_MAX));
    }
    if (!HOST.matcher(host).matches()) {
      throw new IllegalArgumentException(shown(host) + " is not a host name or address");
    }
    requireLabels(host);
    if (port < 1 || port > PORT_MAX) {
      throw new IllegalArgumentException("port " + port + " is not between 1 and " + PORT_MAX);
    }
  }

  private static void requireLabels(String host) {
    for (String label : host.split("\\.", -1)) {
      if (label.length() > LABEL_CHARACTERS_MAX) {
        throw new IllegalArgumentException(
            "%s is not a host name: a part of it has %d characters, and %d are possible"
                .formatted(shown(host), label.length(), LABEL_CHARACTERS_MAX));
      }
    }
  }

  /** What somebody wrote, of which neither the length nor the characters are known. */
  private static String shown(String text) {
    String start = text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "…" : text;
    return "\"" + start.replaceAll("\\p{Cntrl}", "?") + "\"";
  }

  /** The address, or empty when these make none; for what servers say. */
  public static Optional<InstanceAddress> find(String host, int port) {
    try {
      return Optional.of(new InstanceAddress(host, port));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Parses {@code host}, {@code host:port}, {@code [ipv6]} or {@code [ipv6]:port}.
   *
   * @throws IllegalArgumentException saying what is wrong with the text
   */
  public static InstanceAddress parse(String text) {
    String trimmed = text.strip();
    int colon = trimmed.lastIndexOf(':');
    if (trimmed.startsWith("[")) {
      int end = trimmed.indexOf(']');
      if (end < 0) {
        throw new IllegalArgumentException(shown(text) + " lacks the closing ]");
      }
      String host = trimmed.substring(1, end);
      return colon > end
          ? new InstanceAddress(host, parsePort(trimmed.substring(colon + 1), text))
          : new InstanceAddress(host, DEFAULT_PORT);
    }
    if (colon < 0 || trimmed.indexOf(':') != colon) {
      return new InstanceAddress(trimmed, DEFAULT_PORT);
    }
    return new InstanceAddress(
        trimmed.substring(0, colon), parsePort(trimmed.substring(colon + 1), text));
  }

  private static int parsePort(String port, String text) {
    try {
      return Integer.parseInt(port);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          shown(text) + " is not HOST:PORT: " + shown(port) + " is not a port number", e);
    }
  }

  @Override
  public int compareTo(InstanceAddress other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
