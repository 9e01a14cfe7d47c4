package io.tutti.benchmarks;

import io.tutti.api.OperationView;
import io.tutti.api.OperationView.EventView;
import io.tutti.api.ParallelismBody;
import io.tutti.cli.demo.ControllerProcess;
import io.tutti.cli.session.ControllerClient;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long an applier is stopped while its number of workers is changed under load: by an
 * operation, and by the bare statements in one connection that is open already. Both take turns on
 * the same replica.
 */
public final class StandstillBenchmark {
  private static final String PASSWORD = "watch-Only-1";
  private static final int ROUNDS = Repeats.of(20);
  private static final int WRITES_PER_SECOND = 300;
  private static final Pattern STOPPED_FOR = Pattern.compile("was stopped for (\\d+) ms");

  private StandstillBenchmark() {}

  /** No arguments. */
  static void main(String[] arguments) throws Exception {
    System.out.printf(
        "%-44s %10s %10s %10s%n", "the applier is stopped, ms", "min", "median", "max");
    for (ServerRelease release :
        List.of(ServerRelease.MYSQL_8_0_15, ServerRelease.MARIADB_10_11_5)) {
      measure(release);
    }
  }

  private static void measure(ServerRelease release) throws SQLException, InterruptedException {
    try (Sandbox sandbox =
        Sandbox.builder().fastTimeouts().release(release).topology("1>2").start()) {
      sandbox
          .servers()
          .forEach(server ->
              server.execute(
                  "SET SESSION sql_log_bin=0",
                  "CREATE USER 'watcher'@'%' IDENTIFIED BY '" + PASSWORD + "'",
                  "GRANT ALL ON *.* TO 'watcher'@'%'"));
      List<Long> ours = new ArrayList<>();
      List<Long> bare = new ArrayList<>();
      try (WriteLoad load = WriteLoad.start(sandbox.server(1), WRITES_PER_SECOND);
          ControllerProcess controller = start();
          Connection connection = sandbox.server(2).connect();
          Statement statement = connection.createStatement()) {
        ControllerClient client = controller.awaitReady();
        Discoveries.discover(client, sandbox.server(2));
        for (int round = 0; round < ROUNDS; round++) {
          ours.add(byUs(client, sandbox.server(2), 2 + 2 * (round % 2)));
          bare.add(byHand(statement, release, 3));
        }
      }
      print(release + ", by an operation", ours);
      print(release + ", by the bare statements", bare);
    }
  }

  private static ControllerProcess start() {
    return ControllerProcess.start(
        Path.of(System.getProperty("tutti.distribution", "distribution/target/tutti")),
        Map.of("TUTTI_TARGET_USER", "watcher", "TUTTI_TARGET_PASSWORD", PASSWORD));
  }

  private static long byUs(ControllerClient client, SandboxServer replica, int workers) {
    String id =
        client
            .post(
                ControllerClient.path("/instances/{}/parallelism", replica.address().toString()),
                new ParallelismBody(
                    Optional.of(Map.of("replica_parallel_workers", "" + workers)),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(Duration.ZERO)))
            .as(OperationView.class)
            .id();
    List<Long> stopped = new ArrayList<>();
    client.follow(id, 1, event -> stopped(event).ifPresent(stopped::add));
    return stopped.getFirst();
  }

  private static Optional<Long> stopped(EventView event) {
    Matcher matcher = STOPPED_FOR.matcher(event.message());
    return matcher.find() ? Optional.of(Long.parseLong(matcher.group(1))) : Optional.empty();
  }

  private static long byHand(Statement statement, ServerRelease release, int workers)
      throws SQLException, InterruptedException {
    boolean mariaDb = release == ServerRelease.MARIADB_10_11_5;
    String variable = mariaDb ? "slave_parallel_threads" : "slave_parallel_workers";
    long begin = System.nanoTime();
    statement.execute("STOP SLAVE SQL_THREAD");
    statement.execute("SET GLOBAL " + variable + " = " + workers);
    statement.execute("START SLAVE SQL_THREAD");
    long millis = Duration.ofNanos(System.nanoTime() - begin).toMillis();
    // Both find a replica that has applied for a while.
    TimeUnit.MILLISECONDS.sleep(300);
    return millis;
  }

  private static void print(String figure, List<Long> values) {
    List<Long> sorted = values.stream().sorted().toList();
    System.out.printf(
        "%-44s %10d %10d %10d%n",
        figure, sorted.getFirst(), sorted.get(sorted.size() / 2), sorted.getLast());
  }
}
