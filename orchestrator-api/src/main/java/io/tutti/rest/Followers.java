package io.tutti.rest;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.util.List;
import java.util.concurrent.Semaphore;

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
          "%d clients follow operations already. This one is not let; the operation goes on."
              .formatted(countMax),
          List.of("end one of them, or ask now and then: tutti operations show ID"));
    }
  }

  void leave() {
    places.release();
  }
}
