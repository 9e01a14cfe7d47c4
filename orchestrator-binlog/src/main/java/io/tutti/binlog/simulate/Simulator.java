package io.tutti.binlog.simulate;

import io.tutti.binlog.simulate.Applier.Outcome;
import io.tutti.binlog.simulate.Applier.Without;
import io.tutti.binlog.simulate.Prediction.Point;
import io.tutti.binlog.simulate.Prediction.Range;
import io.tutti.binlog.simulate.Simulation.Confidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Predicts how long an applier takes for a workload. */
public final class Simulator {
  /** Up to the most that servers allow, doubled each time. */
  public static final List<Integer> WORKERS =
      List.of(0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024);

  /** As much longer than the best the recommended setting may take. */
  private static final double CLOSE = 1.05;

  /** Less than that is no reason by itself. */
  private static final double GAIN_MIN = 1.03;

  private static final int FEW = 1_000;
  private static final double SOME = 0.01;
  private static final double MUCH = 0.2;

  private final Workload workload;
  private final Facts facts;
  private final Costs costs;
  private final Runnable between;

  private Simulator(Workload workload, Facts facts, Runnable between) {
    this.between = between;
    this.workload = workload;
    this.facts = facts;
    this.costs = Costs.of(workload.all(), facts);
  }

  /**
   * Predicts.
   *
   * @param schemes to be tried; all of which something can be said where none is named
   * @param workers numbers of them, rising
   * @throws IllegalArgumentException when the facts contradict each other
   */
  public static Simulation simulate(
      Workload workload, Facts facts, List<Scheme> schemes, List<Integer> workers) {
    return simulate(workload, facts, schemes, workers, () -> {});
  }

  /**
   * The same for one who may lose patience.
   *
   * @param between run between the parts of the work, which is at its end if that throws something
   */
  public static Simulation simulate(
      Workload workload,
      Facts facts,
      List<Scheme> schemes,
      List<Integer> workers,
      Runnable between) {
    Simulator simulator = new Simulator(workload, facts, between);
    List<Prediction> predictions = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    List<Scheme> asked = schemes.isEmpty() ? Scheme.of(workload.isMariaDb()) : schemes;
    for (Scheme scheme : asked) {
      Optional<String> obstacle = simulator.obstacle(scheme);
      if (obstacle.isPresent()) {
        leftOut.add(scheme.text() + ": " + obstacle.get());
      } else {
        predictions.add(simulator.predict(scheme, workers));
      }
    }
    List<String> reasons = simulator.reasons();
    return new Simulation(
        workload, facts, predictions, simulator.confidence(reasons), reasons, leftOut);
  }

  private Optional<String> obstacle(Scheme scheme) {
    if (scheme.isOfMariaDb() != workload.isMariaDb()) {
      return Optional.of(
          "the log is of " + (workload.isMariaDb() ? "MariaDB" : "MySQL") + ", which has no such");
    }
    if (scheme.isByClock() && !workload.isClocked()) {
      return Optional.of("the log does not say which transactions may run at once");
    }
    boolean hasKeys = workload.all().stream().anyMatch(each -> each.keys().numbers().length > 0);
    if (scheme.isByWriteSets() && !hasKeys) {
      return Optional.of(
          "the keys of no table are known; give --keys, or write logs with"
              + " binlog_row_metadata=FULL");
    }
    return Optional.empty();
  }

  private Prediction predict(Scheme scheme, List<Integer> workers) {
    Applier applier =
        new Applier(workload.all(), scheme, facts, scheme.isOptimistic() ? costs.uneven() : costs);
    double serial = applier.serialSeconds();
    List<Point> points = new ArrayList<>();
    for (int count : workers) {
      between.run();
      Outcome outcome = applier.run(count, Without.NOTHING);
      points.add(
          new Point(count, outcome.seconds(), serial / outcome.seconds(), outcome.retries()));
    }
    double least = points.stream().mapToDouble(Point::seconds).min().orElseThrow();
    Point best = points.stream().filter(each -> each.seconds() == least).findFirst().orElseThrow();
    Point smallest =
        points.stream().filter(each -> each.seconds() <= least * CLOSE).findFirst().orElseThrow();
    Reason reason = reason(applier, best, points);
    return new Prediction(
        scheme, points, smallest, reason.limit(), reason.gain(), range(applier, smallest));
  }

  private record Reason(Limit limit, double gain) {}

  private Reason reason(Applier applier, Point best, List<Point> points) {
    Reason strongest = new Reason(Limit.SEVERAL, GAIN_MIN);
    if (isRising(best, points)) {
      double more = applier.run(best.workers() * 2, Without.NOTHING).seconds();
      strongest = stronger(strongest, Limit.WORKERS, best.seconds() / more);
    }
    // Where no worker helps, the question is why many do not.
    int workers = best.workers() > 1 ? best.workers() : Math.max(1, points.getLast().workers());
    for (Without without : applier.parts().toList()) {
      between.run();
      double seconds = applier.run(workers, without).seconds();
      strongest = stronger(strongest, Limit.valueOf(without.name()), best.seconds() / seconds);
    }
    return strongest.limit() == Limit.SEVERAL ? new Reason(Limit.SEVERAL, 1) : strongest;
  }

  private static boolean isRising(Point best, List<Point> points) {
    return best.workers() > 0 && best.equals(points.getLast());
  }

  private static Reason stronger(Reason known, Limit limit, double gain) {
    return gain > known.gain() ? new Reason(limit, gain) : known;
  }

  private Optional<Range> range(Applier applier, Point smallest) {
    if (facts.isCommitMeasured()) {
      return Optional.empty();
    }
    double[] speedups = {
      speedup(applier.withCommit(facts.commit() / 2), smallest.workers()),
      smallest.speedup(),
      speedup(applier.withCommit(facts.commit() * 2), smallest.workers())
    };
    Arrays.sort(speedups);
    return Optional.of(new Range(speedups[0], speedups[2]));
  }

  private static double speedup(Applier applier, int workers) {
    return applier.serialSeconds() / applier.run(workers, Without.NOTHING).seconds();
  }

  private List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    if (facts.serialRate().isEmpty()) {
      reasons.add(
          "what transactions cost is assumed: give --serial-rate, the transactions a second that"
              + " the replica applies without workers");
    }
    if (!facts.isCommitMeasured()) {
      reasons.add("how long a commit takes is assumed: give --commit-latency");
    }
    if (workload.count() < FEW) {
      reasons.add("there are only %d transactions".formatted(workload.count()));
    }
    add(
        reasons,
        workload.withUnknownKeys(),
        "change tables of which no key is known, or rows that" + " cannot be read" + conflicts());
    add(
        reasons,
        workload.byStatements(),
        "are written as statements: what rows they change is not" + " known");
    workload.unread().forEach(each -> reasons.add("not all was read: " + each));
    return reasons;
  }

  private String conflicts() {
    return workload.isMariaDb()
        ? ": they are taken not to conflict"
        : ": with WRITESET they are taken to depend on what the log says";
  }

  private void add(List<String> reasons, long count, String what) {
    if (count > 0) {
      reasons.add(
          String.format(
              Locale.ROOT, "%.1f %% of transactions %s", 100.0 * count / workload.count(), what));
    }
  }

  private Confidence confidence(List<String> reasons) {
    long blurred = workload.withUnknownKeys() + workload.byStatements();
    if (workload.count() < FEW || blurred > MUCH * workload.count()) {
      return Confidence.LOW;
    }
    boolean isMeasured = facts.isCommitMeasured() && facts.serialRate().isPresent();
    return isMeasured && blurred <= SOME * workload.count() && reasons.isEmpty()
        ? Confidence.HIGH
        : Confidence.MEDIUM;
  }
}
