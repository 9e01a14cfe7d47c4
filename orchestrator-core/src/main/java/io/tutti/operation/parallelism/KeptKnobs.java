package io.tutti.operation.parallelism;

import io.tutti.model.Observed;
import io.tutti.spi.knob.KnobReading;
import io.tutti.store.KeptSettings;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is kept of the knobs of one instance, by {@link KnobChange#key}.
 *
 * @param originals what was there before any operation of ours, and what the server itself kept
 * @param desired what is held as wanted
 * @param rollouts which rollout wants it, by its name
 */
record KeptKnobs(
    SortedMap<String, KnobChange> originals,
    SortedMap<String, String> desired,
    SortedMap<String, String> rollouts) {

  KeptKnobs {
    originals = Collections.unmodifiableSortedMap(new TreeMap<>(originals));
    desired = Collections.unmodifiableSortedMap(new TreeMap<>(desired));
    rollouts = Collections.unmodifiableSortedMap(new TreeMap<>(rollouts));
  }

  static KeptKnobs of(KeptSettings.Settings settings) {
    SortedMap<String, KnobChange> originals = new TreeMap<>();
    settings.originals().stream()
        .map(KnobChange::of)
        .forEach(change -> originals.put(change.key(), change));
    return new KeptKnobs(originals, settings.desired(), settings.rollouts());
  }

  KeptSettings.Settings toSettings() {
    return new KeptSettings.Settings(
        originals.values().stream().map(KnobChange::toOriginal).toList(),
        desired,
        rollouts,
        Optional.empty());
  }

  boolean hasOriginal(String key) {
    return originals.containsKey(key);
  }

  Optional<KnobChange> original(String key) {
    return Optional.ofNullable(originals.get(key));
  }

  /** Which rollout wants it, by its name. */
  Optional<String> rollout(String key) {
    return Optional.ofNullable(rollouts.get(key));
  }

  Optional<String> desired(String key) {
    return Optional.ofNullable(desired.get(key));
  }

  /**
   * The first one is the original, whatever comes later; what the server kept by itself is added
   * once an operation of ours touches that, too.
   */
  KeptKnobs withOriginal(KnobChange before, KnobReading reading) {
    KnobChange known = originals.get(before.key());
    SortedMap<String, KnobChange> more = new TreeMap<>(originals);
    if (known == null) {
      more.put(before.key(), before);
    } else if (known.kept() instanceof KnobChange.Kept.Left
        && !(before.kept() instanceof KnobChange.Kept.Left)) {
      KnobChange.Kept kept = KnobChange.Kept.of(reading.persisted());
      more.put(before.key(), new KnobChange(known.knob(), known.channel(), known.value(), kept));
    }
    return new KeptKnobs(more, desired, rollouts);
  }

  /** Whoever sets the same again does not take a rollout's name from it. */
  KeptKnobs withDesired(KnobChange change, Optional<String> rollout) {
    SortedMap<String, String> more = new TreeMap<>(desired);
    boolean isSame = change.value().equals(more.put(change.key(), change.value()));
    SortedMap<String, String> named = new TreeMap<>(rollouts);
    if (!isSame) {
      named.remove(change.key());
    }
    rollout.ifPresent(name -> named.put(change.key(), name));
    return new KeptKnobs(originals, more, named);
  }

  KeptKnobs withoutDesired(String key) {
    SortedMap<String, String> fewer = new TreeMap<>(desired);
    fewer.remove(key);
    SortedMap<String, String> named = new TreeMap<>(rollouts);
    named.remove(key);
    return new KeptKnobs(originals, fewer, named);
  }

  KeptKnobs without(String key) {
    SortedMap<String, KnobChange> fewer = new TreeMap<>(originals);
    fewer.remove(key);
    KeptKnobs others = withoutDesired(key);
    return new KeptKnobs(fewer, others.desired(), others.rollouts());
  }

  /** Whether a server that shows this value has drifted from what is held as wanted. */
  Optional<String> drift(String key, Observed<String> shown) {
    return desired(key).filter(wanted -> shown.isKnown() && !shown.is(wanted));
  }
}
