package io.tutti.plan;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * The name of an operation, such as {@code 20261121-093012-7f3a01c2}. Sorts by time of creation.
 */
public record OperationId(String value) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  public OperationId {
    if (value.isBlank()) {
      throw new IllegalArgumentException("an operation's id is not blank");
    }
  }

  public static OperationId at(Instant now, RandomGenerator random) {
    return new OperationId(TIME.format(now) + "-%08x".formatted(random.nextInt()));
  }

  @Override
  public String toString() {
    return value;
  }
}
