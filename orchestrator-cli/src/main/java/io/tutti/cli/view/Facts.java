package io.tutti.cli.view;

import io.tutti.api.Fact;
import io.tutti.model.Observed;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the controller reports of facts. */
public final class Facts {
  private Facts() {}

  public static <T> Observed<T> observed(Fact<T> fact) {
    if (fact.value().isPresent()) {
      return Observed.known(fact.value().get());
    }
    return fact.absent().isPresent()
        ? Observed.absent(fact.absent().get())
        : Observed.unknown(fact.unknown().orElse("the controller did not report it"));
  }

  /** Whether it was sent: a controller of another release may leave it out. */
  public static boolean isReported(Fact<?> fact) {
    return fact.value().isPresent() || fact.absent().isPresent() || fact.unknown().isPresent();
  }

  /** The facts of a group by name, in its order. */
  public static Map<String, Observed<String>> of(Record group) {
    Map<String, Observed<String>> facts = new LinkedHashMap<>();
    for (var component : group.getClass().getRecordComponents()) {
      try {
        if (component.getAccessor().invoke(group) instanceof Fact<?> fact && isReported(fact)) {
          facts.put(component.getName(), observed(fact).map(String::valueOf));
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(component + " cannot be read", e);
      }
    }
    return facts;
  }
}
