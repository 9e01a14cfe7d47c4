package io.tutti.benchmarks;

import io.tutti.cli.demo.ControllerProcess;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.mariadb10.MariaDb10Provider;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * MariaDB 10.2 servers, one source and the others below it, and controllers that may watch them.
 */
final class WatchedServers {
  private static final String ACCOUNT = "'watcher'@'%'";
  private static final String PASSWORD = "watch-Only-1";

  private WatchedServers() {}

  static Sandbox start(int count) {
    String topology =
        IntStream.rangeClosed(2, count)
            .mapToObj(node -> "1>" + node)
            .collect(Collectors.joining(","));
    Sandbox sandbox =
        Sandbox.builder()
            .fastTimeouts()
            .release(ServerRelease.MARIADB_10_2_11)
            .topology(topology)
            .start();
    for (SandboxServer server : sandbox.servers()) {
      String noBinlog = "SET SESSION sql_log_bin=0";
      server.execute(noBinlog, "CREATE USER " + ACCOUNT + " IDENTIFIED BY '" + PASSWORD + "'");
      new MariaDb10Provider()
          .monitoringGrants(ServerVersion.parse("10.2.11-MariaDB"), ACCOUNT)
          .forEach(grant -> server.execute(noBinlog, grant));
    }
    return sandbox;
  }

  /** A controller with default settings, just started. */
  static ControllerProcess controller() {
    return ControllerProcess.start(
        Path.of(System.getProperty("tutti.distribution", "distribution/target/tutti")),
        Map.of("TUTTI_TARGET_USER", "watcher", "TUTTI_TARGET_PASSWORD", PASSWORD));
  }
}
