package io.tutti.benchmarks;

import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gaps.Missing;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.mysql57.MySql57Provider;
import io.tutti.plugins.mysql80.MySql80Provider;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.ServerTrust;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.trust.KeyProbe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What finding gaps costs at each poll: judging a sample that was read from a replica with eight
 * workers and a stopped gap, beside reading that sample. Both take turns in one run.
 */
public final class DetectingBenchmark {
  private static final Credentials WATCHER = new Credentials("watcher", "watch-Only-1");
  private static final List<String> SCHEMAS = List.of("a", "b", "c", "d", "e", "f", "g", "h");

  /** Of which every eighth is left out. */
  private static final int TRANSACTIONS = 400;

  private static final int ROUNDS = Repeats.of(11);
  private static final int READS = Repeats.of(300);
  private static final int JUDGEMENTS = Repeats.of(20_000);

  private final FlavorProvider provider;
  private final SandboxServer source;
  private final SandboxServer replica;

  private DetectingBenchmark(FlavorProvider provider, Sandbox sandbox) {
    this.provider = provider;
    this.source = sandbox.server(1);
    this.replica = sandbox.server(2);
  }

  /** What one time of many has cost. */
  private record Cost(double cpuMicros, double elapsedMicros) {}

  /** No arguments. */
  static void main(String[] arguments) throws Exception {
    System.out.printf("%-56s %10s %10s %10s%n", "for each poll", "min", "median", "max");
    for (boolean byGtid : List.of(false, true)) {
      measure(ServerRelease.MYSQL_5_7_22, new MySql57Provider(), byGtid);
      measure(ServerRelease.MYSQL_8_0_15, new MySql80Provider(), byGtid);
    }
  }

  private static void measure(ServerRelease release, FlavorProvider provider, boolean byGtid)
      throws SQLException, InterruptedException {
    SandboxBuilder builder =
        Sandbox.builder()
            .fastTimeouts()
            .release(release)
            .topology("1>2")
            .options(
                2,
                "slave_parallel_workers=" + SCHEMAS.size(),
                "skip_slave_start",
                "relay_log_recovery=0",
                "innodb_lock_wait_timeout=600");
    try (Sandbox sandbox = (byGtid ? builder : builder.positionBased()).start()) {
      DetectingBenchmark benchmark = new DetectingBenchmark(provider, sandbox);
      benchmark.makeGap();
      sandbox.servers().forEach(benchmark::letWatch);
      benchmark.measure("%s by %s".formatted(release, byGtid ? "GTID" : "position"));
    }
  }

  private void makeGap() throws SQLException, InterruptedException {
    for (String schema : SCHEMAS) {
      source.execute(
          "CREATE DATABASE " + schema, "CREATE TABLE " + schema + ".t (id INT PRIMARY KEY)");
    }
    for (String schema : SCHEMAS) {
      await("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = '%s'", schema, 1);
    }
    try (Connection lock = replica.connect();
        Statement statement = lock.createStatement()) {
      lock.setAutoCommit(false);
      statement.execute("INSERT INTO a.t VALUES (0)");
      for (int row = 0; row < TRANSACTIONS; row++) {
        String schema = SCHEMAS.get(row % SCHEMAS.size());
        source.execute("INSERT INTO %s.t VALUES (%d)".formatted(schema, row));
      }
      for (String schema : SCHEMAS.subList(1, SCHEMAS.size())) {
        await("SELECT COUNT(*) FROM %s.t", schema, TRANSACTIONS / SCHEMAS.size());
      }
      replica.killHard();
    }
    replica.start();
  }

  private void await(String countOf, String schema, int wanted) throws InterruptedException {
    while (!replica.queryValue(countOf.formatted(schema)).orElseThrow().equals("" + wanted)) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private void letWatch(SandboxServer server) {
    String account = "'%s'@'%%'".formatted(WATCHER.user());
    String noBinlog = "SET SESSION sql_log_bin=0";
    server.execute(
        noBinlog, "CREATE USER %s IDENTIFIED BY '%s'".formatted(account, WATCHER.password()));
    ServerVersion version =
        ServerVersion.parse(server.queryValue("SELECT @@version").orElseThrow());
    provider.monitoringGrants(version, account).forEach(grant -> server.execute(noBinlog, grant));
  }

  private InstanceClient open(SandboxServer server) {
    Target target =
        new Target(
            new InstanceAddress(server.address().host(), server.port()),
            WATCHER,
            TlsMode.DISABLED,
            Target.AUTOMATIC,
            Duration.ofSeconds(5));
    return provider.open(target.trusting(new ServerTrust(key(target), List.of(), true)));
  }

  /** As a person who names a server trusts it by the key that it shows. */
  private static Optional<String> key(Target target) {
    try {
      return new KeyProbe(target.address(), Deadline.after(target.statementTimeout()))
          .publicKey(target.credentials().user());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InstanceState read(InstanceClient client) {
    return client.statusReader().read(List.of(), Deadline.after(Duration.ofSeconds(5)));
  }

  /** As every poll does, with what the poll of the source reported. */
  private static long missing(InstanceState sample, Observed<GtidSet> sourceExecuted) {
    if (GapAnalysis.judge(sample, sample.knownChannels().getFirst(), sourceExecuted)
        instanceof ChannelGaps.Open(Missing missing, String why)) {
      return missing.count();
    }
    throw new IllegalStateException("no gap was found");
  }

  private void measure(String what) {
    List<Cost> reading = new ArrayList<>();
    List<Cost> judging = new ArrayList<>();
    try (InstanceClient client = open(replica);
        InstanceClient clientOfSource = open(source)) {
      Observed<GtidSet> sourceExecuted = read(clientOfSource).gtid().executed();
      InstanceState sample = read(client);
      long count = missing(sample, sourceExecuted);
      Runnable read = () -> requireSame(count, missing(read(client), sourceExecuted));
      Runnable judge = () -> requireSame(count, missing(sample, sourceExecuted));
      // The first half warms both up.
      for (int round = 0; round < 2 * ROUNDS; round++) {
        reading.add(cost(READS, () -> read(client)));
        judging.add(cost(JUDGEMENTS, judge));
      }
      System.out.printf("%s, %d transactions are missing%n", what, count);
      System.out.printf(
          "  statements: reading %.1f, reading and judging %.1f%n",
          statements(() -> read(client)), statements(read));
    }
    List<Cost> warmReading = reading.subList(ROUNDS, 2 * ROUNDS);
    List<Cost> warmJudging = judging.subList(ROUNDS, 2 * ROUNDS);
    print(
        "  reading the sample, us elapsed", warmReading.stream().map(Cost::elapsedMicros).toList());
    print("  reading the sample, us CPU", warmReading.stream().map(Cost::cpuMicros).toList());
    print("  judging it, us CPU", warmJudging.stream().map(Cost::cpuMicros).toList());
    print("  judging / reading, % of CPU", ratios(warmJudging, warmReading));
  }

  private static void requireSame(long one, long other) {
    if (one != other) {
      throw new IllegalStateException("%d were missing, and now %d are".formatted(one, other));
    }
  }

  /** Our own: all of it is in this thread. */
  private static Cost cost(int times, Runnable work) {
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    long begin = System.nanoTime();
    for (int time = 0; time < times; time++) {
      work.run();
    }
    double elapsed = System.nanoTime() - begin;
    double spent = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
    return new Cost(spent / 1000 / times, elapsed / 1000 / times);
  }

  /** How many statements the replica counts for one time; nobody else asks it anything. */
  private double statements(Runnable work) {
    long before = statements();
    long asking = statements() - before;
    for (int time = 0; time < READS; time++) {
      work.run();
    }
    return (double) (statements() - before - 2 * asking) / READS;
  }

  private long statements() {
    return Long.parseLong(
        replica.query("SHOW GLOBAL STATUS LIKE 'Questions'").getFirst().firstText("Value"));
  }

  private static List<Double> ratios(List<Cost> judging, List<Cost> reading) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < judging.size(); round++) {
      ratios.add(100 * judging.get(round).cpuMicros() / reading.get(round).cpuMicros());
    }
    return ratios;
  }

  private static void print(String figure, List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT,
        "%-56s %10.2f %10.2f %10.2f%n",
        figure,
        sorted.getFirst(),
        sorted.get(sorted.size() / 2),
        sorted.getLast());
  }
}
