package io.tutti.rollout.gate;

import io.tutti.model.InstanceAddress;
import java.util.List;

/**
 * What several readings of one server show.
 *
 * @param before the change, the oldest first
 * @param after the change, the oldest first
 */
public record Samples(InstanceAddress server, List<Sample> before, List<Sample> after) {
  public Samples {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  /** None yet. */
  public static Samples none(InstanceAddress server) {
    return new Samples(server, List.of(), List.of());
  }

  /** Of these, those that are before the change began and those that are after it had ended. */
  public static Samples around(InstanceAddress server, List<Sample> all, Span change) {
    return new Samples(
        server,
        all.stream().filter(sample -> !sample.at().isAfter(change.began())).toList(),
        all.stream().filter(sample -> !sample.at().isBefore(change.ended())).toList());
  }
}
