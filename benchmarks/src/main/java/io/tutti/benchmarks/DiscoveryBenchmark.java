package io.tutti.benchmarks;

import io.tutti.cli.demo.ControllerProcess;
import io.tutti.cli.session.ControllerClient;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.mariadb10.MariaDb10Provider;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Discovery with real MariaDB 10.2 servers and a real controller.
 *
 * <ol>
 *   <li>Start-up: from starting the process to its first answer.
 *   <li>Map: from the request that names one replica to the answer that names all instances, in a
 *       controller that has just started, for 3, 20 and 40 servers (one source, the others below
 *       it).
 *   <li>Polls: with 20 servers read completely at 1 s intervals and stored, the controller's own
 *       CPU time for each poll, all of its threads included, and its resident memory.
 * </ol>
 */
public final class DiscoveryBenchmark {
  private static final String ACCOUNT = "'watcher'@'%'";
  private static final String PASSWORD = "watch-Only-1";
  private static final int RUNS = Repeats.of(5);
  private static final int POLLED_SERVERS = 20;
  private static final Duration SETTLING = Duration.ofSeconds(40);
  private static final Duration MEASURED = Duration.ofSeconds(60);
  private static final long TICKS_PER_SECOND = 100;

  private final Path distribution =
      Path.of(System.getProperty("tutti.distribution", "distribution/target/tutti"));

  private DiscoveryBenchmark() {}

  /** Arguments: the numbers of servers to map, 3 20 40 when there are none. */
  static void main(String[] arguments) throws Exception {
    List<Integer> sizes =
        arguments.length == 0
            ? List.of(3, 20, 40)
            : IntStream.range(0, arguments.length)
                .mapToObj(i -> Integer.parseInt(arguments[i]))
                .toList();
    DiscoveryBenchmark benchmark = new DiscoveryBenchmark();
    System.out.printf("%-44s %10s %10s %10s%n", "figure", "min", "median", "max");
    for (int size : sizes) {
      try (Sandbox sandbox = servers(size)) {
        benchmark.map(sandbox, size);
        if (size == POLLED_SERVERS) {
          benchmark.polls(sandbox);
        }
      }
    }
  }

  private static Sandbox servers(int count) {
    String topology =
        IntStream.rangeClosed(2, count)
            .mapToObj(node -> "1>" + node)
            .collect(Collectors.joining(","));
    Sandbox sandbox =
        Sandbox.builder().release(ServerRelease.MARIADB_10_2_11).topology(topology).start();
    for (SandboxServer server : sandbox.servers()) {
      String noBinlog = "SET SESSION sql_log_bin=0";
      server.execute(noBinlog, "CREATE USER " + ACCOUNT + " IDENTIFIED BY '" + PASSWORD + "'");
      new MariaDb10Provider()
          .monitoringGrants(ServerVersion.parse("10.2.11-MariaDB"), ACCOUNT)
          .forEach(grant -> server.execute(noBinlog, grant));
    }
    return sandbox;
  }

  private ControllerProcess start() {
    return ControllerProcess.start(
        distribution, Map.of("TUTTI_TARGET_USER", "watcher", "TUTTI_TARGET_PASSWORD", PASSWORD));
  }

  private void map(Sandbox sandbox, int size) throws InterruptedException {
    List<Double> startUps = new ArrayList<>();
    List<Double> maps = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      long before = System.nanoTime();
      try (ControllerProcess controller = start()) {
        ControllerClient client = controller.awaitReady();
        startUps.add(secondsSince(before));
        long asked = System.nanoTime();
        var answer =
            client.post("/discoveries", Map.of("address", sandbox.server(2).address().toString()));
        maps.add(secondsSince(asked));
        long reached =
            sandbox.servers().stream()
                .filter(server -> answer.text().contains("\"" + server.address() + "\""))
                .count();
        if (reached != size) {
          throw new IllegalStateException(
              "the map has %d of %d servers: %s".formatted(reached, size, answer.text()));
        }
      }
    }
    print("start to first answer, s", startUps);
    print("one seed to the whole map of " + size + ", s", maps);
  }

  private void polls(Sandbox sandbox) throws InterruptedException, IOException {
    try (ControllerProcess controller = start()) {
      ControllerClient client = controller.awaitReady();
      client.post("/discoveries", Map.of("address", sandbox.server(2).address().toString()));
      TimeUnit.MILLISECONDS.sleep(SETTLING.toMillis());
      long ticks = cpuTicks(controller.pid());
      TimeUnit.MILLISECONDS.sleep(MEASURED.toMillis());
      double cpuMillis = (cpuTicks(controller.pid()) - ticks) * 1000.0 / TICKS_PER_SECOND;
      double polls = (double) POLLED_SERVERS * MEASURED.toSeconds();
      print("CPU for each poll of 20 servers, ms", List.of(cpuMillis / polls));
      print("resident memory with 20 servers, MB", List.of(residentMegabytes(controller.pid())));
    }
  }

  /** User and system time of a process; proc(5), fields 14 and 15 of stat. */
  private static long cpuTicks(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    return Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12));
  }

  private static double residentMegabytes(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElseThrow();
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  private static void print(String figure, List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    System.out.printf(
        "%-44s %10.3f %10.3f %10.3f%n",
        figure, sorted.getFirst(), sorted.get(sorted.size() / 2), sorted.getLast());
  }
}
