package io.tutti.benchmarks;

import io.tutti.cli.demo.ControllerProcess;
import io.tutti.cli.session.ControllerClient;
import io.tutti.sandbox.Sandbox;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Discovery with real MariaDB 10.2 servers and a real controller.
 *
 * <ol>
 *   <li>Start-up: from starting the process to its first answer.
 *   <li>Map: from the request that names one replica to the answer that names all instances, in a
 *       controller that has just started, for 3, 20 and 40 servers (one source, the others below
 *       it).
 * </ol>
 */
public final class DiscoveryBenchmark {
  private static final int RUNS = Repeats.of(5);

  private DiscoveryBenchmark() {}

  /** Arguments: the numbers of servers to map, 3 20 40 when there are none. */
  static void main(String[] arguments) throws Exception {
    List<Integer> sizes =
        arguments.length == 0
            ? List.of(3, 20, 40)
            : IntStream.range(0, arguments.length)
                .mapToObj(i -> Integer.parseInt(arguments[i]))
                .toList();
    System.out.printf("%-44s %10s %10s %10s%n", "figure", "min", "median", "max");
    for (int size : sizes) {
      try (Sandbox sandbox = WatchedServers.start(size)) {
        map(sandbox, size);
      }
    }
  }

  private static void map(Sandbox sandbox, int size) throws InterruptedException {
    List<Double> startUps = new ArrayList<>();
    List<Double> maps = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      long before = System.nanoTime();
      try (ControllerProcess controller = WatchedServers.controller()) {
        ControllerClient client = controller.awaitReady();
        startUps.add(secondsSince(before));
        long asked = System.nanoTime();
        var answer = Discoveries.discoverOnce(client, sandbox.server(2));
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
