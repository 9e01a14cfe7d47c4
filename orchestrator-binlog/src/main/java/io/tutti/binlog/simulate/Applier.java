package io.tutti.binlog.simulate;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Applies a workload by one scheme, with any number of workers. */
final class Applier {
  /** slave_checkpoint_group: as far the newest transaction is ahead of the oldest. */
  private static final int CHECKPOINT_GROUP = 512;

  private static final double MICROS = 1_000_000;

  private final List<Work> all;
  private final Scheme scheme;
  private final Facts facts;
  private final Costs costs;
  private final int[] parents;
  private final long[][] contested;

  /** What is taken away, to see what it is worth. */
  enum Without {
    NOTHING,
    DEPENDENCIES,
    ORDER,
    COMMIT_LATENCY,
    CORES,
    COORDINATOR,
    LARGE_TRANSACTION
  }

  /**
   * How it went.
   *
   * @param retries transactions that were done again
   */
  record Outcome(double seconds, long retries) {}

  Applier(List<Work> all, Scheme scheme, Facts facts, Costs costs) {
    this.all = all;
    this.scheme = scheme;
    this.facts = facts;
    this.costs = costs;
    this.parents =
        scheme.isByWriteSets()
            ? Parents.byRows(all, facts.historySize(), scheme.isBySession())
            : scheme.isByClock() ? Parents.byLog(all) : new int[0];
    this.contested = scheme.isOfMariaDb() ? contested(all) : new long[0][];
  }

  /** The rows of each transaction that others change, too. */
  private static long[][] contested(List<Work> all) {
    Set<Long> once = new HashSet<>();
    Set<Long> often = new HashSet<>();
    for (Work work : all) {
      for (long row : work.keys().numbers()) {
        if (!once.add(row)) {
          often.add(row);
        }
      }
    }
    return all.stream()
        .map(work -> Arrays.stream(work.keys().numbers()).filter(often::contains).toArray())
        .toArray(long[][]::new);
  }

  /** The same with commits that take another time. */
  Applier withCommit(double micros) {
    return new Applier(all, scheme, facts.withCommit(micros, true), costs);
  }

  /** Without workers: one transaction after the other, by the thread that reads them. */
  double serialSeconds() {
    return (costs.sum() + all.size() * (facts.commit() + facts.delay() + facts.dispatch()))
        / MICROS;
  }

  Outcome run(int workers, Without without) {
    if (workers == 0 || all.isEmpty()) {
      return new Outcome(serialSeconds(), 0);
    }
    Course.Machine machine =
        new Course.Machine(
            without == Without.COMMIT_LATENCY ? 0 : facts.commit(),
            without == Without.COMMIT_LATENCY ? 0 : facts.delay(),
            without == Without.COORDINATOR ? 0 : facts.dispatch(),
            without == Without.CORES ? Integer.MAX_VALUE : facts.cores());
    Costs asked = without == Without.LARGE_TRANSACTION ? costs.withoutLargest() : costs;
    Course course = new Course(asked.each(), coordinator(workers, without), workers, machine);
    return new Outcome(course.run() / MICROS, course.retries());
  }

  private Coordinator coordinator(int workers, Without without) {
    boolean isFree = without == Without.DEPENDENCIES;
    Coordinator whole =
        switch (scheme) {
          case DATABASE ->
              isFree ? free(workers) : new PartCoordinator(schemas(), workers, CHECKPOINT_GROUP);
          case DOMAINS ->
              isFree ? free(workers) : new PartCoordinator(domains(), workers, Integer.MAX_VALUE);
          case MINIMAL, CONSERVATIVE, OPTIMISTIC, AGGRESSIVE ->
              new GroupCoordinator(all, scheme, contested, workers, isFree);
          default ->
              isFree
                  ? free(workers)
                  : new ClockCoordinator(parents, scheme.isOrdered(), workers, CHECKPOINT_GROUP);
        };
    return without == Without.ORDER ? new Unordered(whole) : whole;
  }

  private Coordinator free(int workers) {
    int[] none = new int[all.size()];
    Arrays.fill(none, -1);
    return new ClockCoordinator(none, scheme.isOrdered(), workers, CHECKPOINT_GROUP);
  }

  private int[][] schemas() {
    return all.stream().map(Work::schemas).toArray(int[][]::new);
  }

  private int[][] domains() {
    return all.stream().map(each -> new int[] {each.group().domain()}).toArray(int[][]::new);
  }

  /** What can be taken away from this scheme. */
  Stream<Without> parts() {
    return Arrays.stream(Without.values())
        .filter(each -> each != Without.NOTHING)
        .filter(each -> each != Without.ORDER || scheme.isOrdered() && !scheme.isOfMariaDb());
  }

  /** The same, with commits in any order. */
  private record Unordered(Coordinator whole) implements Coordinator {
    @Override
    public int place(int next, Course course) {
      return whole.place(next, course);
    }

    @Override
    public int line(int transaction) {
      return NO_LINE;
    }

    @Override
    public void done(int transaction, int worker) {
      whole.done(transaction, worker);
    }
  }
}
