package io.tutti.trust;

import io.tutti.model.InstanceAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Which of the addresses that only servers named are contacted. Those that a person named always
 * are.
 *
 * @param allow those and no others; empty means those that are near to one that a person named
 * @param ignore never those
 * @param vouched what answers there is trusted at its first contact, as if a person had named it
 */
public record ContactRule(
    List<AddressPattern> allow, List<AddressPattern> ignore, List<AddressPattern> vouched) {

  /** What holds without any setting. */
  public static final ContactRule NEAR = new ContactRule(List.of(), List.of(), List.of());

  public ContactRule {
    allow = List.copyOf(allow);
    ignore = List.copyOf(ignore);
    vouched = List.copyOf(vouched);
  }

  /**
   * Why an address is not contacted; empty when it is.
   *
   * @param named the addresses that persons named
   */
  public Optional<String> refusal(InstanceAddress address, Collection<InstanceAddress> named) {
    List<InetAddress> at = resolve(address);
    if (matches(ignore, address, at)) {
      return Optional.of("tutti.discovery.ignore names it");
    }
    if (matches(vouched, address, at)) {
      return Optional.empty();
    }
    if (!allow.isEmpty()) {
      return matches(allow, address, at)
          ? Optional.empty()
          : Optional.of("it is in none of the networks of tutti.discovery.allow");
    }
    boolean isNear =
        named.stream()
            .anyMatch(other -> other.host().equals(address.host()) || isNear(at, resolve(other)));
    return isNear || at.isEmpty()
        ? Optional.empty()
        : Optional.of("it is in another network than every address that a person named");
  }

  /** Whether the settings vouch for an address. */
  public boolean vouchesFor(InstanceAddress address) {
    return !vouched.isEmpty() && matches(vouched, address, resolve(address));
  }

  private static boolean matches(
      List<AddressPattern> patterns, InstanceAddress address, List<InetAddress> at) {
    return patterns.stream().anyMatch(pattern -> pattern.matches(address, at));
  }

  private static boolean isNear(List<InetAddress> one, List<InetAddress> other) {
    return !one.isEmpty()
        && one.stream().allMatch(a -> other.stream().anyMatch(b -> areNear(a, b)));
  }

  /** Loopback with loopback, private with private, public within a network of its owner. */
  private static boolean areNear(InetAddress one, InetAddress other) {
    if (one.isLoopbackAddress() || other.isLoopbackAddress()) {
      return one.isLoopbackAddress() && other.isLoopbackAddress();
    }
    if (isPrivate(one) || isPrivate(other)) {
      return isPrivate(one) && isPrivate(other);
    }
    byte[] a = one.getAddress();
    byte[] b = other.getAddress();
    int bytes = a.length == 4 ? 3 : 6;
    return a.length == b.length && Arrays.equals(Arrays.copyOf(a, bytes), Arrays.copyOf(b, bytes));
  }

  private static boolean isPrivate(InetAddress address) {
    byte[] bytes = address.getAddress();
    return address.isSiteLocalAddress()
        || address.isLinkLocalAddress()
        || bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc;
  }

  static List<InetAddress> resolve(InstanceAddress address) {
    try {
      return List.of(InetAddress.getAllByName(address.host()));
    } catch (UnknownHostException e) {
      return List.of();
    }
  }
}
