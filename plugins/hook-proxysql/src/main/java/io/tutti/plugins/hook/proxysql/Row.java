package io.tutti.plugins.hook.proxysql;

import io.tutti.model.InstanceAddress;
import java.util.Optional;

/**
 * A server in a hostgroup.
 *
 * @param server empty for what is no host and port, such as a path of a socket
 * @param status ONLINE, SHUNNED, OFFLINE_SOFT or OFFLINE_HARD
 */
record Row(int hostgroup, Optional<InstanceAddress> server, String status) {
  static final String ONLINE = "ONLINE";
  static final String OFFLINE_SOFT = "OFFLINE_SOFT";
  static final String OFFLINE_HARD = "OFFLINE_HARD";

  boolean is(int wanted, InstanceAddress address) {
    return hostgroup == wanted && server.filter(address::equals).isPresent();
  }

  boolean isOnline() {
    return status.equalsIgnoreCase(ONLINE);
  }

  /** By a person or by a hook, and not by what ProxySQL sees by itself. */
  boolean isOffline() {
    return status.toUpperCase(java.util.Locale.ROOT).startsWith("OFFLINE");
  }

  String words() {
    return "%s in %d %s"
        .formatted(server.map(InstanceAddress::toString).orElse("(no address)"), hostgroup, status);
  }
}
