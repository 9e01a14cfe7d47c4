package io.tutti.rest;

import io.tutti.model.InstanceState;
import io.tutti.model.ReplicationFilter;
import io.tutti.model.StatusCounters;
import io.tutti.rest.StateView.BinlogView;
import io.tutti.rest.StateView.DurabilityView;
import io.tutti.rest.StateView.GtidView;
import io.tutti.rest.StateView.ParallelView;
import io.tutti.rest.StateView.SemiSyncView;
import io.tutti.rest.StateView.WriteProtectionView;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One instance, as clients see it. What a server tells of itself is missing as long as it was never
 * read.
 *
 * @param address the name it is kept under
 * @param aliases other names under which it was met
 * @param contact REACHED, FAILED, RESTORED or PENDING
 * @param role SOURCE, INTERMEDIATE_SOURCE, REPLICA, STANDALONE or UNKNOWN
 * @param failure why the latest contact failed
 * @param observedAt when it was read last
 * @param ageMillis how long that is ago
 * @param flavor the plugin that speaks for it
 * @param writable whether ordinary clients can write
 * @param binlogFilters what it keeps out of its binlog on purpose
 * @param channels one for each source
 * @param channelsMissing why there are none in that list
 * @param stalledStatements what does not answer and is left out
 * @param problems codes of what is found about it and its channels
 * @param settings raw system variables; only when a single instance is asked for
 * @param counters raw status counters; only when a single instance is asked for
 */
record InstanceView(
    String address,
    List<String> aliases,
    Optional<String> cluster,
    String contact,
    Role role,
    Optional<FailureView> failure,
    Optional<String> foundVia,
    Instant firstSeen,
    Optional<Instant> observedAt,
    Optional<Long> ageMillis,
    Optional<String> flavor,
    Optional<String> version,
    Optional<String> versionComment,
    Optional<Fact<String>> serverUuid,
    Optional<Fact<Long>> serverId,
    Optional<Fact<String>> hostname,
    Optional<Fact<Integer>> port,
    Optional<Fact<String>> reportedAs,
    Optional<WriteProtectionView> writeProtection,
    Optional<Fact<Boolean>> writable,
    Optional<GtidView> gtid,
    Optional<BinlogView> binlog,
    Optional<DurabilityView> durability,
    Optional<ParallelView> parallel,
    Optional<SemiSyncView> semiSync,
    Optional<Fact<Long>> uptimeSeconds,
    List<String> binlogFilters,
    List<ChannelView> channels,
    Optional<Fact<String>> channelsMissing,
    List<String> stalledStatements,
    List<String> problems,
    Optional<Map<String, String>> settings,
    Optional<Fact<Map<String, Long>>> counters) {

  /** What an instance does in replication. */
  enum Role {
    SOURCE,
    INTERMEDIATE_SOURCE,
    REPLICA,
    STANDALONE,
    UNKNOWN
  }

  /** Why the latest contact failed. */
  record FailureView(
      String code,
      String observed,
      List<String> remedies,
      Instant since,
      Instant last,
      int attempts) {
    static FailureView of(ContactFailure failure) {
      return new FailureView(
          failure.code().name(),
          failure.observed(),
          failure.remedies(),
          failure.since(),
          failure.last(),
          failure.attempts());
    }
  }

  /** What is around an instance in the snapshot. */
  record Surroundings(
      List<String> aliases,
      Optional<String> cluster,
      boolean hasReplicas,
      List<ChannelView> channels,
      List<String> problems,
      Instant now) {}

  /**
   * @param detailed whether raw settings and counters are told
   */
  static InstanceView of(Node node, Surroundings around, boolean detailed) {
    Optional<InstanceState> state = node.state();
    return new InstanceView(
        node.address().toString(),
        around.aliases(),
        around.cluster(),
        node.contact().name(),
        role(state, around.hasReplicas()),
        node.failure().map(FailureView::of),
        node.foundVia().map(Object::toString),
        node.firstSeen(),
        state.map(InstanceState::observedAt),
        node.age(around.now()).map(Duration::toMillis),
        state.map(s -> s.version().flavor()),
        state.map(s -> s.version().version().toString()),
        state.map(s -> s.version().comment()),
        state.map(s -> Fact.of(s.identity().serverUuid())),
        state.map(s -> Fact.of(s.identity().serverId())),
        state.map(s -> Fact.of(s.identity().hostname())),
        state.map(s -> Fact.of(s.identity().port())),
        state.map(s -> Fact.text(s.identity().reportedAs())),
        state.map(s -> WriteProtectionView.of(s.writeProtection())),
        state.map(s -> Fact.of(s.writeProtection().acceptsWrites())),
        state.map(s -> GtidView.of(s.gtid())),
        state.map(s -> BinlogView.of(s.binlog())),
        state.map(s -> DurabilityView.of(s.durability())),
        state.map(s -> ParallelView.of(s.parallel())),
        state.map(s -> SemiSyncView.of(s.semiSync())),
        state.map(s -> Fact.of(s.uptime(), Duration::toSeconds)),
        binlogFilters(state),
        around.channels(),
        state.flatMap(s -> Fact.missing(s.channels())),
        state.map(InstanceState::stalledStatements).orElse(List.of()),
        around.problems(),
        state.filter(s -> detailed).map(s -> s.settings().values()),
        state.filter(s -> detailed).map(s -> Fact.of(s.counters(), StatusCounters::values)));
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
}
