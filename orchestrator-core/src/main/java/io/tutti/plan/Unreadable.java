package io.tutti.plan;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is in the place of a record that the journal holds and this release cannot read. It is shown
 * and kept as it was written, and nothing is done by it.
 *
 * @param kind of the record, as it was written; empty where that cannot be read either
 * @param version of its form
 * @param text all that was written
 * @param why it cannot be read
 */
public record Unreadable(String kind, int version, String text, String why) {

  /** The first of them in a record, however deep; or that record itself. */
  static Optional<Unreadable> in(Record record) {
    return anywhere(record).findFirst();
  }

  private static Stream<Unreadable> anywhere(@Nullable Object value) {
    return switch (value) {
      case Unreadable unreadable -> Stream.of(unreadable);
      case Optional<?> optional -> optional.stream().flatMap(Unreadable::anywhere);
      case Collection<?> all -> all.stream().flatMap(Unreadable::anywhere);
      case Map<?, ?> map -> map.values().stream().flatMap(Unreadable::anywhere);
      case Record record ->
          Stream.of(record.getClass().getRecordComponents())
              .flatMap(each -> anywhere(Details.value(record, each)));
      case null, default -> Stream.empty();
    };
  }

  /** A whole sentence. */
  public String sentence() {
    return "A part of it, \"%s\" in version %d, cannot be read by this release: %s."
        .formatted(kind, version, why);
  }
}
