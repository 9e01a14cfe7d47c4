package io.tutti.world;

import io.tutti.model.Durability;
import io.tutti.model.FlavorVersion;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.ThreadState;
import io.tutti.model.WriteProtection;
import io.tutti.topology.Node;
import java.util.List;
import java.util.Optional;

/**
 * What is worth reporting at once when it changes. Positions, counters and clocks change with each
 * reading: what they mean is looked at less often.
 */
record Signs(
    Node.Contact contact,
    Optional<FlavorVersion> version,
    Optional<WriteProtection> writeProtection,
    Optional<Durability> durability,
    List<OfChannel> channels,
    List<String> stalled) {

  /** Of one channel. */
  record OfChannel(
      String name,
      InstanceAddress source,
      ThreadState receiver,
      Optional<LastError> receiverError,
      ThreadState applier,
      Optional<LastError> applierError) {}

  static Signs of(Node node) {
    return new Signs(
        node.contact(),
        node.state().map(InstanceState::version),
        node.state().map(InstanceState::writeProtection),
        node.state().map(InstanceState::durability),
        node.lastKnownChannels().stream()
            .map(channel ->
                new OfChannel(
                    channel.name(),
                    channel.source(),
                    channel.receiver().state(),
                    channel.receiver().lastError(),
                    channel.applier().state(),
                    channel.applier().lastError()))
            .toList(),
        node.state().map(InstanceState::stalledStatements).orElse(List.of()));
  }
}
