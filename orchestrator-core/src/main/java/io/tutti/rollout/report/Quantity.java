package io.tutti.rollout.report;

import io.tutti.model.Observed;
import io.tutti.rollout.gate.Sample;
import java.util.function.Function;

/** What a report shows of a server over time. */
public enum Quantity {
  LAG("lag", "s", Sample::lagSeconds, false),
  /** By position: rows, as nobody counts transactions there. */
  APPLIED("applied transactions", "a second", Sample::applied, true),
  RETRIES("retried transactions", "a second", Sample::retries, true);

  private final String words;
  private final String unit;
  private final Function<Sample, ? extends Observed<? extends Number>> shown;
  private final boolean isRate;

  Quantity(
      String words,
      String unit,
      Function<Sample, ? extends Observed<? extends Number>> shown,
      boolean isRate) {
    this.words = words;
    this.unit = unit;
    this.shown = shown;
    this.isRate = isRate;
  }

  public String words() {
    return words;
  }

  public String unit() {
    return unit;
  }

  /** What a reading shows of it. */
  Observed<? extends Number> of(Sample sample) {
    return shown.apply(sample);
  }

  /** Whether readings count it, and it is the growth in a second that is shown. */
  boolean isRate() {
    return isRate;
  }
}
