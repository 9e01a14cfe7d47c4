package io.tutti.world;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ThreadState;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Three sources with replicas below them, which are read again and again. */
final class MovingTopology {
  static final List<String> NAMES =
      List.of("a:1", "b:1", "c:1", "d:1", "e:1", "f:1", "g:1", "h:1", "i:1");

  private final Map<InstanceAddress, Node> nodes = new TreeMap<>();
  private final Map<String, String> sources = new TreeMap<>();
  private TopologySnapshot latest;

  MovingTopology() {
    for (int i = 0; i < NAMES.size(); i++) {
      String name = NAMES.get(i);
      if (i % 3 > 0) {
        sources.put(name, NAMES.get(i - i % 3));
      }
      nodes.put(InstanceAddress.parse(name), of(name, false, ThreadState.RUNNING));
    }
    latest = whole();
  }

  TopologySnapshot now() {
    return latest;
  }

  private TopologySnapshot whole() {
    return TopologySnapshot.of(States.NOW, nodes.values(), Map.of(), Map.of());
  }

  private Node of(String name, boolean writable, ThreadState applier) {
    States state = writable ? States.of(name).writable() : States.of(name);
    return (sources.containsKey(name)
            ? state.channel(Channels.from(sources.get(name)).applier(applier).build())
            : state)
        .reached();
  }

  /** One is read, as another thing than before. */
  void read(String name, boolean writable, ThreadState applier) {
    put(of(name, writable, applier));
  }

  /** One does not answer. */
  void lose(String name) {
    Node node = latest.find(InstanceAddress.parse(name)).orElseThrow();
    put(
        node.withFailure(
            new OrchestratorException(ErrorCode.CONNECTION_REFUSED, name, "refused", List.of()),
            States.NOW));
  }

  /** One replicates from another one. */
  void move(String name, String source) {
    sources.put(name, source);
    put(of(name, false, ThreadState.RUNNING));
  }

  private void put(Node node) {
    Optional<Node> before = Optional.ofNullable(nodes.put(node.address(), node));
    latest =
        before.filter(node::isPlacedLike).isPresent()
            ? latest.after(States.NOW, Map.of(node.address(), node))
            : whole();
  }

  /** Something happens. */
  void step(RandomGenerator random) {
    String name = NAMES.get(random.nextInt(NAMES.size()));
    switch (random.nextInt(4)) {
      case 0 -> lose(name);
      case 1 -> move(name, NAMES.get(random.nextInt(NAMES.size())));
      case 2 -> read(name, true, ThreadState.RUNNING);
      default ->
          read(name, false, random.nextBoolean() ? ThreadState.RUNNING : ThreadState.STOPPED);
    }
  }

  /** Worked out from nothing. */
  TopologySnapshot again() {
    return TopologySnapshot.of(States.NOW, nodes.values(), Map.of(), latest.currentClusterNames());
  }
}
