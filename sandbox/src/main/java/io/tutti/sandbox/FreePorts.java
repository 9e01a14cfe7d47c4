package io.tutti.sandbox;

import io.tutti.sandbox.binaries.CacheFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds TCP ports on the loopback address that nobody has. A port is this process's from then on
 * until the process ends: a server that is down for a moment finds its own free when it starts
 * again, and nobody meets another server there meanwhile. Each is a locked byte of one file, so
 * that all processes of this machine know of each other's.
 */
final class FreePorts {

  /** Below the range from which the kernel hands out ports to outgoing connections. */
  private static final int LOWEST = 20_000;

  private static final int BEYOND_HIGHEST = 32_000;
  private static final int ATTEMPTS_MAX = 1_000;

  private FreePorts() {}

  /** Open for as long as the process runs: to close it would give all ports back. */
  private static final class Taken {
    static final FileChannel FILE = open();

    private static FileChannel open() {
      Path folder = CacheFolder.ofEnvironment().root().resolve("locks");
      try {
        return FileChannel.open(
            Files.createDirectories(folder).resolve("ports.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
      } catch (IOException e) {
        throw new SandboxException("Ports cannot be kept in " + folder, e);
      }
    }
  }

  /** A port that was free a moment ago; who is no sandbox may still take it first. */
  static int next() {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, BEYOND_HIGHEST);
      if (isTaken(port) && isFree(port)) {
        return port;
      }
    }
    throw new SandboxException(
        "No free port among %d tried between %d and %d"
            .formatted(ATTEMPTS_MAX, LOWEST, BEYOND_HIGHEST));
  }

  /** Whether it is this process's now, and was nobody's. */
  private static boolean isTaken(int port) {
    try {
      return Taken.FILE.tryLock(port, 1, false) != null;
    } catch (OverlappingFileLockException ours) {
      return false;
    } catch (IOException e) {
      throw new SandboxException("Port %d cannot be taken".formatted(port), e);
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
