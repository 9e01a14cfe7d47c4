package io.tutti.trust;

import io.tutti.model.InstanceAddress;
import java.net.InetAddress;
import java.util.List;

/** The place in the network to which a name that is trusted leads. */
public final class NamedPlace {
  private NamedPlace() {}

  /**
   * Whether a name leads to another address, so that whoever trusts what answers by the name trusts
   * what answers there: the same port, and no place that the name does not lead to. Asks the name
   * service for what is not a number; what it does not know leads nowhere.
   *
   * @param named the address that is trusted
   */
  public static boolean leadsTo(InstanceAddress named, InstanceAddress other) {
    if (named.port() != other.port()) {
      return false;
    }
    List<InetAddress> there = ContactRule.resolve(other);
    return !there.isEmpty() && ContactRule.resolve(named).containsAll(there);
  }
}
