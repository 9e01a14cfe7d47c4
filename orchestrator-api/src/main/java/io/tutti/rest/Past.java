package io.tutti.rest;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;

/** How much of the past is asked for. */
final class Past {
  private Past() {}

  /**
   * @throws OrchestratorException INVALID_REQUEST when it is less than one or more than that
   */
  static int limit(int wanted, int most) {
    if (wanted < 1 || wanted > most) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          "limit",
          "The limit %d is not between 1 and %d.".formatted(wanted, most),
          List.of("ask for limit=" + Math.clamp(wanted, 1, most)));
    }
    return wanted;
  }

  /**
   * The earliest moment that is wanted.
   *
   * @throws OrchestratorException INVALID_REQUEST when the text is no time
   */
  static Instant since(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          "since",
          "\"%s\" is not a time in UTC.".formatted(text),
          List.of("write it like 2026-11-23T08:00:00Z"));
    }
  }
}
