package io.tutti.contract;

import com.sun.management.ThreadMXBean;
import io.tutti.plugins.mariadb10.MariaDb10Provider;
import io.tutti.plugins.mysql56.MySql56Provider;
import io.tutti.plugins.mysql57.MySql57Provider;
import io.tutti.plugins.mysql80.MySql80Provider;
import io.tutti.plugins.mysql84.MySql84Provider;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Measures what one poll of a replica costs our own CPU, for each release and driver: the figures
 * of docs/flavors.md. A program, not a test: {@code java -cp … io.tutti.contract.PollCost [RELEASE
 * …]}.
 */
final class PollCost {
  private static final int WARM_UP_POLLS = 3_000;
  private static final int BATCH = 200;
  private static final int BATCHES = 21;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private PollCost() {}

  public static void main(String[] arguments) {
    List<String> wanted = List.of(arguments);
    measure(wanted, ServerRelease.MYSQL_5_6_14, new MySql56Provider(), MySqlFacts.old());
    measure(wanted, ServerRelease.MYSQL_5_7_22, new MySql57Provider(), MySqlFacts.old());
    measure(wanted, ServerRelease.MYSQL_8_0_15, new MySql80Provider(), MySqlFacts.old());
    measure(wanted, ServerRelease.MYSQL_9_7, new MySql84Provider(), MySqlFacts.current());
    measure(wanted, ServerRelease.MARIADB_10_2_11, new MariaDb10Provider(), new MariaDbFacts());
    measure(wanted, ServerRelease.MARIADB_10_11_5, new MariaDb10Provider(), new MariaDbFacts());
  }

  private static void measure(
      List<String> wanted, ServerRelease release, FlavorProvider provider, ReleaseFacts facts) {
    if (wanted.isEmpty() || wanted.contains(release.id())) {
      measure(release, provider, facts);
    }
  }

  static void measure(ServerRelease release, FlavorProvider provider, ReleaseFacts facts) {
    try (ContractServers servers =
        ContractServers.start(release, provider, facts.replicaOptions())) {
      for (String driver : facts.drivers()) {
        try (InstanceClient client =
            servers.watch(servers.replica(), ContractServers.WATCHER, driver)) {
          poll(client, WARM_UP_POLLS);
          long allocated = THREADS.getCurrentThreadAllocatedBytes();
          long[] cpuMicros =
              IntStream.range(0, BATCHES).mapToLong(i -> batch(client)).sorted().toArray();
          System.out.printf(
              Locale.ROOT,
              "%s %-8s CPU us: %4d at least, %4d median; %6.1f kB allocated%n",
              release,
              driver,
              cpuMicros[0],
              cpuMicros[BATCHES / 2],
              (THREADS.getCurrentThreadAllocatedBytes() - allocated) / 1024.0 / BATCHES / BATCH);
        }
      }
    }
  }

  /** The CPU time of one poll of a batch, in microseconds. */
  private static long batch(InstanceClient client) {
    long cpu = THREADS.getCurrentThreadCpuTime();
    poll(client, BATCH);
    return (THREADS.getCurrentThreadCpuTime() - cpu) / 1000 / BATCH;
  }

  private static void poll(InstanceClient client, int times) {
    for (int i = 0; i < times; i++) {
      client.statusReader().read(List.of(), Deadline.after(Duration.ofSeconds(5)));
    }
  }
}
