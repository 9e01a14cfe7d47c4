package io.tutti.plugins.hook.proxysql;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookProvider;
import io.tutti.spi.hook.Messages;
import io.tutti.spi.hook.RouteHook;
import io.tutti.spi.hook.SecretFile;
import java.util.Set;

/** Found by the service loader. */
public final class ProxySqlProvider implements HookProvider {
  private static final String ADMIN = "admin";
  private static final String USER = "user";
  private static final String PASSWORD_FILE = "password-file";
  private static final String WRITERS = "writer-hostgroup";
  private static final String READERS = "reader-hostgroup";

  @Override
  public String kind() {
    return "proxysql";
  }

  @Override
  public Hook open(HookOptions options, Messages messages) {
    options.requireOnly(Set.of(ADMIN, USER, PASSWORD_FILE, WRITERS, READERS));
    int writers = hostgroup(options, WRITERS);
    int readers = hostgroup(options, READERS);
    if (writers == readers) {
      throw new IllegalArgumentException(
          "options.%s and options.%s are both %d".formatted(WRITERS, READERS, writers));
    }
    return new RouteHook(
        new ProxySqlRoute(
            new AdminPort(
                address(options.require(ADMIN)),
                options.require(USER),
                SecretFile.at(options.require(PASSWORD_FILE))),
            writers,
            readers));
  }

  private static InstanceAddress address(String text) {
    if (!text.contains(":")) {
      throw new IllegalArgumentException("options.admin is %s, not HOST:PORT".formatted(text));
    }
    try {
      return InstanceAddress.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("options.admin: " + e.getMessage(), e);
    }
  }

  private static int hostgroup(HookOptions options, String name) {
    String text = options.require(name);
    try {
      int hostgroup = Integer.parseInt(text);
      if (hostgroup >= 0) {
        return hostgroup;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "options.%s is %s, not the number of a hostgroup".formatted(name, text));
  }
}
