package io.tutti.store;

import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What operations keep of an instance's settings beyond their end: what was there before any of
 * them, and what is wanted from now on.
 */
public interface KeptSettings {

  /**
   * One setting as it was.
   *
   * @param knob its name over all releases
   * @param channel empty for the default one and for settings of the server
   * @param persisted what the server itself kept over a restart; unknown where that was left alone
   */
  record Original(String knob, String channel, String value, Observed<String> persisted) {
    @Override
    public String toString() {
      return knob + (channel.isEmpty() ? "" : "@" + channel) + "=" + value;
    }
  }

  /**
   * All that is kept of one instance.
   *
   * @param originals as they were before any operation
   * @param desired by setting and channel, what is wanted
   * @param rollouts by setting and channel, the name of the rollout that wants it; nothing where
   *     none does
   * @param process in which that was in force last, where it could be read
   */
  record Settings(
      List<Original> originals,
      SortedMap<String, String> desired,
      SortedMap<String, String> rollouts,
      Optional<ProcessStart> process) {
    public static final Settings NONE =
        new Settings(List.of(), new TreeMap<>(), new TreeMap<>(), Optional.empty());

    public Settings {
      originals = List.copyOf(originals);
      desired = Collections.unmodifiableSortedMap(new TreeMap<>(desired));
      rollouts = Collections.unmodifiableSortedMap(new TreeMap<>(rollouts));
    }

    public boolean isEmpty() {
      return originals.isEmpty() && desired.isEmpty();
    }

    public Settings in(ProcessStart start) {
      return new Settings(originals, desired, rollouts, Optional.of(start));
    }

    public Settings withoutProcess() {
      return new Settings(originals, desired, rollouts, Optional.empty());
    }
  }

  /**
   * What is kept of one instance.
   *
   * @param at when an operation kept it
   */
  record Kept(Settings settings, Instant at) {}

  /** All that is kept of an instance; {@link Settings#NONE} when nothing is. */
  Settings load(InstanceAddress address);

  /** Everything that is kept, by instance. */
  Map<InstanceAddress, Kept> loadAll();

  /** Keeps exactly this; durable when it returns. */
  void save(InstanceAddress address, Kept kept);
}
