package io.tutti.gtid;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of {@link GtidSet}, each checked for both families; a failure names its seed. */
final class GtidSetLawsTest {

  private static final String SEEDED = "seed {0}";
  private static final String SEEDS = "io.tutti.gtid.GtidSamples#seeds";

  abstract static class Laws {

    abstract GtidSet set(GtidSamples samples);

    abstract Gtid gtid(GtidSamples samples);

    abstract GtidSet parse(String text);

    @ParameterizedTest(name = SEEDED)
    @MethodSource(SEEDS)
    void parsingWhatWasPrintedGivesTheSameSet(long seed) {
      GtidSet x = set(new GtidSamples(seed));
      assertThat(parse(x.toString())).isEqualTo(x).hasToString(x.toString()).hasSameHashCodeAs(x);
    }

    @ParameterizedTest(name = SEEDED)
    @MethodSource(SEEDS)
    void parsingWhatAGtidPrintedGivesTheSameGtid(long seed) {
      Gtid gtid = gtid(new GtidSamples(seed));
      assertThat(Gtid.parse(gtid.toString())).isEqualTo(gtid);
    }

    @ParameterizedTest(name = SEEDED)
    @MethodSource(SEEDS)
    void unionContainsItsParts(long seed) {
      GtidSamples samples = new GtidSamples(seed);
      GtidSet a = set(samples);
      GtidSet b = set(samples);
      assertThat(a.union(b).contains(a)).isTrue();
      assertThat(a.union(b).contains(b)).isTrue();
    }

    @ParameterizedTest(name = SEEDED)
    @MethodSource(SEEDS)
    void unionIsCommutativeAssociativeAndIdempotent(long seed) {
      GtidSamples samples = new GtidSamples(seed);
      GtidSet a = set(samples);
      GtidSet b = set(samples);
      GtidSet c = set(samples);
      assertThat(a.union(b)).isEqualTo(b.union(a));
      assertThat(a.union(b).union(c)).isEqualTo(a.union(b.union(c)));
      assertThat(a.union(a)).isEqualTo(a);
      assertThat(a.union(parse(""))).isEqualTo(a);
    }

    @ParameterizedTest(name = SEEDED)
    @MethodSource(SEEDS)
    void minusIsWhatTheOtherSideStillNeeds(long seed) {
      GtidSamples samples = new GtidSamples(seed);
      GtidSet a = set(samples);
      GtidSet b = set(samples);
      GtidSet missing = a.minus(b);
      assertThat(missing.isEmpty()).isEqualTo(b.contains(a));
      assertThat(a.contains(missing)).isTrue();
      assertThat(b.union(missing).relationTo(b.union(a))).isEqualTo(GtidRelation.EQUAL);
    }

    @ParameterizedTest(name = SEEDED)
    @MethodSource(SEEDS)
    void relationIsSymmetricAndAgreesWithContains(long seed) {
      GtidSamples samples = new GtidSamples(seed);
      GtidSet a = set(samples);
      GtidSet b = set(samples);
      GtidRelation relation = a.relationTo(b);
      assertThat(b.relationTo(a)).isEqualTo(relation.inverse());
      assertThat(relation.isCovering()).isEqualTo(a.contains(b));
      assertThat(relation.isWithin()).isEqualTo(b.contains(a));
      assertThat(a.relationTo(a)).isEqualTo(GtidRelation.EQUAL);
    }

    @ParameterizedTest(name = SEEDED)
    @MethodSource(SEEDS)
    void addingGtidsNeverBreaksContainment(long seed) {
      GtidSamples samples = new GtidSamples(seed);
      GtidSet part = set(samples);
      GtidSet whole = part.union(set(samples));
      for (int i = 0; i < 10; i++) {
        Gtid added = gtid(samples);
        whole = whole.with(added);
        assertThat(whole.containsGtid(added)).as("%s in %s", added, whole).isTrue();
        assertThat(whole.contains(part)).as("%s in %s", part, whole).isTrue();
      }
    }
  }

  @Nested
  final class OfMySql extends Laws {

    @Override
    GtidSet set(GtidSamples samples) {
      return samples.mySqlSet();
    }

    @Override
    Gtid gtid(GtidSamples samples) {
      return samples.mySqlGtid();
    }

    @Override
    GtidSet parse(String text) {
      return MySqlGtidSet.parse(text);
    }

    @ParameterizedTest(name = SEEDED)
    @MethodSource(SEEDS)
    void minusIsDisjointFromWhatWasTakenAway(long seed) {
      GtidSamples samples = new GtidSamples(seed);
      MySqlGtidSet a = samples.mySqlSet();
      MySqlGtidSet b = samples.mySqlSet();
      assertThat(a.minus(b).intersect(b)).isEqualTo(MySqlGtidSet.EMPTY);
      assertThat(a.minus(b).union(a.intersect(b))).isEqualTo(a);
    }
  }

  @Nested
  final class OfMariaDb extends Laws {

    @Override
    GtidSet set(GtidSamples samples) {
      return samples.mariaDbSet();
    }

    @Override
    Gtid gtid(GtidSamples samples) {
      return samples.mariaDbGtid();
    }

    @Override
    GtidSet parse(String text) {
      return MariaDbGtidSet.parse(text);
    }

    @ParameterizedTest(name = SEEDED)
    @MethodSource(SEEDS)
    void headsMeanTheSameAsTheState(long seed) {
      MariaDbGtidSet state = new GtidSamples(seed).mariaDbSet();
      assertThat(state.heads().relationTo(state)).isEqualTo(GtidRelation.EQUAL);
    }
  }

  @ParameterizedTest(name = SEEDED)
  @MethodSource(SEEDS)
  void familiesAreIncomparableWhateverTheyHold(long seed) {
    GtidSamples samples = new GtidSamples(seed);
    MySqlGtidSet mySql = samples.mySqlSet();
    MariaDbGtidSet mariaDb = samples.mariaDbSet();
    assertThat(mySql.relationTo(mariaDb)).isEqualTo(GtidRelation.INCOMPARABLE);
    assertThat(mariaDb.relationTo(mySql)).isEqualTo(GtidRelation.INCOMPARABLE);
  }
}
