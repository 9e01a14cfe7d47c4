package io.tutti.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PermitTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Permit permit = new Permit("one");
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch answered = new CountDownLatch(1);
  private final AtomicInteger cutOffs = new AtomicInteger();

  private Thread saying() throws InterruptedException {
    Thread thread =
        Thread.ofVirtual()
            .start(() ->
                permit.say(
                    () -> {
                      begun.countDown();
                      awaitAnswer();
                      return "";
                    },
                    () -> {
                      cutOffs.incrementAndGet();
                      answered.countDown();
                    }));
    begun.await();
    return thread;
  }

  private void awaitAnswer() {
    try {
      answered.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void nothingIsSaidOnceItIsWithdrawn() {
    AtomicBoolean isSaid = new AtomicBoolean();
    permit.withdraw("it stands aside.");

    assertThatThrownBy(() -> permit.say(() -> isSaid.getAndSet(true), () -> {}))
        .isInstanceOf(StoppedActing.class)
        .hasMessageContaining("it stands aside.");
    assertThat(isSaid).isFalse();
  }

  @Test
  void whatIsBeingSaidIsWaitedFor() throws InterruptedException {
    saying();
    permit.withdraw("it stands aside.");
    Thread silencing = Thread.ofVirtual().start(() -> permit.silence(LONG));
    assertThat(silencing.join(Duration.ofMillis(50))).isFalse();

    answered.countDown();

    assertThat(silencing.join(LONG)).isTrue();
    assertThat(cutOffs).hasValue(0);
  }

  @Test
  void whatIsSaidForLongIsCutOff() throws InterruptedException {
    Thread saying = saying();
    permit.withdraw("it stands aside.");

    permit.silence(Duration.ofMillis(1));

    assertThat(cutOffs).hasValue(1);
    assertThat(saying.join(LONG)).isTrue();
  }

  @Test
  void anotherThreadHasItHandedOn() throws InterruptedException {
    AtomicBoolean isSame = new AtomicBoolean();
    permit.during(() -> {
      Runnable work =
          Permit.handedOn(
              () -> isSame.set(Permit.current().filter(each -> each == permit).isPresent()));
      try {
        Thread.ofVirtual().start(work).join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    assertThat(isSame).isTrue();
    assertThat(Permit.current()).isEmpty();
  }
}
