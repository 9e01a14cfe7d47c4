package io.tutti.operation.parallelism;

import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.store.KeptSettings;
import io.tutti.topology.DesiredSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which settings are to be kept, as each server spells them. */
public record DesiredSettings(KnobCatalogues catalogues, List<FlavorProvider> providers) {

  public static DesiredSettings of(List<FlavorProvider> providers) {
    return new DesiredSettings(new KnobCatalogues(providers), providers);
  }

  /** What is to be kept of an instance, by what it reported when it was read last. */
  public List<DesiredSetting> of(InstanceState state, KeptSettings.Kept what) {
    Optional<FlavorProvider> plugin =
        providers.stream()
            .filter(provider -> provider.id().equals(state.version().flavor()))
            .findFirst();
    List<DesiredSetting> desired = new ArrayList<>();
    if (plugin.isPresent()) {
      KnobCatalogue catalogue = catalogues.of(plugin.get(), state.version().version());
      KeptKnobs knobs = KeptKnobs.of(what.settings());
      Observed<ProcessStart> process =
          what.settings()
              .process()
              .<Observed<ProcessStart>>map(Observed::known)
              .orElse(Observed.unknown("its process was not read when the value was set"));
      knobs
          .desired()
          .forEach((key, value) -> {
            String knob = KnobChange.knobOf(key);
            String channel = KnobChange.channelOf(key);
            catalogue.knobs().stream()
                .filter(each -> each.name().equals(knob))
                .findFirst()
                .map(declared ->
                    new DesiredSetting(
                        knob,
                        channel,
                        variable(plugin.get(), state, declared, channel, value),
                        value,
                        knobs.rollout(key),
                        what.at(),
                        process))
                .ifPresent(desired::add);
          });
    }
    return desired;
  }

  private static String variable(
      FlavorProvider plugin, InstanceState state, ServerKnob knob, String channel, String value) {
    String line =
        plugin
            .replicationStatements(state.version().version())
            .optionLine(new KnobSetting(knob, value, channel));
    return line.substring(0, line.indexOf('='));
  }
}
