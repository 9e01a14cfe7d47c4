package io.tutti.rest;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Those who follow operations at the same time, up to a number. */
final class Followers {
  private final int countMax;
  private final Semaphore places;

  Followers(int countMax) {
    this.countMax = countMax;
    this.places = new Semaphore(countMax);
  }

  /**
   * One more follows, until {@link #leave}.
   *
   * @throws OrchestratorException TOO_MANY_FOLLOWERS
   */
  void enter() {
    if (!places.tryAcquire()) {
      throw new OrchestratorException(
          ErrorCode.TOO_MANY_FOLLOWERS,
          "operations",
          "%d clients follow operations already. This one is refused; the operation continues."
              .formatted(countMax),
          Remedies.of("end one of them, or ask now and then: %s", Acts.showOperation()));
    }
  }

  /**
   * Ends what follows once it may not any more, such as when its token is revoked.
   *
   * @param every how often that is asked
   */
  static void endWith(CompletableFuture<?> following, BooleanSupplier mayStill, Duration every) {
    Thread.ofVirtual()
        .name("may-still-follow")
        .start(() -> {
          while (!following.isDone()) {
            try {
              following.get(every.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
              if (!mayStill.getAsBoolean()) {
                following.cancel(true);
              }
            } catch (ExecutionException | CancellationException e) {
              return;
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
              return;
            }
          }
        });
  }

  void leave() {
    places.release();
  }
}
