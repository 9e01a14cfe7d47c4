package io.tutti.benchmarks;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long nobody can write when the host of a source loses its power, or the way to it, so that
 * nothing answers: until a replica takes writes in its place, by itself. Time-outs of servers are
 * those of a default installation, by which a receiver notices after 60 s. Each time fresh servers
 * and a fresh controller; with and without acknowledgements (semi-sync), where the binaries of the
 * sandbox have them.
 */
public final class VanishedBenchmark {
  private static final Duration WRITES_EACH = Duration.ofMillis(20);

  private static final List<ServerRelease> RELEASES =
      List.of(
          ServerRelease.MYSQL_5_7_22,
          ServerRelease.MYSQL_8_0_15,
          ServerRelease.MYSQL_9_7,
          ServerRelease.MARIADB_10_2_11,
          ServerRelease.MARIADB_10_11_5,
          ServerRelease.MARIADB_11_4_5);

  private VanishedBenchmark() {}

  /**
   * @param arguments how often a source's host vanishes on each release (5); of which release, such
   *     as {@code mariadb-11.4} (all)
   */
  static void main(String[] arguments) throws InterruptedException {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : Repeats.of(5);
    System.out.printf(
        "%-40s %8s %8s %8s%n", "milliseconds without a writer", "min", "median", "max");
    String only = arguments.length > 1 ? arguments[1] : "";
    for (ServerRelease release :
        RELEASES.stream().filter(each -> each.toString().startsWith(only)).toList()) {
      for (boolean waitsForAcks : List.of(false, true)) {
        if (waitsForAcks && !release.has(ServerFeature.SEMI_SYNC)) {
          continue;
        }
        List<Long> took = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
          took.add(vanish(release, waitsForAcks).toMillis());
        }
        took.sort(Long::compare);
        System.out.printf(
            "%-40s %8d %8d %8d%n",
            release + (waitsForAcks ? ", semi-sync" : ""),
            took.getFirst(),
            took.get(took.size() / 2),
            took.getLast());
      }
    }
  }

  private static Duration vanish(ServerRelease release, boolean waitsForAcks)
      throws InterruptedException {
    SandboxBuilder servers = Sandbox.builder().release(release).topology("1>2,1>3").ownHost(1);
    if (waitsForAcks) {
      servers.semiSync();
    }
    try (WatchedCluster cluster = WatchedCluster.start(servers.start(), WRITES_EACH)) {
      SandboxServer source = cluster.sandbox().server(1);
      long since = System.nanoTime();
      source.vanish();
      List<SandboxServer> replicas =
          List.of(cluster.sandbox().server(2), cluster.sandbox().server(3));
      long first = cluster.writers().awaitFirst(replicas, since);
      return Duration.ofNanos(first - cluster.writers().last(source));
    }
  }
}
