package io.tutti.app;

import io.tutti.spi.FlavorProvider;
import io.tutti.spi.hook.HookProvider;
import java.util.List;

/** What plugins provide. */
record Plugins(List<FlavorProvider> flavors, List<HookProvider> hooks) {
  Plugins {
    flavors = List.copyOf(flavors);
    hooks = List.copyOf(hooks);
  }

  /** Flavors alone. */
  static Plugins of(FlavorProvider... flavors) {
    return new Plugins(List.of(flavors), List.of());
  }

  static Plugins all(List<Plugins> parts) {
    return new Plugins(
        parts.stream().flatMap(each -> each.flavors().stream()).toList(),
        parts.stream().flatMap(each -> each.hooks().stream()).toList());
  }

  boolean isEmpty() {
    return flavors.isEmpty() && hooks.isEmpty();
  }
}
