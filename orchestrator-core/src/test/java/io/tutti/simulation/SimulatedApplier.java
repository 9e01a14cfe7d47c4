package io.tutti.simulation;

import io.tutti.model.BinlogPosition;
import io.tutti.model.LastError;
import io.tutti.simulation.RelayLog.Entry;
import java.util.List;
import java.util.Optional;

/**
 * The applier of a channel, with its workers. Each moment it applies some of what was received, in
 * the order of the source; workers that do not keep that order run past what waits for a lock.
 */
final class SimulatedApplier {
  static final int DUPLICATE = 1062;
  private static final int UNNAMED = 1782;

  /** Of one moment. */
  private static final int APPLIED_AT_ONCE = 4;

  private final SimulatedServer server;
  private final RelayLog relayLog;
  private final PassedOver passedOver = new PassedOver();
  private boolean isKilled;
  private boolean runs;
  private boolean isToStop;
  private long workers;
  private Optional<BinlogPosition> until = Optional.empty();
  private boolean untilClosed;

  /** So many of the next it leaves out. */
  private int toSkip;

  private Optional<LastError> error = Optional.empty();

  /** All before this place in the source's binlog is applied. */
  private BinlogPosition executed = new BinlogPosition("none.000000", 0);

  private BinlogPosition received = executed;

  SimulatedApplier(SimulatedServer server, RelayLog relayLog) {
    this.server = server;
    this.relayLog = relayLog;
  }

  boolean runs() {
    return runs;
  }

  Optional<LastError> error() {
    return error;
  }

  /** Of those that were started with it. */
  long workers() {
    return workers;
  }

  BinlogPosition executed() {
    return passedOver
        .inSource()
        .filter(at -> at.relationTo(executed) == BinlogPosition.Relation.BEFORE)
        .orElse(executed);
  }

  /** Where it is in the relay log. */
  BinlogPosition place() {
    return passedOver.isNext(relayLog.left())
        ? passedOver.inRelayLog().orElseThrow()
        : relayLog.lowWater();
  }

  /** The end of what its workers had applied before a kill, until it has passed over that. */
  Optional<BinlogPosition> endOfPassed() {
    return passedOver.end();
  }

  /** All that it had received is dropped. */
  void dropReceived() {
    passedOver.clear();
  }

  boolean isThrough() {
    return runs && relayLog.left().isEmpty() && passedOver.end().isEmpty();
  }

  void goOnAt(BinlogPosition place) {
    executed = place;
    received = place;
    error = Optional.empty();
  }

  void start() {
    if (runs) {
      return;
    }
    runs = true;
    isToStop = false;
    error = Optional.empty();
    until = Optional.empty();
    untilClosed = false;
    workers = server.variables().number(Variables.WORKERS);
    if (passedOver.isWithin()) {
      runs = false;
      error =
          Optional.of(
              new LastError(UNNAMED, "GTID_NEXT cannot be set to ANONYMOUS", Optional.empty()));
    } else if (isKilled && server.naming() == Naming.UUIDS) {
      passedOver.begin(relayLog.ahead());
    }
    isKilled = false;
  }

  void startUntil(BinlogPosition place) {
    start();
    until = Optional.of(place);
  }

  void startUntilGapsAreClosed() {
    start();
    untilClosed = true;
  }

  /**
   * It ends when its workers have finished what they are in, and what they have run past.
   *
   * @return false while that waits for a lock
   */
  boolean stop() {
    isToStop = runs;
    endWhenDone();
    return !runs;
  }

  /** Whether it was asked to stop, and has not yet. */
  boolean isStopping() {
    return runs && isToStop;
  }

  void skipNext(int count) {
    toSkip = count;
  }

  /** As by a kill. */
  void die() {
    toSkip = 0;
    runs = false;
    isToStop = false;
    isKilled = true;
    passedOver.die();
  }

  private void endWhenDone() {
    while (isToStop && !error.isPresent()) {
      List<Entry> ahead = passedOver.isNext(relayLog.left()) ? List.of() : relayLog.ahead();
      if (ahead.isEmpty() && !isWithinOne()) {
        runs = false;
        isToStop = false;
        return;
      }
      Entry first = relayLog.left().getFirst();
      if (server.isLocked(first.transaction().schema())) {
        return;
      }
      apply(first);
    }
  }

  /** A worker waits for a lock in the middle of a transaction. */
  private boolean isWithinOne() {
    return relayLog.left().stream()
        .findFirst()
        .filter(each -> server.isLocked(each.transaction().schema()))
        .isPresent();
  }

  /** Whether anything was done. */
  boolean work() {
    boolean ran = runs;
    if (isToStop) {
      endWhenDone();
    }
    if (runs && !isToStop && passedOver.isNext(relayLog.left())) {
      passedOver.goOn();
      return true;
    }
    int applied = 0;
    while (applied < APPLIED_AT_ONCE && runs && !isToStop) {
      Optional<Entry> next = next();
      if ((untilClosed && relayLog.ahead().isEmpty()) || next.filter(this::isBeyond).isPresent()) {
        runs = false;
      } else if (next.isEmpty()) {
        break;
      } else {
        apply(next.get());
        applied++;
      }
    }
    return goOn() || applied > 0 || ran != runs;
  }

  private boolean isBeyond(Entry entry) {
    return until.filter(place -> entry.logged.begin().relationTo(place).isAtOrAfter()).isPresent();
  }

  private Optional<Entry> next() {
    List<Entry> left = relayLog.left();
    for (Entry each : left) {
      boolean isFirst = each == left.getFirst();
      if (!isFirst && !mayRunAhead(each, left)) {
        continue;
      }
      if (!server.isLocked(each.transaction().schema())) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  private boolean mayRunAhead(Entry entry, List<Entry> left) {
    return workers > 0
        && passedOver.end().isEmpty()
        && !server.variables().isOn(Variables.KEEPS_ORDER)
        && left.stream()
            .takeWhile(each -> each != entry)
            .noneMatch(each -> entry.transaction().dependsOn(each.transaction()));
  }

  private void apply(Entry entry) {
    Transaction transaction = entry.transaction();
    if (toSkip > 0) {
      toSkip--;
      entry.isApplied = true;
      advance();
      return;
    }
    boolean isKnown = server.names().hasReplicated(transaction) || isBackAtItsOwn(transaction);
    if (!isKnown && !server.insert(transaction)) {
      error =
          Optional.of(
              new LastError(
                  DUPLICATE,
                  "Worker 1 failed executing transaction: Duplicate entry '%d'"
                      .formatted(transaction.row()),
                  Optional.empty()));
      runs = false;
      return;
    }
    if (!isKnown) {
      server.noteApplied(transaction);
    }
    entry.isApplied = true;
    advance();
  }

  /** Servers leave out what comes back to them under their own id. */
  private boolean isBackAtItsOwn(Transaction transaction) {
    return transaction.serverId() == server.serverId() && server.hasRow(transaction.row());
  }

  /** The mark moves over all that is applied without a gap. */
  private void advance() {
    for (Entry each : relayLog.entries()) {
      if (!each.isApplied) {
        return;
      }
      if (!executed.relationTo(each.logged.end()).isAtOrAfter()) {
        executed = each.logged.end();
      }
    }
  }

  /** Up to where in the source's binlog there is something in the relay log, or its rotation. */
  void received(BinlogPosition upTo) {
    received = upTo;
  }

  /** It goes to the next file when the source did, and nothing is left before. */
  private boolean goOn() {
    boolean isBehind = isThrough() && until.isEmpty() && !executed.equals(received);
    if (isBehind) {
      executed = received;
    }
    return isBehind;
  }
}
