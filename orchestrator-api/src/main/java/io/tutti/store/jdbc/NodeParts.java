package io.tutti.store.jdbc;

import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.model.Settings;
import io.tutti.model.StatusCounters;
import io.tutti.topology.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A node, taken apart by how often its parts change, so that only what changed is written.
 *
 * @param stable the node without the other two
 */
record NodeParts(Node stable, Settings settings, Reading reading) {
  private static final Observed<Duration> NO_UPTIME = Observed.absent("");
  private static final Observed<StatusCounters> NO_COUNTERS = Observed.absent("");
  private static final Observed<ProcessStart> NO_START = Observed.absent("");

  /** What every reading of an instance changes, also of an idle one. */
  record Reading(
      Instant observedAt,
      Observed<Duration> uptime,
      Observed<StatusCounters> counters,
      Observed<ProcessStart> startedAt) {
    static final Reading NONE = new Reading(Instant.EPOCH, NO_UPTIME, NO_COUNTERS, NO_START);
  }

  static NodeParts of(Node node) {
    Optional<InstanceState> state = node.state();
    return new NodeParts(
        with(node, Settings.EMPTY, Reading.NONE),
        state.map(InstanceState::settings).orElse(Settings.EMPTY),
        state
            .map(read ->
                new Reading(read.observedAt(), read.uptime(), read.counters(), read.startedAt()))
            .orElse(Reading.NONE));
  }

  Node whole() {
    return with(stable, settings, reading);
  }

  private static Node with(Node node, Settings settings, Reading reading) {
    return new Node(
        node.address(),
        node.foundVia(),
        node.firstSeen(),
        node.state().map(state -> with(state, settings, reading)),
        node.failure(),
        node.restored(),
        node.hidden(),
        List.of(),
        node.acks(),
        Optional.empty());
  }

  private static InstanceState with(InstanceState state, Settings settings, Reading reading) {
    return new InstanceState(
        state.address(),
        state.version(),
        reading.observedAt(),
        state.identity(),
        state.writeProtection(),
        state.binlog(),
        state.gtid(),
        state.durability(),
        state.parallel(),
        state.semiSync(),
        reading.uptime(),
        settings,
        reading.counters(),
        state.channels(),
        state.replicas(),
        state.stalledStatements(),
        state.tables(),
        reading.startedAt(),
        state.events(),
        state.group(),
        state.claim(),
        state.prepared());
  }
}
