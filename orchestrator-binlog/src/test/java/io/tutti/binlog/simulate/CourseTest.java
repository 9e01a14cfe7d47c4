package io.tutti.binlog.simulate;

import static io.tutti.binlog.simulate.Works.FREE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Small schedules, worked out by hand. */
class CourseTest {
  private static Works four() {
    return Works.ofMySql().add(10, 0).add(10, 0).add(10, 0).add(10, 0);
  }

  @Test
  void workersShareTheWork() {
    assertThat(four().micros(Scheme.LOGICAL_CLOCK, 0, FREE)).isEqualTo(40);
    assertThat(four().micros(Scheme.LOGICAL_CLOCK, 1, FREE)).isEqualTo(40);
    assertThat(four().micros(Scheme.LOGICAL_CLOCK, 2, FREE)).isEqualTo(20);
    assertThat(four().micros(Scheme.LOGICAL_CLOCK, 4, FREE)).isEqualTo(10);
  }

  /** Two work until 10, commit until 15, the next two work until 25. */
  @Test
  void whatIsReadyTogetherIsCommittedTogether() {
    Facts facts = FREE.withCommit(5, true);
    assertThat(four().micros(Scheme.LOGICAL_CLOCK, 2, facts)).isEqualTo(30);
    assertThat(four().micros(Scheme.LOGICAL_CLOCK, 0, facts)).isEqualTo(60);
  }

  /**
   * At 10 the first begins its commit alone, and enters the second stage at 20; then those that are
   * ready since 11 and 12 enter the first, and the second at 30, until 40.
   */
  @Test
  void oneGroupAfterTheOther() {
    Works works = Works.ofMySql().add(10, 0).add(11, 0).add(12, 0);
    assertThat(works.micros(Scheme.LOGICAL_CLOCK, 3, FREE.withCommit(20, true))).isEqualTo(40);
  }

  /**
   * The first waits from 10 to 30 for others, which are ready at 11 and 12. The last comes too
   * late.
   */
  @Test
  void whatIsReadyDuringADelayIsCommittedWithTheOthers() {
    Works works = Works.ofMySql().add(10, 0).add(11, 0).add(12, 0).add(31, 0);
    assertThat(works.micros(Scheme.LOGICAL_CLOCK, 4, FREE.withDelay(20))).isEqualTo(51);
    assertThat(works.micros(Scheme.LOGICAL_CLOCK, 0, FREE.withDelay(20))).isEqualTo(144);
  }

  @Test
  void coresAreShared() {
    assertThat(four().micros(Scheme.LOGICAL_CLOCK, 4, FREE.withCores(2))).isEqualTo(20);
    // The first two share one core until 20, when the short one is done; the other one has 20 left.
    Works works = Works.ofMySql().add(10, 0).add(30, 0);
    assertThat(works.micros(Scheme.LOGICAL_CLOCK, 2, FREE.withCores(1))).isEqualTo(40);
  }

  /** Handed out at 3, 6, 9 and 12; the last one works until 22. */
  @Test
  void theCoordinatorHandsOutOneAfterTheOther() {
    assertThat(four().micros(Scheme.LOGICAL_CLOCK, 4, FREE.withCosts(0, 1, 3))).isEqualTo(22);
  }

  /** The third waits for the first only, or for both. */
  @Test
  void parents() {
    Works first = Works.ofMySql().add(10, 0).add(30, 0).add(10, 1);
    assertThat(first.micros(Scheme.LOGICAL_CLOCK, 2, FREE)).isEqualTo(30);
    Works both = Works.ofMySql().add(10, 0).add(30, 0).add(10, 2);
    assertThat(both.micros(Scheme.LOGICAL_CLOCK, 2, FREE)).isEqualTo(40);
  }

  /** The fourth could begin at once, but the third, before it, waits for the first. */
  @Test
  void whatWaitsKeepsThoseBehindItWaiting() {
    Works works = Works.ofMySql().add(20, 0).add(5, 0).add(5, 1).add(30, 0);
    assertThat(works.micros(Scheme.LOGICAL_CLOCK, 8, FREE)).isEqualTo(50);
  }

  /** In order, the second keeps its worker until the first is committed at 30. */
  @Test
  void theOrderOfCommits() {
    Works works = Works.ofMySql().add(30, 0).add(10, 0).add(10, 0);
    assertThat(works.micros(Scheme.LOGICAL_CLOCK, 2, FREE)).isEqualTo(30);
    assertThat(works.micros(Scheme.LOGICAL_CLOCK_ORDERED, 2, FREE)).isEqualTo(40);
  }

  /** The checkpoint group: the 513th begins when the first is done. */
  @Test
  void noTransactionIsTooFarAhead() {
    Works works = Works.ofMySql().add(1_000, 0);
    for (int i = 0; i < 512; i++) {
      works.add(1, 0);
    }
    assertThat(works.micros(Scheme.LOGICAL_CLOCK, 4, FREE)).isEqualTo(1_001);
  }

  @Test
  void schemas() {
    Works works = Works.ofMySql().schemas(1).add(10, 0).schemas(1).add(10, 0).schemas(2).add(10, 0);
    assertThat(works.micros(Scheme.DATABASE, 2, FREE)).isEqualTo(20);
    // It is not known what the second one changes: it runs alone.
    Works unknown = Works.ofMySql().schemas(1).add(10, 0).schemas().add(10, 0).schemas(2);
    unknown.add(10, 0);
    assertThat(unknown.micros(Scheme.DATABASE, 3, FREE)).isEqualTo(30);
  }

  /**
   * The third is of the worker of schema 1, and does its first half from 10 to 15; then it waits
   * until schema 2 is free, at 30, and what is behind it waits, too.
   */
  @Test
  void whatChangesSeveralSchemasIsBegunAndWaitsForTheOther() {
    Works works = Works.ofMySql().schemas(1).add(10, 0).schemas(2).add(30, 0);
    works.schemas(1, 2).add(10, 0);
    assertThat(works.micros(Scheme.DATABASE, 3, FREE)).isEqualTo(35);
    works.schemas(3).add(10, 0);
    assertThat(works.micros(Scheme.DATABASE, 3, FREE)).isEqualTo(40);
  }

  /** The second takes another worker for its first schema, and is behind nothing that has both. */
  @Test
  void whatChangesSeveralSchemasDoesNotJoinTheWorkerOfTheOther() {
    Works works = Works.ofMySql().schemas(2).add(30, 0).schemas(1, 2).add(20, 0);
    works.schemas(2).add(10, 0);
    assertThat(works.micros(Scheme.DATABASE, 2, FREE)).isEqualTo(50);
    works.schemas(3).add(20, 0);
    assertThat(works.micros(Scheme.DATABASE, 2, FREE)).isEqualTo(50);
  }

  /**
   * Its first schema decides: the third waits for the worker of schema 2, as long as that takes.
   */
  @Test
  void theFirstSchemaDecidesWhoseItIs() {
    Works works = Works.ofMySql().schemas(1).add(10, 0).schemas(2).add(30, 0);
    works.schemas(2, 1).add(10, 0);
    assertThat(works.micros(Scheme.DATABASE, 2, FREE)).isEqualTo(40);
  }

  /** The third is of the next group: it begins when both of the first have begun to commit. */
  @Test
  void groupsOfMariaDb() {
    Works works = Works.ofMariaDb().group(10, 1).group(20, 1).group(10, 2);
    assertThat(works.micros(Scheme.CONSERVATIVE, 3, FREE)).isEqualTo(30);
    assertThat(works.micros(Scheme.OPTIMISTIC, 3, FREE)).isEqualTo(20);
    assertThat(works.micros(Scheme.MINIMAL, 3, FREE)).isEqualTo(40);
  }

  /**
   * Only commits at once: 10, 20 and 30 are ready; the first is committed at 60, the others at 85.
   */
  @Test
  void minimalSharesCommits() {
    Works works = Works.ofMariaDb().group(10, 1).group(10, 2).group(10, 3);
    assertThat(works.micros(Scheme.MINIMAL, 3, FREE.withCommit(50, true))).isEqualTo(85);
    assertThat(works.micros(Scheme.MINIMAL, 0, FREE.withCommit(50, true))).isEqualTo(180);
  }

  @Test
  void domainsDoNotWaitForEachOther() {
    Works works = Works.ofMariaDb().group(30, 0).domain(1).group(10, 0).domain(1).group(10, 0);
    assertThat(works.micros(Scheme.CONSERVATIVE, 3, FREE)).isEqualTo(30);
    assertThat(works.micros(Scheme.DOMAINS, 2, FREE)).isEqualTo(30);
    assertThat(works.micros(Scheme.MINIMAL, 3, FREE)).isEqualTo(50);
  }

  @Test
  void ddlRunsAlone() {
    Works works = Works.ofMariaDb().group(10, 0).ddl().group(10, 0).group(10, 0);
    // 5,000 more for what it does to files.
    assertThat(works.micros(Scheme.AGGRESSIVE, 3, FREE)).isEqualTo(5_030);
  }

  @Test
  void whatHasWaitedForALockWaitsAgain() {
    Works works = Works.ofMariaDb().group(10, 0).waited().group(10, 0).group(10, 0);
    assertThat(works.micros(Scheme.OPTIMISTIC, 3, FREE)).isEqualTo(20);
    assertThat(works.micros(Scheme.AGGRESSIVE, 3, FREE)).isEqualTo(10);
  }

  /** Both lock row 7, the first at 5; the second waits from 10 to 10, and ends at 20. */
  @Test
  void aRowThatAnEarlierOneHas() {
    Works works = Works.ofMariaDb().rows(7).group(10, 0).rows(7).group(20, 0);
    assertThat(works.micros(Scheme.OPTIMISTIC, 2, FREE)).isEqualTo(20);
    assertThat(works.retries(Scheme.OPTIMISTIC, 2)).isZero();
  }

  /**
   * The first waits for others from 10 on, and no longer when the second needs its row at 15; that
   * one is ready at 20, and waits until 120.
   */
  @Test
  void noGroupIsWaitedForWhileItsRowsAreNeeded() {
    Works works = Works.ofMariaDb().rows(7).group(10, 1).rows(7).group(10, 2);
    assertThat(works.micros(Scheme.CONSERVATIVE, 2, FREE.withDelay(100))).isEqualTo(120);
    Works others = Works.ofMariaDb().rows(7).group(10, 1).rows(8).group(10, 2);
    assertThat(others.micros(Scheme.CONSERVATIVE, 2, FREE.withDelay(100))).isEqualTo(110);
  }

  /**
   * The second locks row 7 at 5, and is ready at 10. The first takes the row at 20, and commits at
   * 40; then the second is done again.
   */
  @Test
  void aRowThatALaterOneHas() {
    Works works = Works.ofMariaDb().rows(7).group(40, 0).rows(7).group(10, 0);
    assertThat(works.micros(Scheme.OPTIMISTIC, 2, FREE)).isEqualTo(50);
    assertThat(works.retries(Scheme.OPTIMISTIC, 2)).isEqualTo(1);
  }
}
