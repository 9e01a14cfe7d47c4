package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.topology.RememberedCluster;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Two that were one cluster, and of which each may have written since, over random histories. */
class NotProvedTest {
  private static final int HISTORIES = 2_000;
  private static final String SHARED = "99999999-0000-0000-0000-000000000000";
  private static final String STALE = "7-77-5";

  /**
   * @param shared so much it has of what their source wrote
   * @param own so much it wrote after that
   */
  private record Made(int id, int shared, int own, boolean stale) {
    static Made of(int id, Random random) {
      return new Made(id, random.nextInt(4), random.nextInt(3), random.nextBoolean());
    }

    boolean isProvedAt(Made there) {
      return own == 0 && shared <= there.shared();
    }

    InstanceState byDomains() {
      String came = shared == 0 ? "" : "0-9-" + shared;
      String wrote = own == 0 ? "" : "0-%d-%d".formatted(id, shared + own);
      String head = wrote.isEmpty() ? came : wrote;
      return States.of("s%d:1".formatted(id))
          .serverId(id)
          .domains(
              joined(head, stale ? STALE : ""),
              joined(came, stale ? STALE : ""),
              joined(came, wrote))
          .binlogged(head)
          .build();
    }

    private String uuid() {
      return "%d%s".formatted(id, SHARED.substring(1));
    }

    MySqlGtidSet names() {
      return names(SHARED, shared).union(names(uuid(), own));
    }

    private static MySqlGtidSet names(String uuid, int upTo) {
      return upTo == 0 ? MySqlGtidSet.EMPTY : MySqlGtidSet.parse("%s:1-%d".formatted(uuid, upTo));
    }

    InstanceState byNames() {
      return States.of("s%d:1".formatted(id))
          .uuid(uuid())
          .gtid("ON", Observed.known(names()))
          .build();
    }
  }

  private static String joined(String one, String other) {
    return one.isEmpty() || other.isEmpty() ? one + other : one + "," + other;
  }

  /** Also where the other one wrote more in the same domain, so that its number is higher. */
  @Test
  void byDomainsAllIsProvedExactlyWhereTheOtherOneGotIt() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      Random random = new Random(seed);
      Made here = Made.of(1, random);
      Made there = Made.of(2, random);
      GtidSet left = NotProved.at(there.byDomains(), here.byDomains()).asOptional().orElseThrow();

      assertThat(left.isEmpty()).as("seed %d", seed).isEqualTo(here.isProvedAt(there));
      assertThat(left.toString()).as("seed %d", seed).doesNotContain(STALE);
    }
  }

  /** Each of two that take writes has something alone, whichever wrote more. */
  @Test
  void ofTwoThatTakeWritesEachIsSaidToHaveWhatItWrote() {
    InstanceState one = new Made(1, 3, 1, true).byDomains();
    InstanceState other = new Made(2, 3, 2, false).byDomains();
    SplitBrain both = new SplitBrain(one, other, new RememberedCluster(one.address(), List.of()));

    assertThat(both.alone(one, other)).hasToString("0-1-4");
    assertThat(both.alone(other, one)).hasToString("0-2-5");
  }

  @Test
  void byNamesItIsTheDifference() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      Random random = new Random(seed);
      Made here = Made.of(1, random);
      Made there = Made.of(2, random);
      GtidSet left = NotProved.at(there.byNames(), here.byNames()).asOptional().orElseThrow();

      assertThat(left).as("seed %d", seed).isEqualTo(here.names().minus(there.names()));
      assertThat(left.isEmpty()).as("seed %d", seed).isEqualTo(here.isProvedAt(there));
    }
  }

  @Test
  void whatIsNotKnownIsNotProved() {
    assertThat(
            NotProved.at(States.of("b:1").build(), Made.of(1, new Random(0)).byDomains())
                .asOptional())
        .isEmpty();
  }
}
