package io.tutti.tuning;

import io.tutti.spi.knob.ApplierScheme;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings that can be tried on a replica.
 *
 * @param scheme how workers share the work, such as {@code logical-clock-ordered}
 * @param settings values by knob, the number of workers among them
 */
public record Candidate(String scheme, int workers, SortedMap<String, String> settings) {

  public Candidate {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** Whether transactions are applied one after the other: then no scheme matters. */
  public boolean isSerial() {
    return workers <= 1;
  }

  /** One of a scheme; where it does not matter, only the number of workers is set. */
  public static Candidate of(ApplierScheme scheme, String workersKnob, int workers) {
    SortedMap<String, String> settings =
        workers <= 1 ? new TreeMap<>() : new TreeMap<>(scheme.settings());
    settings.put(workersKnob, Integer.toString(workers));
    return new Candidate(scheme.name(), workers, settings);
  }

  @Override
  public String toString() {
    String count =
        switch (workers) {
          case 0 -> "no workers";
          case 1 -> "1 worker";
          default -> workers + " workers";
        };
    return isSerial() && settings.size() <= 1 ? count : count + ", " + scheme;
  }
}
