package io.tutti.binlog.simulate;

import java.util.List;

/**
 * What is predicted for the transactions of logs.
 *
 * @param confidence how far it can be trusted
 * @param reasons what it is not sure of
 * @param leftOut schemes of which nothing can be said, with the reason
 */
public record Simulation(
    Workload workload,
    Facts facts,
    List<Prediction> predictions,
    Confidence confidence,
    List<String> reasons,
    List<String> leftOut) {

  public Simulation {
    predictions = List.copyOf(predictions);
    reasons = List.copyOf(reasons);
    leftOut = List.copyOf(leftOut);
  }

  /** How far it can be trusted. */
  public enum Confidence {
    /** Its costs were measured, and all rows are known. */
    HIGH,
    /** Which setting is better than which can be trusted; seconds can not. */
    MEDIUM,
    /** It is a guess. */
    LOW
  }
}
