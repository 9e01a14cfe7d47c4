package io.tutti.rest;

import io.tutti.model.BinlogState;
import io.tutti.model.Durability;
import io.tutti.model.GtidState;
import io.tutti.model.ParallelSettings;
import io.tutti.model.SemiSync;
import io.tutti.model.WriteProtection;
import java.time.Duration;

/** The groups of facts that a server tells of itself. */
final class StateView {
  private StateView() {}

  /** Who may write. */
  record WriteProtectionView(
      Fact<Boolean> readOnly, Fact<Boolean> superReadOnly, Fact<Boolean> offlineMode) {
    static WriteProtectionView of(WriteProtection protection) {
      return new WriteProtectionView(
          Fact.of(protection.readOnly()),
          Fact.of(protection.superReadOnly()),
          Fact.of(protection.offlineMode()));
    }
  }

  /** Its GTID sets, in its own spelling. */
  record GtidView(
      Fact<String> mode, Fact<String> executed, Fact<String> binlogged, Fact<String> purged) {
    static GtidView of(GtidState gtid) {
      return new GtidView(
          Fact.of(gtid.mode()),
          Fact.text(gtid.executed()),
          Fact.text(gtid.binlogged()),
          Fact.text(gtid.purged()));
    }
  }

  /** What it writes for its own replicas. */
  record BinlogView(
      Fact<Boolean> enabled,
      Fact<Boolean> logsReplicatedWrites,
      Fact<String> format,
      Fact<String> rowImage,
      Fact<String> position) {
    static BinlogView of(BinlogState binlog) {
      return new BinlogView(
          Fact.of(binlog.enabled()),
          Fact.of(binlog.logsReplicatedWrites()),
          Fact.of(binlog.format()),
          Fact.of(binlog.rowImage()),
          Fact.text(binlog.position()));
    }
  }

  /** What a crash can cost. */
  record DurabilityView(
      Fact<Long> syncBinlog,
      Fact<Long> flushLogAtCommit,
      Fact<String> doublewrite,
      Fact<Long> syncRelayLog,
      Fact<Boolean> relayLogRecovery,
      Fact<String> relayLogInfoRepository) {
    static DurabilityView of(Durability durability) {
      return new DurabilityView(
          Fact.of(durability.syncBinlog()),
          Fact.of(durability.flushLogAtCommit()),
          Fact.of(durability.doublewrite()),
          Fact.of(durability.syncRelayLog()),
          Fact.of(durability.relayLogRecovery()),
          Fact.of(durability.relayLogInfoRepository()));
    }
  }

  /** How its appliers may run in parallel. */
  record ParallelView(Fact<Long> workers, Fact<String> mode, Fact<Boolean> preservesCommitOrder) {
    static ParallelView of(ParallelSettings parallel) {
      return new ParallelView(
          Fact.of(parallel.workers()),
          Fact.of(parallel.mode()),
          Fact.of(parallel.preservesCommitOrder()));
    }
  }

  /** Semi-synchronous replication, both sides. */
  record SemiSyncView(
      Fact<Boolean> sourceEnabled,
      Fact<Boolean> sourceActive,
      Fact<Long> acksRequired,
      Fact<Long> timeoutMillis,
      Fact<Long> connectedReplicas,
      Fact<Boolean> replicaEnabled,
      Fact<Boolean> replicaActive) {
    static SemiSyncView of(SemiSync semiSync) {
      return new SemiSyncView(
          Fact.of(semiSync.sourceEnabled()),
          Fact.of(semiSync.sourceActive()),
          Fact.of(semiSync.acksRequired()),
          Fact.of(semiSync.timeout(), Duration::toMillis),
          Fact.of(semiSync.connectedReplicas()),
          Fact.of(semiSync.replicaEnabled()),
          Fact.of(semiSync.replicaActive()));
    }
  }
}
