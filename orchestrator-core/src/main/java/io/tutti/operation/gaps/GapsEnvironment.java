package io.tutti.operation.gaps;

import io.tutti.operation.Pauses;
import io.tutti.operation.StepFailure;
import io.tutti.operation.server.Servers;
import java.time.Duration;

/** What the steps work with. */
public record GapsEnvironment(Servers servers, Pauses pauses) {

  public GapReader reader() {
    return new GapReader(servers);
  }

  public void pause(Duration duration) {
    try {
      pauses.pause(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StepFailure.passing("The controller is shutting down.");
    }
  }
}
