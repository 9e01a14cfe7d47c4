package io.tutti.benchmarks;

import io.tutti.cli.demo.ControllerProcess;
import io.tutti.cli.session.ControllerClient;
import io.tutti.sandbox.Sandbox;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What watching costs as time goes by: a controller with default settings reads 20 idle MariaDB
 * servers completely each second and stores what it read, while somebody asks for all clusters,
 * findings and instances each two seconds, as a page does. For some moments of the hour: its CPU
 * for each poll since the moment before, all threads included, and its resident memory.
 */
public final class PollingBenchmark {
  private static final int SERVERS = Repeats.isBrief() ? 3 : 20;
  private static final List<Integer> MINUTES = List.of(1, 2, 4, 7, 10, 20, 36, 60);
  private static final Duration BETWEEN_REQUESTS = Duration.ofSeconds(2);
  private static final List<String> ASKED = List.of("/clusters", "/findings", "/instances");

  private PollingBenchmark() {}

  /** Argument: for how many minutes, 60 when there is none. */
  static void main(String[] arguments) throws Exception {
    int minutes = arguments.length == 0 ? 60 : Integer.parseInt(arguments[0]);
    try (Sandbox sandbox = WatchedServers.start(SERVERS);
        ControllerProcess controller = WatchedServers.controller()) {
      ControllerClient client = controller.awaitReady();
      Discoveries.discover(client, sandbox.server(2));
      System.out.printf("%-20s %16s %12s %10s%n", "minutes", "CPU ms/poll", "RSS MB", "load");
      measure(controller, client, minutes);
    }
  }

  private static void measure(ControllerProcess controller, ControllerClient client, int minutes)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    long before = began;
    ProcessUsage last = ProcessUsage.of(controller.pid());
    for (int minute : MINUTES.stream().filter(m -> m <= minutes).toList()) {
      while (System.nanoTime() - began < Duration.ofMinutes(minute).toNanos()) {
        ASKED.forEach(client::get);
        TimeUnit.MILLISECONDS.sleep(BETWEEN_REQUESTS.toMillis());
      }
      long now = System.nanoTime();
      ProcessUsage usage = ProcessUsage.of(controller.pid());
      double polls = SERVERS * (now - before) / 1e9;
      System.out.printf(
          "%-20d %16.2f %12.1f %10.2f%n",
          minute,
          (usage.cpuMillis() - last.cpuMillis()) / polls,
          usage.residentMegabytes(),
          loadOfMachine());
      last = usage;
      before = now;
    }
  }

  private static double loadOfMachine() {
    return java.lang.management.ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }
}
