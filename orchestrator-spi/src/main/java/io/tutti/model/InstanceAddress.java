package io.tutti.model;

import java.util.Comparator;
import java.util.Locale;

/**
 * Where an instance is reached: {@code db7:3306}, {@code [2001:db8::7]:3306}. Host names compare in
 * lower case.
 */
public record InstanceAddress(String host, int port) implements Comparable<InstanceAddress> {
  /** The registered port of the protocol, taken when a text names none. */
  public static final int DEFAULT_PORT = 3306;

  private static final int PORT_MAX = 65_535;
  private static final Comparator<InstanceAddress> ORDER =
      Comparator.comparing(InstanceAddress::host).thenComparingInt(InstanceAddress::port);

  public InstanceAddress {
    host = host.strip().toLowerCase(Locale.ROOT);
    if (host.isEmpty()
        || host.chars().anyMatch(c -> Character.isWhitespace(c) || c == '/' || c == '@')) {
      throw new IllegalArgumentException("\"" + host + "\" is not a host name or address");
    }
    if (port < 1 || port > PORT_MAX) {
      throw new IllegalArgumentException("port " + port + " is not between 1 and " + PORT_MAX);
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
        throw new IllegalArgumentException("\"" + text + "\" lacks the closing ]");
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
          "\"" + text + "\" is not HOST:PORT: \"" + port + "\" is no port number", e);
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
