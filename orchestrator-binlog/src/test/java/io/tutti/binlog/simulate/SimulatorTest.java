package io.tutti.binlog.simulate;

import static io.tutti.binlog.simulate.Works.FREE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tutti.binlog.simulate.Prediction.Point;
import io.tutti.binlog.simulate.Simulation.Confidence;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds for every workload, and what is said of one. */
class SimulatorTest {
  private static final int SEEDS = 20;
  private static final int COUNT = 300;
  private static final double EXACT = 0.01;
  private static final List<Integer> WORKERS = List.of(1, 2, 3, 4, 7, 8, 16, 64, 1024);

  private static List<Scheme> schemes(boolean isMariaDb) {
    return Scheme.of(isMariaDb);
  }

  @Test
  void oneWorkerIsAsQuickAsNone() {
    Facts facts = FREE.withCommit(17, true);
    for (boolean isMariaDb : new boolean[] {false, true}) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Works works = Works.random(seed, COUNT, isMariaDb);
        for (Scheme scheme : schemes(isMariaDb)) {
          assertThat(works.micros(scheme, 1, facts))
              .as("%s, seed %d", scheme, seed)
              .isCloseTo(works.micros(scheme, 0, facts), within(EXACT));
        }
      }
    }
  }

  @Test
  void neverFasterThanTheWorkersOrCoresCanBe() {
    for (boolean isMariaDb : new boolean[] {false, true}) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Works works = Works.random(seed, COUNT, isMariaDb);
        for (Scheme scheme : schemes(isMariaDb)) {
          for (int workers : WORKERS) {
            assertThat(works.micros(scheme, workers, FREE.withCommit(9, true).withCores(5)))
                .as("%s, %d workers, seed %d", scheme, workers, seed)
                .isGreaterThanOrEqualTo(works.total() / Math.min(workers, 5) - EXACT);
          }
        }
      }
    }
  }

  /** The longest chain of transactions of which each waits for the one before. */
  private static double chain(List<Work> all, int[] parents, double commit) {
    double[] costs = Costs.of(all, FREE).each();
    double[] ends = new double[costs.length];
    double longest = 0;
    for (int i = 0; i < ends.length; i++) {
      double begin = 0;
      for (int j = 0; j <= parents[i]; j++) {
        begin = Math.max(begin, ends[j]);
      }
      ends[i] = begin + costs[i] + commit;
      longest = Math.max(longest, ends[i]);
    }
    return longest;
  }

  @Test
  void neverFasterThanTheLongestChain() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Works works = Works.random(seed, COUNT, false);
      double byLog = chain(works.all(), Parents.byLog(works.all()), 9);
      double byRows = chain(works.all(), Parents.byRows(works.all(), 50, false), 9);
      Facts facts = FREE.withCommit(9, true).withHistorySize(50);
      for (int workers : WORKERS) {
        assertThat(works.micros(Scheme.LOGICAL_CLOCK, workers, facts))
            .isGreaterThanOrEqualTo(byLog - EXACT);
        assertThat(works.micros(Scheme.LOGICAL_CLOCK_ORDERED, workers, facts))
            .isGreaterThanOrEqualTo(byLog - EXACT);
        assertThat(works.micros(Scheme.WRITESET, workers, facts))
            .isGreaterThanOrEqualTo(byRows - EXACT);
      }
    }
  }

  /**
   * More workers, fewer dependencies and any order are never slower where commits cost nothing, and
   * cores are plenty. (Otherwise they can be: groups of commits fall differently.)
   */
  @Test
  void whatGivesMoreFreedomIsNeverSlower() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Works works = Works.random(seed, COUNT, false);
      for (Scheme scheme : List.of(Scheme.LOGICAL_CLOCK, Scheme.LOGICAL_CLOCK_ORDERED)) {
        double before = Double.MAX_VALUE;
        for (int workers : WORKERS) {
          double micros = works.micros(scheme, workers, FREE);
          assertThat(micros).as("%s, %d", scheme, workers).isLessThanOrEqualTo(before + EXACT);
          before = micros;
        }
      }
      for (int workers : WORKERS) {
        double byLog = works.micros(Scheme.LOGICAL_CLOCK, workers, FREE);
        assertThat(works.micros(Scheme.LOGICAL_CLOCK_ORDERED, workers, FREE))
            .isGreaterThanOrEqualTo(byLog - EXACT);
        assertThat(works.micros(Scheme.WRITESET, workers, FREE)).isLessThanOrEqualTo(byLog + EXACT);
        assertThat(works.micros(Scheme.WRITESET_SESSION, workers, FREE))
            .isGreaterThanOrEqualTo(works.micros(Scheme.WRITESET, workers, FREE) - EXACT);
      }
    }
  }

  @Test
  void minimalDoesOneTransactionAfterTheOther() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Works works = Works.random(seed, COUNT, true);
      assertThat(works.micros(Scheme.MINIMAL, 64, FREE))
          .isGreaterThanOrEqualTo(works.total() - EXACT);
    }
  }

  @Test
  void conflictsAreDoneAgainWhereOthersRunBeside() {
    long retries = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Works works = Works.random(seed, COUNT, true);
      assertThat(works.retries(Scheme.AGGRESSIVE, 1)).isZero();
      assertThat(works.retries(Scheme.MINIMAL, 16)).isZero();
      retries += works.retries(Scheme.AGGRESSIVE, 16);
    }
    assertThat(retries).isPositive();
  }

  private static Prediction only(Works works, Facts facts, Scheme scheme) {
    Simulation simulation =
        Simulator.simulate(works.workload(), facts, List.of(scheme), Simulator.WORKERS);
    assertThat(simulation.leftOut()).isEmpty();
    return simulation.predictions().getFirst();
  }

  private static Works independent(int count) {
    Works works = Works.ofMySql();
    for (int i = 0; i < count; i++) {
      works.rows(i).add(100, 0);
    }
    return works;
  }

  @Test
  void whatLimitsIsWhatWouldBeFasterWithoutIt() {
    Facts plenty = FREE.withCommit(1, true);
    assertThat(only(independent(2_000), plenty.withCores(4), Scheme.LOGICAL_CLOCK).limit())
        .isEqualTo(Limit.CORES);
    assertThat(only(independent(2_000), FREE.withCosts(0, 1, 40), Scheme.LOGICAL_CLOCK).limit())
        .isEqualTo(Limit.COORDINATOR);
    Works chain = Works.ofMySql();
    for (int i = 0; i < 2_000; i++) {
      chain.add(100, i);
    }
    Prediction chained = only(chain, plenty, Scheme.LOGICAL_CLOCK);
    assertThat(chained.limit()).isEqualTo(Limit.DEPENDENCIES);
    assertThat(chained.smallest().workers()).isZero();
    Works large = independent(500).add(1_000_000, 0);
    assertThat(only(large, plenty, Scheme.LOGICAL_CLOCK).limit())
        .isEqualTo(Limit.LARGE_TRANSACTION);
    assertThat(only(independent(500), FREE.withCommit(50_000, true), Scheme.LOGICAL_CLOCK).limit())
        .isEqualTo(Limit.COMMIT_LATENCY);
  }

  @Test
  void theSmallestThatIsCloseToTheBest() {
    Prediction found = only(independent(4_000), FREE.withCores(16), Scheme.LOGICAL_CLOCK);
    assertThat(found.smallest().workers()).isEqualTo(16);
    assertThat(found.smallest().speedup()).isCloseTo(16, within(0.1));
    assertThat(found.points()).extracting(Point::workers).isEqualTo(Simulator.WORKERS);
    assertThat(found.range()).isEmpty();
  }

  @Test
  void costsAreScaledToWhatWasMeasured() {
    Facts facts = FREE.withCommit(200, true).withSerialRate(1_000);
    Works works = independent(1_000);
    assertThat(works.micros(Scheme.LOGICAL_CLOCK, 0, facts)).isCloseTo(1_000_000, within(1.0));
    assertThatThrownBy(() -> Costs.of(works.all(), facts.withSerialRate(10_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("less than the 200 of a commit");
  }

  /** Of many short statements, some run while the clock goes on to the next second. */
  @Test
  void secondsOfShortStatementsAreSharedByAllOfThem() {
    Works works = Works.ofMySql();
    for (int i = 0; i < 100; i++) {
      works.statement().ran(i % 50 == 0 ? 1 : 0).add(10, i);
    }
    works.statement().ran(3).add(10, 100).ddl().ran(1).add(10, 101);

    double[] costs = Costs.of(works.all(), FREE).each();

    assertThat(costs[0]).isEqualTo(20_010);
    assertThat(costs[1]).isEqualTo(20_010);
    assertThat(costs[100]).isEqualTo(3_000_010);
    assertThat(costs[101]).isGreaterThan(1_000_000);
  }

  @Test
  void howSureItIs() {
    Workload plain = independent(2_000).workload();
    assertThat(simulated(plain, Facts.assumed()).confidence()).isEqualTo(Confidence.MEDIUM);
    assertThat(simulated(plain, Facts.assumed()).predictions().getFirst().range())
        .hasValueSatisfying(range -> assertThat(range.low()).isLessThanOrEqualTo(range.high()));
    Facts measured = FREE.withCommit(100, true).withSerialRate(2_000);
    assertThat(simulated(plain, measured).confidence()).isEqualTo(Confidence.HIGH);
    assertThat(simulated(plain, measured).reasons()).isEmpty();
    Works unsure = independent(2_000);
    for (int i = 0; i < 1_000; i++) {
      unsure.statement().add(10, 0);
    }
    Simulation guess = simulated(unsure.workload(), measured);
    assertThat(guess.confidence()).isEqualTo(Confidence.LOW);
    assertThat(guess.reasons().getFirst()).contains("33.3 % of transactions are written as");
    assertThat(simulated(independent(10).workload(), measured).reasons().getFirst())
        .contains("only 10 transactions");
  }

  private static Simulation simulated(Workload workload, Facts facts) {
    return Simulator.simulate(workload, facts, List.of(Scheme.LOGICAL_CLOCK), List.of(0, 1, 2, 4));
  }

  @Test
  void schemesOfWhichNothingCanBeSaid() {
    Works works = Works.ofMySql().add(10, 0).add(10, 1);
    Simulation found = Simulator.simulate(works.workload(), FREE, List.of(), List.of(0, 4));
    assertThat(found.predictions())
        .extracting(Prediction::scheme)
        .containsExactly(Scheme.DATABASE, Scheme.LOGICAL_CLOCK, Scheme.LOGICAL_CLOCK_ORDERED);
    assertThat(found.leftOut()).hasSize(4).allMatch(each -> each.contains("give --keys"));
    assertThat(
            Simulator.simulate(works.workload(), FREE, List.of(Scheme.OPTIMISTIC), List.of(4))
                .leftOut())
        .containsExactly("optimistic: the log is of MySQL, which has no such");
  }
}
