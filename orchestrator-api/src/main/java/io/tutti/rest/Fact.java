package io.tutti.rest;

import io.tutti.model.Observed;
import java.util.Optional;
import java.util.function.Function;

/**
 * A fact about a server, or why there is none: one of the three is there.
 *
 * @param value the server said so
 * @param absent why the server has no such thing
 * @param unknown why it could not be read
 */
record Fact<T>(Optional<T> value, Optional<String> absent, Optional<String> unknown) {

  static <T> Fact<T> of(Observed<T> observed) {
    return switch (observed) {
      case Observed.Known<T>(T value) ->
          new Fact<>(Optional.of(value), Optional.empty(), Optional.empty());
      case Observed.Absent<T>(String why) ->
          new Fact<>(Optional.empty(), Optional.of(why), Optional.empty());
      case Observed.Unknown<T>(String why) ->
          new Fact<>(Optional.empty(), Optional.empty(), Optional.of(why));
    };
  }

  static <T, R> Fact<R> of(Observed<T> observed, Function<? super T, ? extends R> view) {
    return of(observed.<R>map(view));
  }

  /** A fact that is told as text. */
  static Fact<String> text(Observed<?> observed) {
    return of(observed, Object::toString);
  }

  /** What is missing, for a fact whose value stands elsewhere; empty when nothing is. */
  static Optional<Fact<String>> missing(Observed<?> observed) {
    return observed.isKnown() ? Optional.empty() : Optional.of(text(observed));
  }
}
