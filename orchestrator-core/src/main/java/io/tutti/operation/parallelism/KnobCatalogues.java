package io.tutti.operation.parallelism;

import io.tutti.capability.Ports;
import io.tutti.model.ServerVersion;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobCatalogue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The knobs of each release, with the knowledge of what other flavors call theirs. */
public final class KnobCatalogues {
  private final Map<String, List<Knob>> knobsByFlavor = new TreeMap<>();

  public KnobCatalogues(List<FlavorProvider> providers) {
    providers.forEach(provider -> knobsByFlavor.put(provider.id(), provider.declaredKnobs()));
  }

  static KnobCatalogues of(Ports ports) {
    return new KnobCatalogues(ports.flavors().providers());
  }

  public KnobCatalogue of(FlavorProvider provider, ServerVersion version) {
    return provider.knobs(version).besides(knobsByFlavor);
  }

  /** With those of durability, which nobody sets but to measure, and which are given back. */
  KnobCatalogue withDurability(FlavorProvider provider, ServerVersion version) {
    return of(provider, version).with(provider.durabilityKnobs());
  }
}
