package io.tutti.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class FollowersTest {
  private final Followers followers = new Followers(2);

  @Test
  void letsSoManyAndNoMore() {
    followers.enter();
    followers.enter();

    OrchestratorException refusal =
        catchThrowableOfType(OrchestratorException.class, followers::enter);

    assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_MANY_FOLLOWERS);
    assertThat(ProblemViews.status(refusal.code())).isEqualTo(HttpStatus.TOO_MANY_REQUESTS);
    assertThat(refusal.observed()).startsWith("2 clients follow operations already");
  }

  @Test
  void letsAnotherInWhenOneHasLeft() {
    followers.enter();
    followers.enter();
    followers.leave();

    followers.enter();

    assertThat(catchThrowableOfType(OrchestratorException.class, followers::enter)).isNotNull();
  }

  @Test
  void whatFollowsEndsOnceItMayNot() {
    CompletableFuture<String> following = new CompletableFuture<>();
    AtomicBoolean mayStill = new AtomicBoolean(true);
    AtomicInteger asked = new AtomicInteger();
    Followers.endWith(
        following,
        () -> {
          asked.incrementAndGet();
          return mayStill.get();
        },
        Duration.ofMillis(5));
    await().until(() -> asked.get() > 3);
    assertThat(following).isNotDone();

    mayStill.set(false);

    await().until(following::isCancelled);
  }
}
