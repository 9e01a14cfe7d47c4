package io.tutti.benchmarks;

import io.tutti.api.OperationView;
import io.tutti.api.TuningBody;
import io.tutti.api.TuningView;
import io.tutti.api.TuningView.TrialView;
import io.tutti.api.TuningView.TriedSettingsView;
import io.tutti.cli.demo.ControllerProcess;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * How close what {@code tutti tune run} keeps comes to the best of an exhaustive sweep. For each
 * workload: fresh servers and a fresh controller, a run, then {@code tutti tune bench} over all
 * settings that the run may choose, several times each. What was kept is judged by what the sweep
 * measured of it. Commits of the replica wait as those on a disk of a cloud do.
 */
public final class TunerBenchmark {
  private static final String PASSWORD = "watch-Only-1";
  private static final String WORKERS = "replica_parallel_workers";
  private static final List<Integer> COUNTS =
      Repeats.isBrief() ? List.of(0, 2, 4) : List.of(0, 1, 2, 4, 8, 16, 32);
  private static final int COMMIT_MICROS = 2_000;
  private static final int ROUNDS = Repeats.of(2);
  private static final Duration LONGEST = Duration.ofHours(2);

  private final ServerRelease release;
  private final TunedLoad load;
  private final int amount;

  private TunerBenchmark(ServerRelease release, TunedLoad load) {
    this.release = release;
    this.load = load;
    this.amount = Repeats.isBrief() ? load.amount() / 10 : load.amount();
  }

  /**
   * @param arguments releases and workloads, by their names; else two releases, and all workloads
   */
  static void main(String[] arguments) throws Exception {
    List<TunedLoad> loads = new ArrayList<>();
    List<ServerRelease> releases = new ArrayList<>();
    for (String argument : arguments) {
      Optional<TunedLoad> load =
          Arrays.stream(TunedLoad.values()).filter(each -> each.name().equals(argument)).findAny();
      load.ifPresentOrElse(loads::add, () -> releases.add(ServerRelease.require(argument)));
    }
    if (loads.isEmpty()) {
      loads.addAll(Repeats.isBrief() ? List.of(TunedLoad.HOT_ROW) : List.of(TunedLoad.values()));
    }
    if (releases.isEmpty()) {
      releases.addAll(List.of(ServerRelease.MYSQL_8_0_15, ServerRelease.MARIADB_10_11_5));
    }
    System.out.printf(
        "%-32s %8s %8s %7s %9s %7s %9s %7s %7s %5s%n",
        "", "kept/s", "best/s", "share%", "tries", "s", "sweep of", "s", "spread%", "load");
    for (ServerRelease release : releases) {
      for (TunedLoad load : loads) {
        new TunerBenchmark(release, load).measure();
      }
    }
  }

  private boolean isMariaDb() {
    return release.family() == ServerFamily.MARIADB;
  }

  private void measure() throws InterruptedException, IOException {
    try (Sandbox sandbox = start();
        ControllerProcess controller = controller();
        Backlog backlog = Backlog.start(sandbox.server(1), sandbox.server(2), load, amount)) {
      ControllerClient client = controller.awaitReady();
      SandboxServer replica = sandbox.server(2);
      Discoveries.discover(client, replica);
      Measured run = measured(client, body(replica, Optional.empty()));
      Measured sweep = measured(client, body(replica, Optional.of(grid())));
      print(run, sweep);
    }
  }

  private Sandbox start() {
    Sandbox sandbox =
        Sandbox.builder()
            .fastTimeouts()
            .release(release)
            .topology("1>2")
            .options("log_slave_updates=1", "binlog_format=ROW")
            .options(1, "sync_binlog=0", "innodb_flush_log_at_trx_commit=2")
            .options(1, delay(load.groupMicros(), load.writers()))
            .options(2, delay(COMMIT_MICROS, 0))
            .start();
    sandbox
        .servers()
        .forEach(server ->
            server.execute(
                "SET SESSION sql_log_bin=0",
                "CREATE USER 'watcher'@'%' IDENTIFIED BY '" + PASSWORD + "'",
                "GRANT ALL ON *.* TO 'watcher'@'%' WITH GRANT OPTION"));
    return sandbox;
  }

  /**
   * @param count of commits that end the wait, or 0 for none
   */
  private String[] delay(int micros, int count) {
    return isMariaDb()
        ? new String[] {
          "binlog_commit_wait_usec=" + micros,
          "binlog_commit_wait_count=" + (micros == 0 ? 0 : count == 0 ? 10_000 : count)
        }
        : new String[] {
          "binlog_group_commit_sync_delay=" + micros,
          "binlog_group_commit_sync_no_delay_count=" + count
        };
  }

  private static ControllerProcess controller() {
    return ControllerProcess.start(
        Path.of(System.getProperty("tutti.distribution", "distribution/target/tutti")),
        Map.of("TUTTI_TARGET_USER", "watcher", "TUTTI_TARGET_PASSWORD", PASSWORD));
  }

  /** All that a run may choose, in each round, and back again. */
  private List<Map<String, String>> grid() {
    List<Map<String, String>> round = new ArrayList<>();
    for (int count : COUNTS) {
      for (Map<String, String> scheme :
          count <= 1 ? List.of(Map.<String, String>of()) : schemes()) {
        Map<String, String> settings = new TreeMap<>(scheme);
        settings.put(WORKERS, Integer.toString(count));
        round.add(settings);
      }
    }
    List<Map<String, String>> all = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      all.addAll(i % 2 == 0 ? round : round.reversed());
    }
    return all;
  }

  /** A run keeps the order of commits that the replica has: without workers, that of the source. */
  private List<Map<String, String>> schemes() {
    return isMariaDb()
        ? List.of(
            Map.of("slave_parallel_mode", "conservative"),
            Map.of("slave_parallel_mode", "optimistic"))
        : List.of(
            Map.of(
                "replica_parallel_type", "LOGICAL_CLOCK", "replica_preserve_commit_order", "ON"));
  }

  private TuningBody body(SandboxServer replica, Optional<List<Map<String, String>>> grid) {
    return new TuningBody(
        replica.address().toString(),
        grid,
        Optional.of(LONGEST),
        Optional.of(LONGEST),
        Optional.of(Duration.ofMinutes(1)),
        Optional.of((long) amount),
        grid.isPresent() ? Optional.<Integer>empty() : Optional.of(COUNTS.getLast()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** What an operation found, and how long it took. */
  private record Measured(TuningView found, Duration took) {}

  private static Measured measured(ControllerClient client, TuningBody body)
      throws InterruptedException {
    OperationView begun = begin(client, body);
    client.follow(begun.id(), 1, event -> {});
    OperationView ended = client.get("/operations/" + begun.id()).as(OperationView.class);
    if (!ended.state().equals("SUCCEEDED")) {
      throw new IllegalStateException(ended.toString());
    }
    return new Measured(
        client.get("/tunings/" + begun.id()).as(TuningView.class),
        Duration.between(ended.requestedAt(), ended.changedAt()));
  }

  /** A controller that has just started may not know the replica yet. */
  private static OperationView begin(ControllerClient client, TuningBody body)
      throws InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return client.post("/tunings", body).as(OperationView.class);
      } catch (CommandFailure e) {
        if (attempt == 10) {
          throw e;
        }
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  private void print(Measured run, Measured sweep) throws IOException {
    Map<TriedSettingsView, List<Double>> rates = new LinkedHashMap<>();
    for (TrialView each : sweep.found().trials()) {
      rates.computeIfAbsent(each.candidate(), candidate -> new ArrayList<>()).add(each.perSecond());
    }
    TriedSettingsView kept = run.found().kept().orElseThrow();
    double ours = mean(find(rates, kept));
    double best = rates.values().stream().mapToDouble(TunerBenchmark::mean).max().orElseThrow();
    System.out.printf(
        "%-32s %8.0f %8.0f %7.1f %9d %7d %9d %7d %7.1f %5s%n",
        release + ", " + load.text(),
        ours,
        best,
        100 * ours / best,
        run.found().trials().size(),
        run.took().toSeconds(),
        rates.size(),
        sweep.took().toSeconds() / ROUNDS,
        spread(rates),
        Files.readString(Path.of("/proc/loadavg")).split(" ", -1)[0]);
    System.out.printf("    kept: %s%n", kept.name());
    run.found()
        .trials()
        .forEach(each ->
            System.out.printf(
                "    try %d: %s: %.0f %s%n",
                each.number(), each.candidate().name(), each.perSecond(), each.waits()));
    rates.forEach((candidate, all) ->
        System.out.printf(
            "    sweep: %s: %s%n", candidate.name(), all.stream().map(Math::round).toList()));
  }

  /** The settings count, and not what they are called. */
  private static List<Double> find(
      Map<TriedSettingsView, List<Double>> rates, TriedSettingsView kept) {
    return rates.entrySet().stream()
        .filter(each -> each.getKey().settings().equals(kept.settings()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(kept + " is not in the sweep"));
  }

  private static double mean(List<Double> rates) {
    return rates.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** By how much two measurements of the same setting differ, in the median, of their mean. */
  private static double spread(Map<TriedSettingsView, List<Double>> rates) {
    List<Double> all = new ArrayList<>();
    for (List<Double> each : rates.values()) {
      double least = each.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
      double most = each.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
      all.add(100 * (most - least) / mean(each));
    }
    all.sort(null);
    return all.get(all.size() / 2);
  }
}
