package io.tutti.gaps;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Observed;
import io.tutti.model.Worker;
import io.tutti.model.WorkerCheckpoint;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the workers of a channel have applied beyond its low-water mark, put together from their
 * checkpoints as the server itself does when it recovers (rpl_slave.cc, mts_recovery_groups). Pure.
 *
 * <ol>
 *   <li>A worker moves its checkpoint only when it is given something, so the highest checkpoint of
 *       all is the low-water mark when the server's own is behind it.
 *   <li>A worker that is not past the mark shows nothing of what is behind it.
 *   <li>A bit counts transactions from its worker's own checkpoint; the bit of the worker's newest
 *       transaction is {@code Checkpoint_seqno}.
 * </ol>
 */
public final class WorkerProgress {
  private final BinlogPosition lowWater;
  private final Observed<BinlogPosition> lowWaterInRelayLog;
  private final List<WorkerCheckpoint> rows;
  private final List<WorkerCheckpoint> ahead;

  private WorkerProgress(
      BinlogPosition lowWater,
      Observed<BinlogPosition> lowWaterInRelayLog,
      List<WorkerCheckpoint> rows) {
    this.lowWater = lowWater;
    this.lowWaterInRelayLog = lowWaterInRelayLog;
    this.rows = List.copyOf(rows);
    this.ahead = rows.stream().filter(this::isAhead).toList();
  }

  /** The progress; unknown where a fact is missing or positions are of different logs. */
  public static Observed<WorkerProgress> of(Channel channel) {
    return channel
        .applier()
        .executed()
        .flatMap(mark ->
            channel
                .applier()
                .workers()
                .flatMap(WorkerProgress::checkpoints)
                .flatMap(rows -> of(mark, channel.applier().relayLog(), rows)));
  }

  private static Observed<List<WorkerCheckpoint>> checkpoints(List<Worker> workers) {
    List<WorkerCheckpoint> rows = new ArrayList<>();
    for (Worker worker : workers) {
      if (worker.checkpoint() instanceof Observed.Unknown<WorkerCheckpoint>(String why)) {
        return Observed.unknown(
            "how far worker %d came is unknown: %s".formatted(worker.id(), why));
      }
      worker.checkpoint().asOptional().ifPresent(rows::add);
    }
    return Observed.known(rows);
  }

  static Observed<WorkerProgress> of(
      BinlogPosition reported, Observed<BinlogPosition> relayLog, List<WorkerCheckpoint> rows) {
    BinlogPosition mark = reported;
    Observed<BinlogPosition> inRelayLog = relayLog;
    for (WorkerCheckpoint row : rows) {
      for (Observed<BinlogPosition> each : List.of(row.source(), row.checkpointSource())) {
        Optional<BinlogPosition> position = each.asOptional();
        if (position.isPresent()
            && position.get().relationTo(reported) == BinlogPosition.Relation.INCOMPARABLE) {
          return Observed.unknown(
              "a worker is at %s and the applier at %s, which is in another log"
                  .formatted(position.get(), reported));
        }
      }
      Optional<BinlogPosition> checkpoint = row.checkpointSource().asOptional();
      if (checkpoint.isPresent()
          && checkpoint.get().relationTo(mark) == BinlogPosition.Relation.AFTER) {
        mark = checkpoint.get();
        inRelayLog = row.checkpointRelayLog();
      }
    }
    return Observed.known(new WorkerProgress(mark, inRelayLog, rows));
  }

  private boolean isAhead(WorkerCheckpoint row) {
    return row.source()
        .asOptional()
        .filter(at -> at.relationTo(lowWater) == BinlogPosition.Relation.AFTER)
        .isPresent();
  }

  /** Everything before this was applied. */
  public BinlogPosition lowWater() {
    return lowWater;
  }

  /** The same place in the relay log. */
  public Observed<BinlogPosition> lowWaterInRelayLog() {
    return lowWaterInRelayLog;
  }

  /**
   * The newest transaction that any worker applied ends here; the low-water mark if none is past.
   */
  public BinlogPosition highWater() {
    BinlogPosition highest = lowWater;
    for (WorkerCheckpoint row : ahead) {
      BinlogPosition at = row.source().asOptional().orElseThrow();
      if (at.relationTo(highest) == BinlogPosition.Relation.AFTER) {
        highest = at;
      }
    }
    return highest;
  }

  /** Without a look at any log; unknown where the workers' checkpoints cannot be joined. */
  public ChannelGaps judge() {
    if (ahead.isEmpty()) {
      return new ChannelGaps.Free("no worker is ahead of " + lowWater);
    }
    BitSet applied = new BitSet();
    for (WorkerCheckpoint row : ahead) {
      Optional<Integer> before = transactionsBeforeMark(row);
      if (before.isEmpty()) {
        return new ChannelGaps.Unknown(
            "a worker counts its transactions from %s, and only the log shows how many lie between that and %s"
                .formatted(row.checkpointSource(), lowWater));
      }
      addBits(applied, row, before.get());
    }
    List<Integer> places =
        IntStream.range(0, applied.length()).filter(place -> !applied.get(place)).boxed().toList();
    return places.isEmpty()
        ? new ChannelGaps.Free(
            "its workers have applied all %d transactions from %s to %s"
                .formatted(applied.length(), lowWater, highWater()))
        : new ChannelGaps.Open(
            new Missing.Counted(lowWater, places),
            "its workers have applied up to %s, except these".formatted(highWater()));
  }

  /**
   * How many transactions lie between a worker's checkpoint and the mark, where another worker with
   * the same checkpoint ends just at the mark.
   */
  private Optional<Integer> transactionsBeforeMark(WorkerCheckpoint row) {
    if (row.checkpointSource().is(lowWater)) {
      return Optional.of(0);
    }
    return rows.stream()
        .filter(other -> other.checkpointSource().equals(row.checkpointSource()))
        .filter(other -> other.source().is(lowWater))
        .findFirst()
        .map(other -> (int) other.sequence() + 1);
  }

  private static void addBits(BitSet applied, WorkerCheckpoint row, int before) {
    BitSet bits = bits(row);
    for (int bit = bits.nextSetBit(before);
        bit >= 0 && bit <= row.sequence();
        bit = bits.nextSetBit(bit + 1)) {
      applied.set(bit - before);
    }
  }

  /** Least significant bit of the first byte first. */
  private static BitSet bits(WorkerCheckpoint row) {
    return BitSet.valueOf(HexFormat.of().parseHex(row.groupBitmapHex()));
  }

  /**
   * With the transactions that are in the log.
   *
   * @param logged those after the low-water mark, in their order; enough of them when they reach
   *     {@link #highWater}
   */
  public ChannelGaps judge(List<LoggedTransaction> logged) {
    BitSet applied = new BitSet();
    for (WorkerCheckpoint row : ahead) {
      BinlogPosition newest = row.source().asOptional().orElseThrow();
      int place = placeOf(newest, logged);
      int before = (int) row.sequence() - place;
      if (place < 0 || before < 0) {
        return new ChannelGaps.Unknown(
            place < 0
                ? "a worker says it is at %s, and no transaction in the log ends there"
                    .formatted(newest)
                : "a worker's checkpoint does not fit the log at " + newest);
      }
      addBits(applied, row, before);
    }
    List<LoggedTransaction> missing = new ArrayList<>();
    for (int place = 0; place < applied.length(); place++) {
      if (!applied.get(place)) {
        missing.add(logged.get(place));
      }
    }
    return missing.isEmpty()
        ? new ChannelGaps.Free(
            "its workers have applied all transactions up to %s".formatted(highWater()))
        : new ChannelGaps.Open(
            new Missing.Located(missing),
            "its workers have applied up to %s, except these".formatted(highWater()));
  }

  private static int placeOf(BinlogPosition end, List<LoggedTransaction> logged) {
    for (int place = 0; place < logged.size(); place++) {
      if (logged.get(place).end().equals(end)) {
        return place;
      }
    }
    return -1;
  }
}
