package io.tutti.spi.knob;

import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.model.Settings;
import java.util.List;
import java.util.Optional;

/**
 * How the settings of a server would be after a request.
 *
 * @param current before it
 * @param changes what it sets
 */
public record KnobOutcome(ServerVersion version, Settings current, List<KnobSetting> changes) {
  public KnobOutcome {
    changes = List.copyOf(changes);
  }

  /** What the request itself sets a knob to, by its name. */
  public Optional<String> change(String knob) {
    return changes.stream()
        .filter(change -> change.knob().name().equals(knob))
        .map(KnobSetting::value)
        .findFirst();
  }

  /** The value afterwards, by the knob's name or any of the given names of a plain variable. */
  public Observed<String> text(String knob, String... variables) {
    Optional<String> changed = change(knob);
    if (changed.isPresent()) {
      return Observed.known(changed.get());
    }
    Observed<String> value = current.text(knob);
    for (String variable : variables) {
      if (!value.isKnown()) {
        value = current.text(variable);
      }
    }
    return value;
  }

  /** Whether the value afterwards is surely that. */
  public boolean is(String expected, String knob, String... variables) {
    return text(knob, variables).asOptional().filter(expected::equalsIgnoreCase).isPresent();
  }
}
