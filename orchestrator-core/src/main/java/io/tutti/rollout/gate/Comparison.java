package io.tutti.rollout.gate;

import java.util.Optional;

/**
 * What a changed server is judged by.
 *
 * @param subject the changed one
 * @param control an untouched replica of the same source, observed at the same time
 * @param source of both
 */
public record Comparison(Samples subject, Optional<Samples> control, Optional<Samples> source) {

  /** Whom the subject is compared with: how a sentence goes on. */
  String beside() {
    return control
        .map(samples -> " and with " + samples.server() + " beside it")
        .orElse(", with no untouched replica beside it");
  }
}
