package io.tutti.tuning;

import io.tutti.binlog.simulate.Simulation.Confidence;
import io.tutti.model.InstanceAddress;
import java.util.List;
import java.util.Optional;

/**
 * What other settings would give, by the transactions that the source wrote recently. Nothing was
 * tried.
 *
 * @param transactions so many were looked at
 * @param best what the replica should have; empty where it is not worth a change
 * @param predictions one of each scheme that can be tried, the best first
 * @param steps what to set, in the order in which it helps; empty where all should stay as it is
 * @param options what would help too, at a price that only a person can want to pay
 * @param confidence how far it can be trusted
 * @param reasons what it is not sure of
 */
public record TuningAdvice(
    InstanceAddress replica,
    InstanceAddress source,
    int transactions,
    Candidate present,
    Optional<Candidate> best,
    List<Predicted> predictions,
    List<Step> steps,
    List<String> options,
    Confidence confidence,
    List<String> reasons) {

  public TuningAdvice {
    predictions = List.copyOf(predictions);
    steps = List.copyOf(steps);
    options = List.copyOf(options);
    reasons = List.copyOf(reasons);
  }

  /**
   * What is predicted of a scheme.
   *
   * @param workers the fewest that are nearly the best
   * @param seconds until all of those transactions are applied
   * @param gain how many times faster than with what the replica has now
   * @param limit what keeps it from being faster
   */
  public record Predicted(String scheme, int workers, double seconds, double gain, String limit) {}

  /**
   * What to set on a server.
   *
   * @param gain how many times faster the replica applies then; empty where that is not known
   * @param reason a sentence
   * @param price what it costs, for the source how much longer its commits take: a sentence
   */
  public record Step(
      InstanceAddress server,
      List<Setting> settings,
      Optional<Double> gain,
      String reason,
      String price) {
    public Step {
      settings = List.copyOf(settings);
    }
  }

  /**
   * A setting.
   *
   * @param name as the server spells it
   * @param now empty where it could not be read
   */
  public record Setting(String name, Optional<String> now, String advised) {}
}
