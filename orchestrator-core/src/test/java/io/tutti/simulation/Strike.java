package io.tutti.simulation;

/**
 * A disturbance and where it comes.
 *
 * @param statement the how manieth that changes something, from 1
 * @param isAfter whether the server has carried it out by then
 */
public record Strike(Disturbance disturbance, int statement, boolean isAfter) {
  @Override
  public String toString() {
    return "%s %s statement %d".formatted(disturbance, isAfter ? "after" : "before", statement);
  }
}
