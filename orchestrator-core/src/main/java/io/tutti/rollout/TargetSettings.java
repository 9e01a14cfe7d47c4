package io.tutti.rollout;

import io.tutti.analysis.SettingsAdvice;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.rollout.RolloutPlan.Setting;
import io.tutti.spi.knob.AppliesWhen;
import io.tutti.spi.knob.KnobRefusal;
import io.tutti.spi.knob.KnobRequest;
import io.tutti.spi.knob.KnobRole;
import io.tutti.spi.knob.KnobScope;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What one server gets, in its own spelling. Pure. */
final class TargetSettings {
  private final Candidates.Candidate candidate;
  private final InstanceState state;
  private final RolloutWorld.Release release;
  private final boolean persist;
  private final Map<String, String> wanted = new LinkedHashMap<>();
  private final Map<String, String> reasons = new LinkedHashMap<>();
  private final List<String> without = new ArrayList<>();
  private final List<KnobRefusal> refusals = new ArrayList<>();
  private final List<Setting> settings = new ArrayList<>();

  private TargetSettings(
      Candidates.Candidate candidate, RolloutWorld.Release release, boolean persist) {
    this.candidate = candidate;
    this.state = candidate.state();
    this.release = release;
    this.persist = persist;
  }

  static TargetSettings of(
      Candidates.Candidate candidate,
      RolloutWorld.Release release,
      Rollout rollout,
      RolloutWorld world) {
    TargetSettings target = new TargetSettings(candidate, release, rollout.persist());
    switch (rollout.settings()) {
      case Wanted.Named(Map<String, String> values) -> values.forEach(target::take);
      case Wanted.Advised advised -> target.take(world.advice().apply(candidate.node()));
      case Wanted.Auto auto -> world.found().apply(candidate.address()).ifPresent(target::take);
    }
    target.spell();
    return target;
  }

  List<Setting> settings() {
    return settings;
  }

  /** What it does not get, each with the reason. */
  List<String> without() {
    return without;
  }

  /** What is wrong with what is wanted of it. */
  List<KnobRefusal> refusals() {
    return refusals;
  }

  private void take(String name, String value) {
    Optional<ServerKnob> knob = release.catalogue().find(name);
    if (knob.isEmpty()) {
      without.add("%s has no setting %s".formatted(state.version(), name));
    } else if (knob.get().role() == KnobRole.REPLICA && state.knownChannels().isEmpty()) {
      without.add("%s is a setting of replicas".formatted(name));
    } else {
      wanted.put(name, value);
    }
  }

  private void take(RolloutWorld.Found found) {
    if (found.settings().isEmpty()) {
      without.add("what it has is best, " + found.because());
    }
    found
        .settings()
        .forEach((name, value) -> {
          take(name, value);
          reasons.put(name, found.because());
        });
  }

  private void take(SettingsAdvice advice) {
    for (SettingsAdvice.Wanted each : advice.settings()) {
      String name = each.setting().variable();
      Optional<ServerKnob> knob = release.catalogue().find(name);
      if (knob.isEmpty() || knob.get().appliesWhen() == AppliesWhen.RESTART) {
        without.add("%s is advised and needs a restart or a person".formatted(name));
      } else if (wanted.putIfAbsent(name, each.setting().value()) == null) {
        reasons.put(knob.get().name(), each.code() + ": " + each.reason());
      }
    }
  }

  private void spell() {
    if (wanted.isEmpty()) {
      return;
    }
    KnobRequest request = KnobRequest.of(state, wanted);
    refusals.addAll(release.catalogue().refusals(request));
    if (refusals.isEmpty()) {
      release.catalogue().settings(request).forEach(setting -> settings.add(spelled(setting)));
    }
  }

  private Setting spelled(KnobSetting setting) {
    ServerKnob knob = setting.knob();
    Set<String> statements = new LinkedHashSet<>();
    for (String channel : channels(knob)) {
      KnobSetting there = setting.forChannel(channel);
      Optional<String> kept =
          persist && knob.isPersistable()
              ? release.statements().persist(there)
              : Optional.<String>empty();
      if (kept.isPresent()) {
        statements.add(kept.get());
      } else {
        statements.addAll(release.statements().set(there));
      }
    }
    return new Setting(
        knob.name(),
        knob.serverName(),
        setting.value(),
        Optional.ofNullable(reasons.get(knob.name())),
        List.copyOf(statements),
        switch (knob.appliesWhen()) {
          case LIVE, RESTART -> "";
          case NEXT_APPLIER_START, APPLIER_STOPPED -> "applier";
          case REPLICATION_STOPPED -> "receiver and applier";
        });
  }

  private List<String> channels(ServerKnob knob) {
    return knob.scope() == KnobScope.CHANNEL && !state.knownChannels().isEmpty()
        ? state.knownChannels().stream().map(Channel::name).toList()
        : List.of("");
  }

  /** Whether nothing is to be done, as far as the last reading shows. */
  boolean isSo(RolloutWorld world) {
    return !settings.isEmpty()
        && settings.stream()
            .allMatch(setting ->
                state.settings().text(setting.serverName()).is(setting.value())
                    && (!persist || isDesired(world, setting)));
  }

  private boolean isDesired(RolloutWorld world, Setting setting) {
    return world.view().desiredOf(candidate.address()).stream()
        .anyMatch(desired ->
            desired.knob().equals(setting.name()) && desired.value().equals(setting.value()));
  }
}
