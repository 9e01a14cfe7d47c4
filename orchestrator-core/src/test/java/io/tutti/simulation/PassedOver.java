package io.tutti.simulation;

import io.tutti.model.BinlogPosition;
import io.tutti.simulation.RelayLog.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What an applier by GTIDs that is started after a kill passes over: what its workers had applied
 * past a gap. It keeps its place after each event, so one that is stopped meanwhile is within a
 * transaction.
 */
final class PassedOver {
  /** In the relay log as in the source's binlog. */
  private static final int HALF_BYTES = 80;

  /** It writes its place to disk after each event. */
  private static final int MOMENTS_OF_HALF = 13;

  private final List<Entry> left = new ArrayList<>();
  private boolean isWithin;
  private int moments;

  /** Started; what it had not passed before is still to be passed. */
  void begin(List<Entry> applied) {
    applied.stream().filter(each -> !left.contains(each)).forEach(left::add);
    left.sort(Comparator.comparingLong(each -> each.at.position()));
  }

  /** A killed server has kept a place between two transactions. */
  void die() {
    isWithin = false;
  }

  void clear() {
    left.clear();
    isWithin = false;
  }

  boolean isWithin() {
    return isWithin;
  }

  /** Whether nothing is left to be applied before the next that it passes over. */
  boolean isNext(List<Entry> toApply) {
    return !left.isEmpty()
        && (toApply.isEmpty() || left.getFirst().at.position() < toApply.getFirst().at.position());
  }

  void goOn() {
    moments = (moments + 1) % MOMENTS_OF_HALF;
    if (moments > 0) {
      return;
    }
    if (isWithin) {
      left.removeFirst();
    }
    isWithin = !isWithin;
  }

  Optional<BinlogPosition> end() {
    return left.isEmpty() ? Optional.empty() : Optional.of(left.getLast().logged.end());
  }

  Optional<BinlogPosition> inRelayLog() {
    return left.stream().findFirst().map(each -> place(each.at));
  }

  Optional<BinlogPosition> inSource() {
    return left.stream().findFirst().map(each -> place(each.logged.begin()));
  }

  private BinlogPosition place(BinlogPosition begin) {
    return new BinlogPosition(begin.file(), begin.position() + (isWithin ? HALF_BYTES : 0));
  }
}
