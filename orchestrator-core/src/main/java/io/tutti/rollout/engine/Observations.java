package io.tutti.rollout.engine;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.gate.Readings;
import io.tutti.rollout.gate.Sample;
import io.tutti.topology.TopologySnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What was read of servers in the waves of rollouts. A wave under way is in memory; the store has a
 * thinner copy, which is renewed when a fifth more was read, so that a restarted controller knows
 * what was before a change, and reports show it later.
 */
final class Observations {
  /** In memory, of each part. A week of readings a second would be more than anybody needs. */
  private static final int SAMPLES_MAX = 4_000;

  /** In the store, of each part of each server: a line of a chart is not wider. */
  static final int KEPT_MAX = 300;

  /** Readings of older rollouts are forgotten. */
  static final int ROLLOUTS_MAX = 100;

  private static final double GROWTH = 1.2;
  private static final int FIRST = 5;

  private final RolloutReadings store;
  private final Map<WaveId, Seen> underWay = new HashMap<>();

  Observations(RolloutReadings store) {
    this.store = store;
  }

  private record WaveId(String rollout, int wave) {}

  /** Of one server. */
  private static final class Lists {
    private final List<Sample> before;
    private final List<Sample> since;

    Lists(Readings known) {
      before = new ArrayList<>(known.before());
      since = new ArrayList<>(known.since());
    }

    boolean add(InstanceState read, Instant changesFrom) {
      List<Sample> last = since.isEmpty() ? before : since;
      if (!last.isEmpty() && !last.getLast().at().isBefore(read.observedAt())) {
        return false;
      }
      List<Sample> part = read.observedAt().isAfter(changesFrom) ? since : before;
      part.add(SampleReading.of(read));
      if (part.size() > SAMPLES_MAX) {
        List<Sample> half = Readings.thinned(List.copyOf(part), SAMPLES_MAX / 2);
        part.clear();
        part.addAll(half);
      }
      return true;
    }

    Readings readings() {
      return new Readings(before, since);
    }
  }

  /** Of all servers of a wave. */
  private static final class Seen {
    private final Map<InstanceAddress, Lists> servers = new TreeMap<>();
    private long read;
    private long saved;
    private boolean isBeforeSaved = true;

    Seen(Map<InstanceAddress, Readings> known) {
      known.forEach((address, readings) -> servers.put(address, new Lists(readings)));
    }

    void add(InstanceAddress address, InstanceState state, Instant changesFrom) {
      Lists lists = servers.computeIfAbsent(address, any -> new Lists(Readings.NONE));
      read += lists.add(state, changesFrom) ? 1 : 0;
    }

    /** With each save a fifth more: however long it takes, few saves. And before the change. */
    boolean isDue() {
      boolean isFirstSince = isBeforeSaved != isBefore();
      return read > saved
          && (isFirstSince || read >= saved * GROWTH + (double) FIRST * servers.size());
    }

    boolean isBefore() {
      return servers.values().stream().allMatch(lists -> lists.since.isEmpty());
    }

    Map<InstanceAddress, Readings> readings() {
      Map<InstanceAddress, Readings> all = new TreeMap<>();
      servers.forEach((address, lists) -> all.put(address, lists.readings()));
      return all;
    }
  }

  /** Reads what is new of the servers of waves under way; those that are over are kept. */
  synchronized void observe(TopologySnapshot topology, Collection<RolloutRun> runs) {
    Set<WaveId> open = new HashSet<>();
    for (RolloutRun run : runs) {
      WorldFacts.underWay(run)
          .ifPresent(wave -> {
            WaveId id = new WaveId(run.id(), wave.number());
            open.add(id);
            observe(topology, run, wave, seen(id));
          });
    }
    for (WaveId over : Set.copyOf(underWay.keySet())) {
      Seen seen = seen(over);
      if (!open.contains(over)) {
        save(over, seen);
        underWay.remove(over);
      } else if (seen.isDue()) {
        save(over, seen);
      }
    }
  }

  private Seen seen(WaveId id) {
    Seen known = underWay.get(id);
    if (known == null) {
      known = new Seen(store.load(id.rollout(), id.wave()));
      underWay.put(id, known);
      forgetOld();
    }
    return known;
  }

  private static void observe(TopologySnapshot topology, RolloutRun run, WaveRun wave, Seen seen) {
    Instant changesFrom = wave.beganAt().orElseThrow().plus(WaveTurn.before(run));
    for (InstanceAddress address : WorldFacts.watched(wave, topology)) {
      Optional<InstanceState> state = topology.find(address).flatMap(node -> node.currentState());
      state.ifPresent(read -> seen.add(address, read, changesFrom));
    }
  }

  private void save(WaveId id, Seen seen) {
    Map<InstanceAddress, Readings> thin = new TreeMap<>();
    seen.readings().forEach((address, readings) -> thin.put(address, readings.thinned(KEPT_MAX)));
    store.save(id.rollout(), id.wave(), thin);
    seen.saved = seen.read;
    seen.isBeforeSaved = seen.isBefore();
  }

  private void forgetOld() {
    Set<String> used = new HashSet<>();
    underWay.keySet().forEach(id -> used.add(id.rollout()));
    store.rollouts().stream()
        .skip(ROLLOUTS_MAX)
        .filter(old -> !used.contains(old))
        .forEach(store::forget);
  }

  /** Of one server in one wave. */
  synchronized List<Sample> of(String rollout, int wave, InstanceAddress address) {
    Seen seen = underWay.get(new WaveId(rollout, wave));
    return seen == null || !seen.servers.containsKey(address)
        ? List.of()
        : seen.servers.get(address).readings().all();
  }

  /** Of all servers of one wave, also of one that is over. */
  synchronized Map<InstanceAddress, Readings> of(String rollout, int wave) {
    Seen seen = underWay.get(new WaveId(rollout, wave));
    return seen == null ? store.load(rollout, wave) : seen.readings();
  }
}
