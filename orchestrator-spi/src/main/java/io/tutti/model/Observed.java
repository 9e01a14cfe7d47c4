package io.tutti.model;

import java.util.Optional;
import java.util.function.Function;

/**
 * A fact about a server, or why there is none. A failed reading is never "no": whoever decides on
 * an {@link Unknown} refuses.
 *
 * @param <T> the fact's type
 */
public sealed interface Observed<T> {

  /** The server said so. */
  record Known<T>(T value) implements Observed<T> {
    @Override
    public String toString() {
      return value.toString();
    }
  }

  /**
   * The server answered, and has no such thing: a setting of another version, a role it does not
   * play.
   */
  record Absent<T>(String why) implements Observed<T> {
    @Override
    public String toString() {
      return "absent (" + why + ")";
    }
  }

  /** The reading failed or was not tried; the sentence says why, and what would help. */
  record Unknown<T>(String why) implements Observed<T> {
    @Override
    public String toString() {
      return "unknown (" + why + ")";
    }
  }

  static <T> Observed<T> known(T value) {
    return new Known<>(value);
  }

  static <T> Observed<T> absent(String why) {
    return new Absent<>(why);
  }

  static <T> Observed<T> unknown(String why) {
    return new Unknown<>(why);
  }

  /**
   * The value where it is known; empty where it is absent or unknown, so use it for display, not
   * for decisions.
   */
  default Optional<T> asOptional() {
    return this instanceof Known<T>(T value) ? Optional.of(value) : Optional.empty();
  }

  default boolean isKnown() {
    return this instanceof Known;
  }

  default boolean isUnknown() {
    return this instanceof Unknown;
  }

  /**
   * Whether the fact is known and equals {@code expected}; absent and unknown facts equal nothing.
   */
  default boolean is(T expected) {
    return this instanceof Known<T>(T value) && value.equals(expected);
  }

  default <R> Observed<R> map(Function<? super T, ? extends R> change) {
    return switch (this) {
      case Known<T>(T value) -> new Known<>(change.apply(value));
      case Absent<T>(String why) -> new Absent<>(why);
      case Unknown<T>(String why) -> new Unknown<>(why);
    };
  }

  default <R> Observed<R> flatMap(Function<? super T, Observed<R>> change) {
    return switch (this) {
      case Known<T>(T value) -> change.apply(value);
      case Absent<T>(String why) -> new Absent<>(why);
      case Unknown<T>(String why) -> new Unknown<>(why);
    };
  }
}
