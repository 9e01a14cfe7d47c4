package io.tutti.gtid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both implementations against a {@code Set<Gtid>} that holds every transaction by itself. */
final class GtidSetModelTest {

  private static final String SEEDED = "seed {0}";
  private static final String SEEDS = "io.tutti.gtid.GtidSamples#seeds";

  @ParameterizedTest(name = SEEDED)
  @MethodSource(SEEDS)
  void mySqlSetsAgreeWithTheModel(long seed) {
    GtidSamples samples = new GtidSamples(seed);
    Set<Gtid> modelA = samples.mySqlModel();
    Set<Gtid> modelB = samples.mySqlModel();
    MySqlGtidSet a = GtidSamples.mySqlSet(modelA);
    MySqlGtidSet b = GtidSamples.mySqlSet(modelB);

    assertThat(transactionsOf(a)).isEqualTo(modelA);
    assertThat(transactionsOf(a.union(b))).isEqualTo(union(modelA, modelB));
    assertThat(transactionsOf(a.minus(b))).isEqualTo(minus(modelA, modelB));
    assertThat(transactionsOf(a.intersect(b))).isEqualTo(minus(modelA, minus(modelA, modelB)));
    assertThat(a.relationTo(b)).isEqualTo(GtidSamples.relation(modelA, modelB));
    assertThat(a.isEmpty()).isEqualTo(modelA.isEmpty());
    assertThat(a.transactionCount()).hasValue(modelA.size());
    for (MySqlGtid gtid : GtidSamples.mySqlUniverse()) {
      assertThat(a.containsGtid(gtid)).as("%s in %s", gtid, a).isEqualTo(modelA.contains(gtid));
    }
  }

  @ParameterizedTest(name = SEEDED)
  @MethodSource(SEEDS)
  void mySqlGapsAreTheMissingNumbersBetweenPresentOnes(long seed) {
    Set<Gtid> model = new GtidSamples(seed).mySqlModel();
    Set<Gtid> gaps =
        GtidSamples.mySqlUniverse().stream()
            .filter(gtid -> !model.contains(gtid))
            .filter(gtid -> hasNeighbour(model, gtid, -1) && hasNeighbour(model, gtid, 1))
            .collect(Collectors.toSet());
    assertThat(transactionsOf(GtidSamples.mySqlSet(model).gaps())).isEqualTo(gaps);
  }

  private static boolean hasNeighbour(Set<Gtid> model, MySqlGtid gtid, int direction) {
    return model.stream()
        .map(MySqlGtid.class::cast)
        .anyMatch(other ->
            other.uuid().equals(gtid.uuid())
                && other.tag().equals(gtid.tag())
                && Long.signum(other.number() - gtid.number()) == direction);
  }

  @ParameterizedTest(name = SEEDED)
  @MethodSource(SEEDS)
  void mySqlTextInAnyOrderParsesToTheSameSet(long seed) {
    MySqlGtidSet set = new GtidSamples(seed).mySqlSet();
    List<String> ranges =
        set.ranges().stream().map(MySqlGtidSet.Range::toString).collect(Collectors.toList());
    // Repeat each range, so the text has duplicates as well.
    ranges.addAll(List.copyOf(ranges));
    Collections.shuffle(ranges, new Random(seed));
    assertThat(MySqlGtidSet.parse(String.join(",\n", ranges))).isEqualTo(set);
  }

  @ParameterizedTest(name = SEEDED)
  @MethodSource(SEEDS)
  void mariaDbSetsAgreeWithTheModel(long seed) {
    GtidSamples samples = new GtidSamples(seed);
    MariaDbGtidSet a = samples.mariaDbSet();
    MariaDbGtidSet b = samples.mariaDbSet();
    Set<Gtid> modelA = GtidSamples.mariaDbModel(a);
    Set<Gtid> modelB = GtidSamples.mariaDbModel(b);

    assertThat(GtidSamples.mariaDbModel(a.union(b))).isEqualTo(union(modelA, modelB));
    assertThat(a.relationTo(b)).isEqualTo(GtidSamples.relation(modelA, modelB));
    assertThat(a.contains(b)).isEqualTo(modelA.containsAll(modelB));
    for (MariaDbGtid gtid : GtidSamples.mariaDbUniverse()) {
      assertThat(a.containsGtid(gtid)).as("%s in %s", gtid, a).isEqualTo(modelA.contains(gtid));
    }
  }

  private static Set<Gtid> transactionsOf(MySqlGtidSet set) {
    Set<Gtid> transactions = new HashSet<>();
    for (MySqlGtidSet.Range range : set.ranges()) {
      for (long n = range.first(); n <= range.last(); n++) {
        transactions.add(new MySqlGtid(range.uuid(), range.tag(), n));
      }
    }
    return transactions;
  }

  private static Set<Gtid> union(Set<Gtid> a, Set<Gtid> b) {
    Set<Gtid> result = new HashSet<>(a);
    result.addAll(b);
    return result;
  }

  private static Set<Gtid> minus(Set<Gtid> a, Set<Gtid> b) {
    Set<Gtid> result = new HashSet<>(a);
    result.removeAll(b);
    return result;
  }
}
