package io.tutti.rollout.gate;

import java.util.Arrays;

/**
 * Numbers that follow each other in time, each like the one before it to some degree.
 *
 * <p>Their mean is less certain than that of as many independent ones. Where each depends on the
 * one before it (AR(1)) with the correlation r, n of them are worth n (1 - r) / (1 + r): D. S.
 * Wilks, Statistical Methods in the Atmospheric Sciences, section 5.2.4. An estimate of r from few
 * numbers is too low by about (1 + 3 r) / n and is corrected by that: M. G. Kendall, Note on bias
 * in the estimation of autocorrelation, Biometrika 41 (1954).
 *
 * @param resolution the step in which they are counted: two that look the same differ by up to that
 */
record Series(double[] values, double resolution) {
  /** More alike than that, and hardly anything can be said of their mean. */
  private static final double ALIKE_MAX = 0.95;

  /** Of which none can be seen to depend on the next, where there are enough numbers. */
  private static final int BATCHES = 10;

  private static final int BATCH_LENGTH_MIN = 4;

  int size() {
    return values.length;
  }

  double mean() {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** How alike neighbours are: 0 for independent ones, below 1. */
  double alike() {
    if (values.length <= 3) {
      return 0;
    }
    double mean = mean();
    double products = 0;
    for (int i = 1; i < values.length; i++) {
      products += (values[i] - mean) * (values[i - 1] - mean);
    }
    double squares = squares(values);
    if (squares == 0) {
      return 0;
    }
    double estimated = products / squares;
    double corrected = (values.length * estimated + 1) / (values.length - 3);
    return Math.clamp(corrected, 0, ALIKE_MAX);
  }

  /** How many independent ones they are worth. */
  double worth(double alike) {
    return values.length * (1 - alike) / (1 + alike);
  }

  /**
   * Of the mean: by what the numbers are worth, or by the spread of ten batches of neighbours if
   * that is more, as it is where numbers depend on others from long before: A. M. Law and W. D.
   * Kelton, Simulation Modeling and Analysis, section 9.5.3.
   */
  double varianceOfMean(double worth) {
    // With few independent ones, the mean itself follows them: divided by n (1 - 1 / worth).
    double single = squares(values) / (values.length * (1 - 1 / worth));
    double rounded = resolution * resolution / 12;
    return Math.max(Math.max(single, rounded) / worth, ofBatches());
  }

  private double ofBatches() {
    if (values.length < BATCHES * BATCH_LENGTH_MIN) {
      return 0;
    }
    double[] means = new double[BATCHES];
    for (int batch = 0; batch < BATCHES; batch++) {
      int from = batch * values.length / BATCHES;
      int to = (batch + 1) * values.length / BATCHES;
      means[batch] = Arrays.stream(values, from, to).average().orElseThrow();
    }
    return squares(means) / (BATCHES - 1) / BATCHES;
  }

  private static double squares(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
  }
}
