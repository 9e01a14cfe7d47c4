package io.tutti.binlog.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** What each transaction costs its worker until it is ready to commit, in microseconds. */
final class Costs {
  /** What defines something touches files. */
  private static final double DDL = 5_000;

  private static final double MICROS = 1_000_000;

  private static final double UNEVEN = 1.0 / 3;

  private final double[] each;

  private Costs(double[] each) {
    this.each = each;
  }

  /**
   * The costs by the facts.
   *
   * @throws IllegalArgumentException when transactions were applied faster than commits take
   */
  static Costs of(List<Work> all, Facts facts) {
    double ran = shortStatement(all);
    double[] each = all.stream().mapToDouble(work -> cost(work, facts) + ran(work, ran)).toArray();
    Costs costs = new Costs(each);
    facts.serialRate().ifPresent(rate -> costs.scale(rate, facts));
    return costs;
  }

  private static double cost(Work work, Facts facts) {
    return facts.transaction()
        + facts.row() * (work.rows() + work.statements())
        + (work.isDdl() ? DDL : 0);
  }

  /**
   * How long each of the short statements ran. A log has full seconds only: a short statement that
   * the clock changes under has one, and which ones these are is chance; all together have as many
   * as they ran for.
   */
  private static double shortStatement(List<Work> all) {
    List<Work> brief = all.stream().filter(Costs::isShort).toList();
    double seconds = brief.stream().mapToLong(Work::ranSeconds).sum();
    return MICROS * seconds / Math.max(1, brief.stream().mapToLong(Work::statements).sum());
  }

  private static boolean isShort(Work work) {
    return work.statements() > 0 && work.ranSeconds() <= 1;
  }

  private static double ran(Work work, double shortStatement) {
    return isShort(work) ? shortStatement * work.statements() : MICROS * work.ranSeconds();
  }

  private void scale(double rate, Facts facts) {
    double commit = facts.commit() + facts.delay() + facts.dispatch();
    double wanted = each.length * (MICROS / rate - commit);
    double have = Arrays.stream(each).sum();
    if (wanted <= 0) {
      throw new IllegalArgumentException(
          ("%.0f transactions a second are %.0f microseconds for each, which is less than the %.0f"
                  + " of a commit")
              .formatted(rate, MICROS / rate, commit));
    }
    for (int i = 0; i < each.length; i++) {
      each[i] *= wanted / Math.max(have, 1);
    }
  }

  double[] each() {
    return each;
  }

  double sum() {
    return Arrays.stream(each).sum();
  }

  /**
   * The same in all, each by up to a third more or less: threads do not take just as long for the
   * same work, and so a later transaction may be the first one to lock a row. Always in the same
   * way.
   */
  Costs uneven() {
    double[] uneven = each.clone();
    SplittableRandom random = new SplittableRandom(uneven.length);
    for (int i = 0; i < uneven.length; i++) {
      uneven[i] *= 1 + UNEVEN * (2 * random.nextDouble() - 1);
    }
    double scale = sum() / Math.max(Double.MIN_NORMAL, Arrays.stream(uneven).sum());
    return new Costs(Arrays.stream(uneven).map(cost -> cost * scale).toArray());
  }

  /** The same, with one cost for the largest as for the others on average. */
  Costs withoutLargest() {
    double[] smaller = each.clone();
    int largest = 0;
    for (int i = 1; i < smaller.length; i++) {
      largest = smaller[i] > smaller[largest] ? i : largest;
    }
    if (smaller.length > 1) {
      smaller[largest] = (sum() - smaller[largest]) / (smaller.length - 1);
    }
    return new Costs(smaller);
  }
}
