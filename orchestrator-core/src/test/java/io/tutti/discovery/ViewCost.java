package io.tutti.discovery;

import io.tutti.analysis.Analysis;
import io.tutti.analysis.FindingCatalogue;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.InMemoryRecords;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceState;
import io.tutti.topology.Cluster;
import io.tutti.world.JudgedWorld;
import io.tutti.world.World;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * What it costs to know what is found, in a fleet of 1,000 made-up instances of which four were
 * read since: for one cluster, and for all. A program, as a figure is nothing to fail.
 */
final class ViewCost {
  private static final int CLUSTERS = 100;
  private static final int MEMBERS = 10;
  private static final int READ_BETWEEN = 4;
  private static final int ROUNDS = 200;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Fleet fleet = new Fleet();
  private final Random random = new Random(1);
  private final World world =
      new World(
          () -> fleet.snapshot(States.NOW),
          new InMemoryRecords().records(),
          (state, what) -> List.of(),
          World.Rules.of(new Analysis(FindingCatalogue.rules())),
          () -> States.NOW);

  private ViewCost() {
    for (int cluster = 0; cluster < CLUSTERS; cluster++) {
      for (int member = 0; member < MEMBERS; member++) {
        InstanceState state = state(cluster, member, 0);
        fleet.add(state.address(), Optional.empty(), States.NOW);
        fleet.record(state.address(), state, States.NOW);
      }
    }
  }

  private static InstanceState state(int cluster, int member, long round) {
    States state =
        States.of("db%d:%d".formatted(cluster, 3300 + member))
            .observedAt(States.NOW.plusSeconds(round))
            .counters(Map.of("Questions", round));
    return (member == 0
            ? state.writable()
            : state.channel(Channels.from("db%d:3300".formatted(cluster)).build()))
        .build();
  }

  /** No arguments. */
  static void main(String[] arguments) {
    new ViewCost().measure();
  }

  private void measure() {
    double[] one = new double[ROUNDS];
    double[] all = new double[ROUNDS];
    for (int round = -ROUNDS; round < ROUNDS; round++) {
      for (int read = 0; read < READ_BETWEEN; read++) {
        InstanceState state =
            state(random.nextInt(CLUSTERS), random.nextInt(MEMBERS), ROUNDS + 1L + round);
        fleet.record(state.address(), state, States.NOW);
      }
      double ofOne = millis(this::judgeOne);
      double ofAll = millis(() -> world.judged().findings());
      if (round >= 0) {
        one[round] = ofOne;
        all[round] = ofAll;
      }
    }
    report("one cluster", one);
    report("then all", all);
  }

  private void judgeOne() {
    JudgedWorld now = world.judged();
    List<Cluster> clusters = now.view().topology().clusters();
    now.findingsOf(clusters.get(random.nextInt(clusters.size())));
  }

  private static double millis(Runnable work) {
    long before = THREADS.getCurrentThreadCpuTime();
    work.run();
    return (THREADS.getCurrentThreadCpuTime() - before) / 1e6;
  }

  private static void report(String what, double[] millis) {
    Arrays.sort(millis);
    System.out.printf(
        "%-12s CPU ms: min %.2f median %.2f max %.2f%n",
        what, millis[0], millis[millis.length / 2], millis[millis.length - 1]);
  }
}
