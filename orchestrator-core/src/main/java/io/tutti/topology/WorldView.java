package io.tutti.topology;

import io.tutti.crash.Incident;
import io.tutti.model.InstanceAddress;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The world at one moment, as the controller knows it: the topology as it was observed, and the
 * controller's own records beside it. Immutable; the one input of rules and planners that need
 * both. An instance is found by each of its names.
 */
public record WorldView(TopologySnapshot topology, Records records, Circumstances circumstances) {

  public WorldView {
    records = records.under(topology.aliases());
  }

  /** Where nobody said anything. */
  public WorldView(TopologySnapshot topology, Records records) {
    this(topology, records, Circumstances.NOTHING);
  }

  /** A topology of which nothing is kept. */
  public static WorldView of(TopologySnapshot topology) {
    return new WorldView(topology, Records.NONE);
  }

  /** The same with other records. */
  public WorldView with(UnaryOperator<Records> change) {
    return new WorldView(topology, change.apply(records), circumstances);
  }

  /** The same with another reading of some of its instances. */
  public WorldView reading(Collection<Node> read) {
    SortedMap<InstanceAddress, Node> nodes = new TreeMap<>(topology.nodes());
    read.forEach(node -> nodes.put(node.address(), node));
    return new WorldView(
        TopologySnapshot.of(
            topology.takenAt(), nodes.values(), topology.aliases(), topology.clusterNames()),
        records,
        circumstances);
  }

  /** The same where that stands. */
  public WorldView where(Circumstances circumstances) {
    return new WorldView(topology, records, circumstances);
  }

  /** The restarts of an instance that somebody must look at, the newest first. */
  public List<Incident> incidentsOf(InstanceAddress address) {
    return records.incidents().getOrDefault(topology.keptUnder(address), List.of());
  }

  /** How an instance was when it had just started; empty when nobody saw that. */
  public Optional<StartupObservation> bootOf(InstanceAddress address) {
    return Optional.ofNullable(records.startups().get(topology.keptUnder(address)));
  }

  /** The fence around an instance. */
  public Optional<Fence> fenceOf(InstanceAddress address) {
    return Optional.ofNullable(records.fences().get(topology.keptUnder(address)));
  }

  /** That an instance is to be rebuilt: whoever would promote or change it must not. */
  public Optional<RebuildMark> rebuildOf(InstanceAddress address) {
    return Optional.ofNullable(records.rebuilds().get(topology.keptUnder(address)));
  }

  /**
   * The backup session that is open on an instance: whoever would promote, change or move it must
   * leave it alone.
   */
  public Optional<BackupSession> backupOf(InstanceAddress address) {
    return Optional.ofNullable(records.backups().get(topology.keptUnder(address)));
  }

  /** That an instance, or its cluster, is worked on now: what is found of it is expected. */
  public Optional<Downtime> downtimeOf(InstanceAddress address, Instant now) {
    return records.downtimes().stream()
        .filter(each -> !each.isOver(now) && each.of().covers(topology, address))
        .findFirst();
  }

  /** Who was below a source while it lived, after what is observed now. */
  public List<RememberedCluster.Member> membersBelow(InstanceAddress source) {
    InstanceAddress kept = topology.keptUnder(source);
    return RememberedCluster.of(
            topology, kept, Optional.ofNullable(records.remembered().bySource().get(kept)))
        .map(RememberedCluster::members)
        .orElse(List.of());
  }

  /** The settings of an instance that somebody asked to keep. */
  public List<DesiredSetting> desiredOf(InstanceAddress address) {
    return records.desired().getOrDefault(topology.keptUnder(address), List.of());
  }
}
