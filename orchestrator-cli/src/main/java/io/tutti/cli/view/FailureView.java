package io.tutti.cli.view;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/** Why an instance could not be read, and since when. */
public record FailureView(
    String code,
    String observed,
    List<String> remedies,
    Optional<Instant> since,
    Optional<Long> attempts) {

  static FailureView of(Json json) {
    return new FailureView(
        json.textOr("code", "UNKNOWN"),
        json.textOr("observed", ""),
        json.texts("remedies"),
        json.text("since").flatMap(FailureView::instant),
        json.at("attempts").number());
  }

  static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
