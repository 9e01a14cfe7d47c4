package io.tutti.rest;

import io.tutti.api.Fact;
import io.tutti.model.Observed;
import java.util.Optional;
import java.util.function.Function;

/** Turns what was observed into facts of the contract. */
final class Facts {
  private Facts() {}

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

  /** A fact that is reported as text. */
  static Fact<String> text(Observed<?> observed) {
    return of(observed, Object::toString);
  }

  /** What is missing, for a fact whose value is elsewhere; empty when nothing is. */
  static Optional<Fact<String>> missing(Observed<?> observed) {
    return observed.isKnown() ? Optional.empty() : Optional.of(text(observed));
  }
}
