package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.plugins.sql.StalledQuestions.Stall;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StalledQuestionsTest {
  private static final Question STATUS =
      Question.plain("status", "SHOW SLAVE STATUS", "REPLICATION CLIENT ON *.*");

  private final AtomicLong clock = new AtomicLong();
  private final StalledQuestions stalled = new StalledQuestions(clock::get);

  @Test
  void saysWhatHungAndWhenItIsTriedAgain() {
    stalled.add(STATUS, 7, "SHOW SLAVE STATUS did not answer within 1 s.");

    assertThat(stalled.sentence(stall()))
        .isEqualTo("SHOW SLAVE STATUS did not answer within 1 s; next try in 5 s");
    assertThat(stalled.titles()).containsExactly("SHOW SLAVE STATUS");
  }

  @Test
  void pauseDoublesUpToItsLimit() {
    for (long seconds : new long[] {5, 10, 20, 40, 60, 60}) {
      stalled.add(STATUS, 7, "hung");
      assertThat(stall().pause()).isEqualTo(Duration.ofSeconds(seconds));
    }
  }

  @Test
  void isDueWhenThePauseIsOver() {
    stalled.add(STATUS, 7, "hung");
    assertThat(stalled.isDue(stall())).isFalse();

    clock.addAndGet(Duration.ofSeconds(5).toNanos());
    assertThat(stalled.isDue(stall())).isTrue();
  }

  @Test
  void postponingKeepsTheThreadThatStillHangs() {
    stalled.add(STATUS, 7, "hung");
    stalled.postpone(stall());

    assertThat(stall().threadId()).isEqualTo(7);
    assertThat(stall().pause()).isEqualTo(Duration.ofSeconds(10));
  }

  private Stall stall() {
    return stalled.find("status").orElseThrow();
  }
}
