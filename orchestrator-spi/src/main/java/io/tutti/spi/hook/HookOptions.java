package io.tutti.spi.hook;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How the operator set a hook up, as far as its kind is concerned.
 *
 * @param name as in the settings
 * @param command a program and its arguments, for no shell
 * @param url it may hold a secret
 * @param secret never shown
 * @param own what only its kind knows, by name; no secrets
 */
public record HookOptions(
    String name,
    List<String> command,
    Optional<String> url,
    Optional<String> secret,
    Map<String, String> own) {
  public HookOptions {
    command = List.copyOf(command);
    own = Map.copyOf(own);
  }

  /** The value of an option of its kind. */
  public Optional<String> find(String option) {
    return Optional.ofNullable(own.get(option)).map(String::strip).filter(each -> !each.isEmpty());
  }

  /**
   * The same of one that must be there.
   *
   * @throws IllegalArgumentException when it is not
   */
  public String require(String option) {
    return find(option)
        .orElseThrow(() -> new IllegalArgumentException("it has no options.%s".formatted(option)));
  }

  /**
   * The options of its kind are these, and nothing else is set.
   *
   * @throws IllegalArgumentException naming what else is, and what there is
   */
  public void requireOnly(Set<String> known) {
    if (!command.isEmpty() || url.isPresent() || secret.isPresent()) {
      throw new IllegalArgumentException(
          "it has a command, url or secret; its kind has options: %s".formatted(sorted(known)));
    }
    Set<String> unknown = new TreeSet<>(own.keySet());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no options.%s; there are: %s"
              .formatted(unknown.iterator().next(), sorted(known)));
    }
  }

  /**
   * None is set.
   *
   * @throws IllegalArgumentException when one is
   */
  public void requireNone() {
    if (!own.isEmpty()) {
      throw new IllegalArgumentException(
          "its kind has no options, and there are some: %s".formatted(sorted(own.keySet())));
    }
  }

  private static String sorted(Set<String> names) {
    return String.join(", ", new TreeSet<>(names));
  }

  @Override
  public String toString() {
    return name + " " + new TreeMap<>(own);
  }
}
