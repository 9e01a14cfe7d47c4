package io.tutti.rest;

import java.util.List;
import java.util.function.Function;

/** A list as an object, so that more can be said of it later. */
record Items<T>(List<T> items) {
  static <S, T> Items<T> of(List<S> source, Function<S, T> view) {
    return new Items<>(source.stream().map(view).toList());
  }
}
