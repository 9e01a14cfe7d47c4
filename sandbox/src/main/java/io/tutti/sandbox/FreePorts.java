package io.tutti.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds TCP ports on the loopback address that nobody listens on. */
final class FreePorts {

  /** Below the range from which the kernel hands out ports to outgoing connections. */
  private static final int LOWEST = 20_000;

  private static final int BEYOND_HIGHEST = 32_000;
  private static final int ATTEMPTS_MAX = 1_000;

  private FreePorts() {}

  /** A port that was free a moment ago; somebody may still take it first. */
  static int next() {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, BEYOND_HIGHEST);
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return port;
      } catch (IOException taken) {
        continue;
      }
    }
    throw new SandboxException(
        "No free port among %d tried between %d and %d"
            .formatted(ATTEMPTS_MAX, LOWEST, BEYOND_HIGHEST));
  }
}
