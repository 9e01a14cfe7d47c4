package io.tutti.store.jdbc;

import io.tutti.model.InstanceState;
import io.tutti.model.Settings;
import io.tutti.model.StatusCounters;
import io.tutti.store.FleetStore;
import io.tutti.store.jdbc.MadeUpStates.Filling;
import io.tutti.topology.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Measures what saving costs: CPU of the whole process for each saved node, and how the file grows.
 * Run by hand; the figures are in docs/design-decisions.md.
 */
final class StoreCost {
  private static final int NODES = 20;

  private static final InstanceState BASE = MadeUpStates.state(Filling.KNOWN);
  private static final Settings SETTINGS = settings();

  private StoreCost() {}

  private static Settings settings() {
    Map<String, String> settings = new TreeMap<>();
    for (int i = 0; i < 150; i++) {
      settings.put("some_replication_variable_" + i, "value " + i);
    }
    return Settings.of(settings);
  }

  /**
   * @param arguments how many batches are saved; and {@code idle} when only times and counters
   *     change
   */
  public static void main(String[] arguments) throws IOException {
    int batches = Integer.parseInt(arguments[0]);
    boolean idle = arguments.length > 1 && arguments[1].equals("idle");
    Path folder = Files.createTempDirectory("tutti-store-cost");
    var json = StateJson.mapper();
    for (int round = 0; round < 5; round++) {
      long cpuNanos = cpuNanos();
      long bytes = 0;
      for (int i = 0; i < batches * NODES; i++) {
        bytes += json.writeValueAsString(node(i % NODES, i, false)).length();
      }
      System.out.printf(
          "JSON alone: %.1f us of CPU, %d characters%n",
          (cpuNanos() - cpuNanos) / 1e3 / batches / NODES, bytes / batches / NODES);
    }
    try (JdbcStore store = JdbcStore.open("jdbc:h2:file:" + folder.resolve("store"), "", "")) {
      FleetStore fleet = store.fleet();
      fleet.load();
      int documentBytes = StateJson.mapper().writeValueAsBytes(node(1, 1, false)).length;
      for (int round = 0; round < 5; round++) {
        long cpuNanos = cpuNanos();
        for (int batch = 0; batch < batches; batch++) {
          List<Node> nodes = new ArrayList<>();
          for (int i = 0; i < NODES; i++) {
            nodes.add(node(i, round * batches + batch, idle));
          }
          fleet.save(nodes);
        }
        System.out.printf(
            "%d batches of %d nodes of %d bytes: %.1f us of CPU for each node; file %d KiB%n",
            batches,
            NODES,
            documentBytes,
            (cpuNanos() - cpuNanos) / 1e3 / batches / NODES,
            Files.size(folder.resolve("store.mv.db")) / 1024);
      }
    }
    System.out.printf("after close %d KiB%n", Files.size(folder.resolve("store.mv.db")) / 1024);
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean)
            java.lang.management.ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static Node node(int number, int version, boolean idle) {
    InstanceState state = BASE;
    Map<String, Long> counters = new TreeMap<>();
    for (int i = 0; i < 40; i++) {
      counters.put("Some_status_counter_" + i, (long) version * i);
    }
    InstanceState changed =
        new InstanceState(
            state.address(),
            state.version(),
            Instant.ofEpochSecond(1_800_000_000L + version),
            state.identity(),
            state.writeProtection(),
            binlog(state, idle ? 1 : version),
            state.gtid(),
            state.durability(),
            state.parallel(),
            state.semiSync(),
            state.uptime(),
            SETTINGS,
            io.tutti.model.Observed.known(StatusCounters.of(counters)),
            state.channels(),
            state.replicas(),
            state.stalledStatements(),
            state.tables(),
            state.startedAt(),
            state.events());
    return new Node(
        new io.tutti.model.InstanceAddress("db" + number, 3306),
        Optional.empty(),
        Instant.EPOCH,
        Optional.of(changed),
        Optional.empty(),
        false);
  }

  private static io.tutti.model.BinlogState binlog(InstanceState state, int version) {
    return new io.tutti.model.BinlogState(
        state.binlog().enabled(),
        state.binlog().logsReplicatedWrites(),
        state.binlog().format(),
        state.binlog().rowImage(),
        io.tutti.model.Observed.known(
            new io.tutti.model.BinlogPosition("mysql-bin.000001", version)));
  }
}
