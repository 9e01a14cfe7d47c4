package io.tutti.rollout.engine;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.rollout.gate.Sample;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was read of servers while a rollout looks at them. In memory: a restarted controller has
 * nothing from before, says that it cannot judge, and asks.
 */
final class Observations {
  /** A week of readings a second would be more than anybody needs: every other one is dropped. */
  private static final int SAMPLES_MAX = 4_000;

  private final Map<InstanceAddress, List<Sample>> samples = new HashMap<>();

  /** Keeps what is new of these, and forgets all others. */
  synchronized void observe(TopologySnapshot topology, Set<InstanceAddress> wanted) {
    samples.keySet().retainAll(wanted);
    for (InstanceAddress address : wanted) {
      Optional<InstanceState> state = topology.find(address).flatMap(node -> node.currentState());
      state.ifPresent(
          read -> add(samples.computeIfAbsent(address, any -> new ArrayList<>()), read));
    }
  }

  private static void add(List<Sample> known, InstanceState read) {
    if (known.isEmpty() || known.getLast().at().isBefore(read.observedAt())) {
      known.add(SampleReading.of(read));
    }
    if (known.size() > SAMPLES_MAX) {
      List<Sample> half = new ArrayList<>();
      for (int i = 0; i < known.size(); i += 2) {
        half.add(known.get(i));
      }
      known.clear();
      known.addAll(half);
    }
  }

  synchronized List<Sample> of(InstanceAddress address) {
    return List.copyOf(samples.getOrDefault(address, List.of()));
  }
}
