package io.tutti.plugins.hook.haproxy;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookProvider;
import io.tutti.spi.hook.Messages;
import io.tutti.spi.hook.RouteHook;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Found by the service loader. */
public final class HaProxyProvider implements HookProvider {
  private static final String SOCKET = "socket";
  private static final String SERVER = "server";

  /** What HAProxy itself takes as names; a semicolon would begin another command. */
  private static final Pattern NAMES = Pattern.compile("([A-Za-z0-9_.:-]+)/([A-Za-z0-9_.:-]+)");

  @Override
  public String kind() {
    return "haproxy";
  }

  @Override
  public Hook open(HookOptions options, Messages messages) {
    options.requireOnly(Set.of(SOCKET, SERVER));
    String server = options.require(SERVER);
    Matcher names = NAMES.matcher(server);
    if (!names.matches()) {
      throw new IllegalArgumentException(
          "options.server is %s, and not BACKEND/SERVER as in haproxy.cfg".formatted(server));
    }
    return new RouteHook(
        new HaProxyRoute(runtimeApi(options.require(SOCKET)), names.group(1), names.group(2)));
  }

  private static RuntimeApi runtimeApi(String socket) {
    if (socket.startsWith("/")) {
      return RuntimeApi.at(Path.of(socket));
    }
    if (!socket.contains(":")) {
      throw new IllegalArgumentException(
          "options.socket is %s, and neither an absolute path nor HOST:PORT".formatted(socket));
    }
    try {
      return RuntimeApi.at(InstanceAddress.parse(socket));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("options.socket: " + e.getMessage(), e);
    }
  }
}
