package io.tutti.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CheckpointsTest {
  private final Checkpoints checkpoints = new Checkpoints();
  private final AtomicInteger begun = new AtomicInteger();

  /** One that was under way when they asked may have left out what they wrote. */
  @Test
  void oneIsEnoughForAllWhoAskWhileAnotherOneIsUnderWay() throws InterruptedException {
    CountDownLatch goesOn = new CountDownLatch(1);
    Thread first = Thread.ofPlatform().start(() -> checkpoints.awaitNext(() -> run(goesOn)));
    await().until(() -> begun.get() == 1);
    List<Thread> others = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      others.add(Thread.ofPlatform().start(() -> checkpoints.awaitNext(() -> run(goesOn))));
    }
    await().until(() -> others.stream().allMatch(each -> each.getState() == Thread.State.WAITING));
    goesOn.countDown();
    first.join();
    for (Thread each : others) {
      each.join();
    }
    assertThat(begun).hasValue(2);
  }

  private void run(CountDownLatch goesOn) {
    begun.incrementAndGet();
    try {
      goesOn.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void oneThatFailedIsNobodys() {
    assertThatThrownBy(() ->
            checkpoints.awaitNext(() -> {
              throw new IllegalStateException("the disk is full");
            }))
        .hasMessage("the disk is full");
    checkpoints.awaitNext(begun::incrementAndGet);
    assertThat(begun).hasValue(1);
  }
}
