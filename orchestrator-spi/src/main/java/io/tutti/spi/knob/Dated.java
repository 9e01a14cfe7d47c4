package io.tutti.spi.knob;

import io.tutti.model.ServerVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Something that changed from release to release, such as a default.
 *
 * @param eras oldest first; the first has no beginning
 */
public record Dated<T>(List<Era<T>> eras) {

  /**
   * A value and the first release that has it.
   *
   * @param since empty for the oldest value
   */
  public record Era<T>(Optional<ServerVersion> since, T value) {}

  public Dated {
    eras = List.copyOf(eras);
    if (eras.isEmpty() || eras.getFirst().since().isPresent()) {
      throw new IllegalArgumentException("the first era must have no beginning: " + eras);
    }
  }

  /** The value of the oldest releases, and of all unless {@link #from} says otherwise. */
  public static <T> Dated<T> of(T value) {
    return new Dated<>(List.of(new Era<>(Optional.empty(), value)));
  }

  /** The same, with another value from a release on. */
  public Dated<T> from(String release, T value) {
    List<Era<T>> longer = new ArrayList<>(eras);
    longer.add(new Era<>(Optional.of(ServerVersion.parse(release)), value));
    return new Dated<>(longer);
  }

  public T on(ServerVersion version) {
    T value = eras.getFirst().value();
    for (Era<T> era : eras) {
      if (era.since().filter(first -> version.compareTo(first) < 0).isEmpty()) {
        value = era.value();
      }
    }
    return value;
  }

  /** All values, oldest first. */
  public List<T> values() {
    return eras.stream().map(Era::value).toList();
  }
}
