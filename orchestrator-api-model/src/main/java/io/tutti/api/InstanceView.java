package io.tutti.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One instance, as clients see it. What a server reports of itself is missing as long as it was
 * never read.
 *
 * @param address the name it is kept under
 * @param aliases other names under which it was met
 * @param tags what people said of it
 * @param tagDetails the same with who said it, why, and until when
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
public record InstanceView(
    String address,
    List<String> aliases,
    Map<String, String> tags,
    List<TagView> tagDetails,
    Optional<String> cluster,
    Contact contact,
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

  /** Whether and how it answers. */
  public enum Contact {
    REACHED,
    FAILED,
    RESTORED,
    PENDING
  }

  /** What an instance does in replication. */
  public enum Role {
    SOURCE,
    INTERMEDIATE_SOURCE,
    REPLICA,
    STANDALONE,
    UNKNOWN
  }

  /** Why the latest contact failed. */
  public record FailureView(
      String code,
      String observed,
      List<RemedyView> remedies,
      Instant since,
      Instant last,
      int attempts) {}

  /** Who may write. */
  public record WriteProtectionView(
      Fact<Boolean> readOnly, Fact<Boolean> superReadOnly, Fact<Boolean> offlineMode) {}

  /** Its GTID sets, in its own spelling. */
  public record GtidView(
      Fact<String> mode, Fact<String> executed, Fact<String> binlogged, Fact<String> purged) {}

  /** What it writes for its own replicas. */
  public record BinlogView(
      Fact<Boolean> enabled,
      Fact<Boolean> logsReplicatedWrites,
      Fact<String> format,
      Fact<String> rowImage,
      Fact<String> position) {}

  /** What a crash can cost. */
  public record DurabilityView(
      Fact<Long> syncBinlog,
      Fact<Long> flushLogAtCommit,
      Fact<String> doublewrite,
      Fact<Long> syncRelayLog,
      Fact<Boolean> relayLogRecovery,
      Fact<String> relayLogInfoRepository) {}

  /** How its appliers may run in parallel. */
  public record ParallelView(
      Fact<Long> workers, Fact<String> mode, Fact<Boolean> preservesCommitOrder) {}

  /** Semi-synchronous replication, both sides. */
  public record SemiSyncView(
      Fact<Boolean> sourceEnabled,
      Fact<Boolean> sourceActive,
      Fact<Long> acksRequired,
      Fact<Long> timeoutMillis,
      Fact<Long> connectedReplicas,
      Fact<Boolean> replicaEnabled,
      Fact<Boolean> replicaActive) {}
}
