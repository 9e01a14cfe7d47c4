package io.tutti.simulation;

import io.tutti.model.AckWaits;
import io.tutti.model.Observed;
import io.tutti.model.SemiSync;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Semi-synchronous acknowledgements of one server, as in AFTER_SYNC: a commit is in the binlog, and
 * nobody sees it before so many replicas have received it, or it has waited for its timeout. One
 * commit waits at a time, as there is one client.
 */
final class SimulatedAcks {
  private static final Observed<Boolean> NOT_LOADED = Observed.absent("it is not loaded");

  private final SimulatedServer server;
  private long required;
  private Duration timeout = Duration.ofSeconds(10);
  private boolean isActive;
  private boolean acknowledges;
  private long withoutAck;
  private long acknowledged;
  private Optional<Waiting> waiting = Optional.empty();

  /** In the binlog when the process ended, and seen by nobody. */
  private Optional<Transaction> unfinished = Optional.empty();

  /** Rows of which the client was told, as enough replicas have them. */
  private final SortedSet<Long> acknowledgedRows = new TreeSet<>();

  private record Waiting(Transaction transaction, Instant since) {}

  SimulatedAcks(SimulatedServer server) {
    this.server = server;
  }

  void require(long count, Duration longest) {
    required = count;
    timeout = longest;
    isActive = true;
  }

  void acknowledge() {
    acknowledges = true;
  }

  boolean acknowledges() {
    return acknowledges;
  }

  boolean isWaiting() {
    return waiting.isPresent();
  }

  SortedSet<Long> acknowledgedRows() {
    return new TreeSet<>(acknowledgedRows);
  }

  /** Whether that commit is seen only once it is acknowledged. */
  boolean holdsBack(Transaction transaction, Instant now) {
    if (required == 0) {
      return false;
    }
    if (!isActive) {
      withoutAck++;
      return false;
    }
    waiting = Optional.of(new Waiting(transaction, now));
    return true;
  }

  /**
   * Whether anything changed, or may with time.
   *
   * @param below who receives from it now
   */
  boolean work(Collection<SimulatedServer> below, Instant now) {
    if (required == 0) {
      return false;
    }
    if (waiting.isEmpty()) {
      return !isActive && hasResumed(below);
    }
    Transaction commit = waiting.get().transaction();
    if (count(below, commit.row()) >= required) {
      acknowledged++;
      acknowledgedRows.add(commit.row());
    } else if (now.isBefore(waiting.get().since().plus(timeout))) {
      return true;
    } else {
      isActive = false;
      withoutAck += 2;
    }
    waiting = Optional.empty();
    server.finish(commit);
    return true;
  }

  private boolean hasResumed(Collection<SimulatedServer> below) {
    isActive = server.rows().isEmpty() || count(below, server.rows().getLast()) >= required;
    return isActive;
  }

  private static long count(Collection<SimulatedServer> below, long row) {
    return below.stream()
        .filter(each -> each.acks().acknowledges)
        .filter(each -> each.hasRow(row) || each.received().contains(row))
        .count();
  }

  /** The client of what waits is told nothing any more. */
  void die() {
    unfinished = waiting.map(Waiting::transaction);
    waiting = Optional.empty();
    withoutAck = 0;
    acknowledged = 0;
  }

  /** Option files say the same as before; what the binlog has is finished. */
  void start() {
    isActive = required > 0;
    unfinished.filter(server.binlog()::has).ifPresent(server::finish);
    unfinished = Optional.empty();
  }

  SemiSync read(Collection<SimulatedServer> below) {
    boolean isSource = required > 0;
    return new SemiSync(
        isSource ? Observed.known(true) : NOT_LOADED,
        isSource ? Observed.known(isActive) : NOT_LOADED,
        isSource ? Observed.known(required) : Observed.absent("it is not loaded"),
        isSource ? Observed.known(timeout) : Observed.absent("it is not loaded"),
        isSource
            ? Observed.known(below.stream().filter(each -> each.acks().acknowledges).count())
            : Observed.absent("it is not loaded"),
        acknowledges ? Observed.known(true) : NOT_LOADED,
        acknowledges ? Observed.known(true) : NOT_LOADED,
        isSource
            ? Observed.known(
                new AckWaits(true, true, withoutAck, acknowledged, waiting.isPresent() ? 1 : 0))
            : Observed.absent("it is not loaded"));
  }
}
