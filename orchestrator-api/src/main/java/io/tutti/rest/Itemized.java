package io.tutti.rest;

import io.tutti.api.Items;
import java.util.List;
import java.util.function.Function;

/** Turns lists into {@link Items}. */
final class Itemized {
  private Itemized() {}

  static <S, T> Items<T> of(List<S> source, Function<S, T> view) {
    return new Items<>(source.stream().map(view).toList());
  }
}
