package io.tutti.operation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class AtOnceTest {

  @Test
  void asksAllAtTheSameTimeAndAnswersInTheirOrder() {
    CyclicBarrier all = new CyclicBarrier(3);
    assertThat(
            AtOnce.each(
                List.of(1, 2, 3),
                each -> {
                  meet(all);
                  return each * 10;
                }))
        .containsExactly(10, 20, 30);
  }

  private static void meet(CyclicBarrier all) {
    try {
      all.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void throwsWhatTheFirstOneThrewOnceAllHaveEnded() {
    Set<Integer> ended = ConcurrentHashMap.newKeySet();
    assertThatThrownBy(() ->
            AtOnce.each(
                List.of(1, 2, 3),
                each -> {
                  ended.add(each);
                  if (each > 1) {
                    throw new IllegalArgumentException("of " + each);
                  }
                  return each;
                }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("of 2");
    assertThat(ended).containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void ofNoneAsksNobody() {
    assertThat(AtOnce.each(List.<Integer>of(), each -> each)).isEmpty();
  }
}
