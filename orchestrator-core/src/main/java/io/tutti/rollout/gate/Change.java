package io.tutti.rollout.gate;

import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How much higher a mean is after than before, and how certain that is: Welch's t for two means of
 * different spread (B. L. Welch, The generalization of Student's problem when several different
 * population variances are involved, Biometrika 34, 1947), where numbers in a row count for as many
 * independent ones as they are worth ({@link Series}).
 *
 * @param amount how much higher
 * @param error of the amount, one standard deviation
 * @param freedom degrees of freedom, by Welch and Satterthwaite
 */
record Change(double amount, double error, double freedom) {
  /** Of fewer independent numbers no spread can be known. */
  private static final double WORTH_MIN = 2;

  /** How much higher than 0 a mean is; empty where the series says nothing of its spread. */
  static Optional<Change> of(Series series) {
    double worth = series.worth(series.alike());
    return worth < WORTH_MIN
        ? Optional.empty()
        : Optional.of(
            new Change(
                series.mean(), Math.sqrt(series.varianceOfMean(worth)), Math.max(1, worth - 1)));
  }

  /** Empty where one of the two is too short, or its numbers are too much alike. */
  static Optional<Change> between(Series before, Series after) {
    double alike = (before.alike() + after.alike()) / 2;
    double worthBefore = before.worth(alike);
    double worthAfter = after.worth(alike);
    if (worthBefore < WORTH_MIN || worthAfter < WORTH_MIN) {
      return Optional.empty();
    }
    double squareBefore = before.varianceOfMean(worthBefore);
    double squareAfter = after.varianceOfMean(worthAfter);
    double square = squareBefore + squareAfter;
    double freedom =
        square
            * square
            / (squareBefore * squareBefore / (worthBefore - 1)
                + squareAfter * squareAfter / (worthAfter - 1));
    return Optional.of(
        new Change(
            after.mean() - before.mean(),
            Math.sqrt(square),
            Double.isFinite(freedom) ? Math.max(1, freedom) : 1));
  }

  /**
   * How likely chance alone shows such an amount, or a higher one, where the true one is no higher
   * than what is tolerated: so a change that is certain, and of no account, is not harm.
   */
  double chance(double tolerated) {
    double above = amount - tolerated;
    if (error == 0) {
      return above > 0 ? 0 : 1;
    }
    return student().survivalProbability(above / error);
  }

  /** What the true amount is below, with that certainty. */
  double atMost(double certainty) {
    return amount + student().inverseCumulativeProbability(certainty) * error;
  }

  /** What the true amount is above, with that certainty. */
  double atLeast(double certainty) {
    return amount - student().inverseCumulativeProbability(certainty) * error;
  }

  private TDistribution student() {
    return TDistribution.of(freedom);
  }
}
