package io.tutti.benchmarks;

import io.tutti.api.OperationView;
import io.tutti.api.OperationView.StepView;
import io.tutti.api.SwitchoverBody;
import io.tutti.cli.session.ControllerClient;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How long nobody can write: while a source gives its place away, and after it was killed or frozen
 * until a replica takes writes in its place, by itself. One source and two replicas by GTID, an
 * application that tries to write to each of them all the time, and for each failover fresh servers
 * and a fresh controller. Where the time goes is said by the moments at which the operation's steps
 * began.
 */
public final class FailoverBenchmark {
  private final ServerRelease release;
  private final Duration writesEach;

  /** What was measured, and when each phase began, by its name. */
  private final Map<String, List<Long>> figures = new LinkedHashMap<>();

  private FailoverBenchmark(ServerRelease release, Duration writesEach) {
    this.release = release;
    this.writesEach = writesEach;
  }

  /**
   * @param arguments how often a source is killed (20), frozen (3), and gives its place away (10);
   *     after how many milliseconds the application writes again to each server (5)
   */
  static void main(String[] arguments) throws Exception {
    int killed = count(arguments, 0, 20);
    int frozen = count(arguments, 1, 3);
    int switched = count(arguments, 2, 10);
    Duration writesEach = Duration.ofMillis(arguments.length > 3 ? count(arguments, 3, 0) : 5);
    System.out.printf("%-66s %8s %8s %8s%n", "milliseconds", "min", "median", "max");
    for (ServerRelease release :
        List.of(ServerRelease.MYSQL_8_0_15, ServerRelease.MARIADB_10_11_5)) {
      FailoverBenchmark benchmark = new FailoverBenchmark(release, writesEach);
      benchmark.switchOver(switched);
      for (int round = 0; round < killed; round++) {
        benchmark.failOver("killed", SandboxServer::killHard);
      }
      for (int round = 0; round < frozen; round++) {
        benchmark.failOver("frozen", SandboxServer::freeze);
      }
      benchmark.print();
    }
  }

  private static int count(String[] arguments, int place, int usual) {
    return arguments.length > place ? Integer.parseInt(arguments[place]) : Repeats.of(usual);
  }

  private WatchedCluster start() throws InterruptedException {
    return WatchedCluster.start(
        Sandbox.builder().release(release).topology("1>2,1>3").start(), writesEach);
  }

  private void switchOver(int times) throws InterruptedException {
    try (WatchedCluster bed = start()) {
      for (int round = 0; round < times; round++) {
        SandboxServer old = bed.sandbox().server(round % 2 == 0 ? 1 : 2);
        SandboxServer next = bed.sandbox().server(round % 2 == 0 ? 2 : 1);
        Instant asked = Instant.now();
        long since = System.nanoTime();
        OperationView ended =
            bed.ended(
                bed.client()
                    .post(
                        ControllerClient.path("/clusters/{}:switchover", old.address().toString()),
                        new SwitchoverBody(
                            Optional.of(next.address().toString()),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty()))
                    .as(OperationView.class));
        long first = bed.writers().awaitFirst(next, since);
        add("switchover, nobody can write", first - bed.writers().last(old));
        add("switchover, from the request to its end", Duration.between(asked, ended.changedAt()));
        phases("switchover", asked, ended);
        WatchedCluster.runOn();
      }
    }
  }

  /** How a source ends. */
  private interface End {
    void of(SandboxServer source);
  }

  private void failOver(String what, End end) throws InterruptedException {
    try (WatchedCluster bed = start()) {
      SandboxServer source = bed.sandbox().server(1);
      Instant ended = Instant.now();
      long since = System.nanoTime();
      end.of(source);
      List<SandboxServer> replicas = List.of(bed.sandbox().server(2), bed.sandbox().server(3));
      long first = bed.writers().awaitFirst(replicas, since);
      OperationView over = bed.ended(bed.failover());
      add(what + ", until the failover is planned", Duration.between(ended, over.requestedAt()));
      add(what + ", until a replica takes writes", first - since);
      add(what + ", until the other one follows, too", Duration.between(ended, over.changedAt()));
      phases(what, ended, over);
    }
  }

  /** When each kind of step was begun, and how long it took. */
  private void phases(String what, Instant asked, OperationView ended) {
    if (!ended.state().equals("SUCCEEDED")) {
      throw new IllegalStateException(ended.toString());
    }
    Map<String, Integer> seen = new HashMap<>();
    for (StepView step : ended.steps()) {
      int number = seen.merge(step.kind(), 1, Integer::sum);
      String name = number == 1 ? step.kind() : step.kind() + " " + number;
      step.begunAt()
          .ifPresent(begun ->
              add("  %s: %s begins after".formatted(what, name), Duration.between(asked, begun)));
      step.took().ifPresent(took -> add("  %s: %s takes".formatted(what, name), took));
    }
  }

  private void add(String figure, Duration value) {
    add(figure, value.toNanos());
  }

  private void add(String figure, long nanos) {
    figures.computeIfAbsent(figure, name -> new ArrayList<>()).add(nanos);
  }

  private void print() {
    figures.forEach((figure, values) -> {
      List<Long> sorted = values.stream().sorted().toList();
      System.out.printf(
          "%-66s %8d %8d %8d%n",
          figure.startsWith(" ") ? figure : release + ", " + figure,
          millis(sorted.getFirst()),
          millis(sorted.get(sorted.size() / 2)),
          millis(sorted.getLast()));
    });
  }

  private static long millis(long nanos) {
    return Duration.ofNanos(nanos).toMillis();
  }
}
