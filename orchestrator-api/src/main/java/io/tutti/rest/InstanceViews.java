package io.tutti.rest;

import io.tutti.api.ChannelView;
import io.tutti.api.InstanceView;
import io.tutti.api.InstanceView.BinlogView;
import io.tutti.api.InstanceView.Contact;
import io.tutti.api.InstanceView.DurabilityView;
import io.tutti.api.InstanceView.FailureView;
import io.tutti.api.InstanceView.GtidView;
import io.tutti.api.InstanceView.ParallelView;
import io.tutti.api.InstanceView.Role;
import io.tutti.api.InstanceView.SemiSyncView;
import io.tutti.api.InstanceView.WriteProtectionView;
import io.tutti.model.BinlogState;
import io.tutti.model.Durability;
import io.tutti.model.GtidState;
import io.tutti.model.InstanceState;
import io.tutti.model.ParallelSettings;
import io.tutti.model.ReplicationFilter;
import io.tutti.model.SemiSync;
import io.tutti.model.StatusCounters;
import io.tutti.model.WriteProtection;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Node;
import io.tutti.topology.Tagging;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Turns what the engine knows into {@link InstanceView}s. */
final class InstanceViews {
  private InstanceViews() {}

  static FailureView of(ContactFailure failure) {
    return new FailureView(
        failure.code().name(),
        failure.observed(),
        RemedyViews.of(failure.remedies()),
        failure.since(),
        failure.last(),
        failure.attempts());
  }

  /**
   * @param detailed whether raw settings and counters are reported
   */
  static InstanceView of(Node node, Surroundings around, boolean detailed) {
    Optional<InstanceState> state = node.state();
    return new InstanceView(
        node.address().toString(),
        around.aliases(),
        Tagging.byName(around.tags()),
        TagViews.of(around.tags()),
        around.cluster(),
        Contact.valueOf(node.contact().name()),
        role(state, around.hasReplicas()),
        node.failure().map(InstanceViews::of),
        node.foundVia().map(Object::toString),
        node.firstSeen(),
        state.map(InstanceState::observedAt),
        node.age(around.now()).map(Duration::toMillis),
        state.map(s -> s.version().flavor()),
        state.map(s -> s.version().version().toString()),
        state.map(s -> s.version().comment()),
        state.map(s -> Facts.of(s.identity().serverUuid())),
        state.map(s -> Facts.of(s.identity().serverId())),
        state.map(s -> Facts.of(s.identity().hostname())),
        state.map(s -> Facts.of(s.identity().port())),
        state.map(s -> Facts.text(s.identity().reportedAs())),
        state.map(s -> InstanceViews.of(s.writeProtection())),
        state.map(s -> Facts.of(s.writeProtection().acceptsWrites())),
        state.map(s -> InstanceViews.of(s.gtid())),
        state.map(s -> InstanceViews.of(s.binlog())),
        state.map(s -> InstanceViews.of(s.durability())),
        state.map(s -> InstanceViews.of(s.parallel())),
        state.map(s -> InstanceViews.of(s.semiSync())),
        state.map(s -> Facts.of(s.uptime(), Duration::toSeconds)),
        binlogFilters(state),
        around.channels(),
        state.flatMap(s -> Facts.missing(s.channels())),
        state.map(InstanceState::stalledStatements).orElse(List.of()),
        around.problems(),
        state.filter(s -> detailed).map(s -> s.settings().values()),
        state.filter(s -> detailed).map(s -> Facts.of(s.counters(), StatusCounters::values)));
  }

  private static List<String> binlogFilters(Optional<InstanceState> state) {
    return state.stream()
        .flatMap(read -> ReplicationFilter.of(read.settings()).stream())
        .filter(ReplicationFilter::isOfBinlog)
        .map(ReplicationFilter::toString)
        .toList();
  }

  private static Role role(Optional<InstanceState> state, boolean hasReplicas) {
    Optional<Boolean> isReplica = state.flatMap(read -> read.isReplica().asOptional());
    if (isReplica.isEmpty()) {
      return Role.UNKNOWN;
    }
    if (isReplica.get()) {
      return hasReplicas ? Role.INTERMEDIATE_SOURCE : Role.REPLICA;
    }
    return hasReplicas ? Role.SOURCE : Role.STANDALONE;
  }

  static WriteProtectionView of(WriteProtection protection) {
    return new WriteProtectionView(
        Facts.of(protection.readOnly()),
        Facts.of(protection.superReadOnly()),
        Facts.of(protection.offlineMode()));
  }

  static GtidView of(GtidState gtid) {
    return new GtidView(
        Facts.of(gtid.mode()),
        Facts.text(gtid.executed()),
        Facts.text(gtid.binlogged()),
        Facts.text(gtid.purged()));
  }

  static BinlogView of(BinlogState binlog) {
    return new BinlogView(
        Facts.of(binlog.enabled()),
        Facts.of(binlog.logsReplicatedWrites()),
        Facts.of(binlog.format()),
        Facts.of(binlog.rowImage()),
        Facts.text(binlog.position()));
  }

  static DurabilityView of(Durability durability) {
    return new DurabilityView(
        Facts.of(durability.syncBinlog()),
        Facts.of(durability.flushLogAtCommit()),
        Facts.of(durability.doublewrite()),
        Facts.of(durability.syncRelayLog()),
        Facts.of(durability.relayLogRecovery()),
        Facts.of(durability.relayLogInfoRepository()));
  }

  static ParallelView of(ParallelSettings parallel) {
    return new ParallelView(
        Facts.of(parallel.workers()),
        Facts.of(parallel.mode()),
        Facts.of(parallel.preservesCommitOrder()));
  }

  static SemiSyncView of(SemiSync semiSync) {
    return new SemiSyncView(
        Facts.of(semiSync.sourceEnabled()),
        Facts.of(semiSync.sourceActive()),
        Facts.of(semiSync.acksRequired()),
        Facts.of(semiSync.timeout(), Duration::toMillis),
        Facts.of(semiSync.connectedReplicas()),
        Facts.of(semiSync.replicaEnabled()),
        Facts.of(semiSync.replicaActive()));
  }

  /** What is around an instance in the snapshot. */
  record Surroundings(
      List<String> aliases,
      List<Tagging> tags,
      Optional<String> cluster,
      boolean hasReplicas,
      List<ChannelView> channels,
      List<String> problems,
      Instant now) {}
}
