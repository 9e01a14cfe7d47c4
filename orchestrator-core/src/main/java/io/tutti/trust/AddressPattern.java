package io.tutti.trust;

import io.tutti.model.InstanceAddress;
import java.net.InetAddress;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Some addresses: a network ({@code 10.1.0.0/16}, {@code fd00::/8}), or names in which {@code *}
 * represents any text ({@code db*.example.org}, {@code db7:3306}).
 */
public sealed interface AddressPattern {

  /**
   * @param at where the address leads
   */
  boolean matches(InstanceAddress address, Collection<InetAddress> at);

  /**
   * Parses either.
   *
   * @throws IllegalArgumentException saying what is wrong with the text
   */
  static AddressPattern parse(String text) {
    String trimmed = text.strip();
    if (trimmed.isEmpty()) {
      throw new IllegalArgumentException("an empty text matches no address");
    }
    return trimmed.indexOf('/') < 0 ? Names.of(trimmed) : Network.of(trimmed);
  }

  /** All of them. */
  static List<AddressPattern> parseAll(List<String> texts) {
    return texts.stream().map(AddressPattern::parse).toList();
  }

  /** Every address that it leads to must be in the network. */
  record Network(InetAddress base, int bits) implements AddressPattern {

    private static Network of(String text) {
      int slash = text.indexOf('/');
      try {
        InetAddress base = InetAddress.ofLiteral(text.substring(0, slash));
        int bits = Integer.parseInt(text.substring(slash + 1));
        if (bits < 0 || bits > base.getAddress().length * 8) {
          throw new IllegalArgumentException(bits + " bits");
        }
        return new Network(base, bits);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("\"" + text + "\" is not a network like 10.1.0.0/16", e);
      }
    }

    @Override
    public boolean matches(InstanceAddress address, Collection<InetAddress> at) {
      return !at.isEmpty() && at.stream().allMatch(this::contains);
    }

    private boolean contains(InetAddress address) {
      byte[] one = base.getAddress();
      byte[] other = address.getAddress();
      if (one.length != other.length) {
        return false;
      }
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >>> (bit % 8);
        if ((one[bit / 8] & mask) != (other[bit / 8] & mask)) {
          return false;
        }
      }
      return true;
    }
  }

  /** The name itself, whatever it leads to. */
  record Names(Pattern host, Optional<Integer> port) implements AddressPattern {

    private static Names of(String text) {
      String lower = text.toLowerCase(Locale.ROOT);
      int colon = lower.lastIndexOf(':');
      boolean namesPort =
          colon > 0
              && lower.substring(colon + 1).matches("\\d{1,5}")
              && (lower.indexOf(':') == colon || lower.charAt(colon - 1) == ']');
      String host = namesPort ? lower.substring(0, colon) : lower;
      String bare =
          host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
      Pattern pattern =
          Pattern.compile(
              Stream.of(bare.split("\\*", -1))
                  .map(Pattern::quote)
                  .collect(Collectors.joining(".*")));
      return new Names(
          pattern,
          namesPort ? Optional.of(Integer.valueOf(lower.substring(colon + 1))) : Optional.empty());
    }

    @Override
    public boolean matches(InstanceAddress address, Collection<InetAddress> at) {
      return host.matcher(address.host()).matches()
          && port.filter(wanted -> wanted != address.port()).isEmpty();
    }
  }
}
