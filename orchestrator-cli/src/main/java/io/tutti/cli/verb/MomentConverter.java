package io.tutti.cli.verb;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a moment: a span back from now, a time with its offset, or a time or date of the time zone
 * of this process.
 */
final class MomentConverter implements ITypeConverter<Instant> {
  private static final List<Function<String, Instant>> FORMS =
      List.of(
          text -> OffsetDateTime.parse(text).toInstant(),
          text -> LocalDateTime.parse(text).atZone(ZoneId.systemDefault()).toInstant(),
          text -> LocalDate.parse(text).atStartOfDay(ZoneId.systemDefault()).toInstant());

  @Override
  public Instant convert(String text) {
    String stripped = text.strip();
    for (Function<String, Instant> form : FORMS) {
      try {
        return form.apply(stripped);
      } catch (DateTimeParseException e) {
        // Another form may fit.
      }
    }
    try {
      return Instant.now().minus(new SpanConverter().convert(stripped));
    } catch (TypeConversionException e) {
      throw new TypeConversionException(
          "'%s' is no time such as 2h, 2026-11-23T08:00:00Z or 2026-11-23".formatted(text));
    }
  }
}
