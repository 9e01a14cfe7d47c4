package io.tutti.contract;

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

/**
 * Measures what one poll of a replica costs our own CPU, for each release and driver: the figures
 * of docs/flavors.md. A program, not a test: {@code java -cp … io.tutti.contract.PollCost [RELEASE
 * …]}.
 */
final class PollCost {
  private static final int WARM_UP_POLLS = 3_000;
  private static final int POLLS = 2_000;

  private PollCost() {}

  public static void main(String[] arguments) {
    List<String> wanted = List.of(arguments);
    measure(wanted, ServerRelease.MYSQL_5_6_14, new MySql56Provider(), MySqlFacts.old());
    measure(wanted, ServerRelease.MYSQL_5_7_22, new MySql57Provider(), MySqlFacts.old());
    measure(wanted, ServerRelease.MYSQL_8_0_15, new MySql80Provider(), MySqlFacts.old());
    measure(wanted, ServerRelease.MYSQL_9_7, new MySql84Provider(), MySqlFacts.current());
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
      for (String driver : List.of("mysql", "mariadb")) {
        try (InstanceClient client =
            servers.watch(servers.replica(), ContractServers.WATCHER, driver)) {
          poll(client, WARM_UP_POLLS);
          long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
          long start = System.nanoTime();
          poll(client, POLLS);
          long cpuMicros =
              (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1000 / POLLS;
          long micros = (System.nanoTime() - start) / 1000 / POLLS;
          System.out.printf(
              Locale.ROOT,
              "%s %-8s %4d us CPU, %5d us elapsed%n",
              release,
              driver,
              cpuMicros,
              micros);
        }
      }
    }
  }

  private static void poll(InstanceClient client, int times) {
    for (int i = 0; i < times; i++) {
      client.statusReader().read(List.of(), Deadline.after(Duration.ofSeconds(5)));
    }
  }
}
