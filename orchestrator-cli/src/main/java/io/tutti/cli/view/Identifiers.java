package io.tutti.cli.view;

import java.util.List;
import java.util.Optional;

/**
 * By what the things in an answer are named in other commands: those of a list each, else the one
 * that it is about.
 */
public final class Identifiers {
  private static final List<String> LISTS =
      List.of("items", "instances", "reached", "servers", "removed");

  /** The first that something has; {@code target} is what has no name of its own is about. */
  private static final List<String> FIELDS = List.of("id", "address", "name", "code", "target");

  private Identifiers() {}

  /** Empty when the answer is of another kind; an empty list has no identifiers. */
  public static Optional<List<String>> of(Json answer) {
    for (String list : LISTS) {
      if (answer.at(list).isArray()) {
        return Optional.of(
            answer.at(list).items().stream().flatMap(item -> one(item).stream()).toList());
      }
    }
    return one(answer).map(List::of);
  }

  private static Optional<String> one(Json thing) {
    Optional<String> code = thing.text("code");
    Optional<String> subject = thing.text("subject");
    if (code.isPresent() && subject.isPresent()) {
      return Optional.of(code.get() + "/" + subject.get());
    }
    return thing
        .text()
        .or(() -> FIELDS.stream().flatMap(field -> thing.text(field).stream()).findFirst());
  }
}
