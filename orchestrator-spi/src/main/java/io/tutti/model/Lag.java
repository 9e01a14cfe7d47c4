package io.tutti.model;

import java.time.Duration;

/** How far an applier is behind its source, and how that is known. */
public record Lag(Duration amount, LagSource source) {
  @Override
  public String toString() {
    return amount + " by " + source.display();
  }
}
