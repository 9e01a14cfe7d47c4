package io.tutti.binlog.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What WRITESET would say, by the rules of the server, and worked out by hand. */
class ParentsTest {
  private static final int LARGE = 25_000;

  private static int[] byRows(Works works) {
    return Parents.byRows(works.all(), LARGE, false);
  }

  @Test
  void numbersOfALogArePlaces() {
    Works works = Works.ofMySql().add(1, 0).add(1, 1).add(1, 0).nextLog().add(1, 0).add(1, 1);
    assertThat(Parents.byLog(works.all())).containsExactly(-1, 0, -1, 2, 3);
  }

  @Test
  void theNewestWithARowInCommon() {
    Works works =
        Works.ofMySql().rows(1).add(1, 0).rows(2).add(1, 1).rows(1, 3).add(1, 2).rows(3).add(1, 3);
    assertThat(byRows(works)).containsExactly(-1, 0, 0, 2);
  }

  @Test
  void neverMoreThanTheLogSays() {
    Works works = Works.ofMySql().rows(1).add(1, 0).rows(1).add(1, 0);
    assertThat(byRows(works)).containsExactly(-1, -1);
  }

  /** It waits by the log, and all that follow wait for it. */
  @Test
  void whatDefinesSomethingBeginsTheHistoryAgain() {
    Works works =
        Works.ofMySql().rows(1).add(1, 0).ddl().add(1, 1).rows(2).add(1, 2).rows(1).add(1, 3);
    assertThat(byRows(works)).containsExactly(-1, 0, 1, 1);
  }

  @Test
  void soDoStatementsAndTablesThatAreNamedByOthers() {
    Works statements =
        Works.ofMySql().rows(1).add(1, 0).rows(2).statement().add(1, 1).rows(3).add(1, 2);
    assertThat(byRows(statements)).containsExactly(-1, 0, 1);
    Works parents =
        Works.ofMySql().rows(1).add(1, 0).rows(2).referenced().add(1, 1).rows(3).add(1, 2);
    assertThat(byRows(parents)).containsExactly(-1, 0, 1);
  }

  /** It waits by the log, but what follows does not wait for it. */
  @Test
  void tablesWithoutKeysAreNoBarrier() {
    Works works = Works.ofMySql().rows(1).add(1, 0).rows().keyless().add(1, 1).rows(2).add(1, 2);
    assertThat(byRows(works)).containsExactly(-1, 0, 0);
  }

  /** The one that finds it full still uses it. */
  @Test
  void aFullHistoryBeginsAgain() {
    Works works =
        Works.ofMySql().rows(1).add(1, 0).rows(2).add(1, 1).rows(1, 3).add(1, 2).rows(2).add(1, 3);
    assertThat(Parents.byRows(works.all(), 3, false)).containsExactly(-1, 0, 0, 2);
  }

  @Test
  void moreRowsThanTheHistoryHolds() {
    Works works = Works.ofMySql().rows(1).add(1, 0).rows(2, 3, 4, 5).add(1, 1).rows(6).add(1, 2);
    assertThat(Parents.byRows(works.all(), 3, false)).containsExactly(-1, 0, 1);
  }

  @Test
  void theNextLogWaitsForAllOfTheOneBefore() {
    Works works =
        Works.ofMySql().rows(1).add(1, 0).rows(2).add(1, 1).nextLog().rows(3).add(1, 0).rows(4);
    works.add(1, 1);
    assertThat(byRows(works)).containsExactly(-1, 0, 1, 2);
  }

  @Test
  void sessionsKeepTheirOrder() {
    Works works =
        Works.ofMySql()
            .session(7)
            .rows(1)
            .add(1, 0)
            .session(8)
            .rows(2)
            .add(1, 1)
            .session(7)
            .rows(3)
            .add(1, 2);
    assertThat(Parents.byRows(works.all(), LARGE, true)).containsExactly(-1, 0, 0);
  }

  @Test
  void raisedToTheHighestSoFar() {
    assertThat(Parents.raised(new int[] {-1, 0, -1, 2, 1})).containsExactly(-1, 0, 0, 2, 2);
    assertThat(Parents.byLog(List.of())).isEmpty();
  }
}
