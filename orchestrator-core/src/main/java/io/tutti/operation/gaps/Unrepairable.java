package io.tutti.operation.gaps;

import java.util.List;

/**
 * A server that was killed with a gap and recovers its relay log at its start: 5.6 then refuses to
 * start, to change and to close for good (seen on 5.6.14; 5.7.22 and 8.0.15 close it themselves).
 */
final class Unrepairable {
  /** What the server answers to every START then. */
  static final int ERROR = 1872;

  private Unrepairable() {}

  static String observed(String instance) {
    return ("%s refuses to start its applier (error %d): it was killed with a gap, and"
            + " relay_log_recovery lets it start over such a gap neither to apply nor to close it."
            + " No statement mends that in this process.")
        .formatted(instance, ERROR);
  }

  static List<String> remedies(String instance) {
    return List.of(
        "restart %s with relay_log_recovery=0 and skip_slave_start, then: tutti gaps close %s"
            .formatted(instance, instance),
        "provision %s anew".formatted(instance));
  }
}
