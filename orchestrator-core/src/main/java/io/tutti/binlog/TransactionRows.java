package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.GtidEventData;
import com.github.shyiko.mysql.binlog.event.MariadbGtidEventData;
import io.tutti.gaps.LoggedTransaction;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Takes the events of a binlog from where a transaction should begin, and makes sure that it is the
 * one that is meant. For one thread.
 */
final class TransactionRows implements EventSink {
  /** What a server sends first, wherever it is asked to begin. */
  private static final Set<EventType> PREFACE =
      Set.of(EventType.ROTATE, EventType.FORMAT_DESCRIPTION, EventType.HEARTBEAT);

  private final LoggedTransaction transaction;
  private final long serverId;
  private final RowDecoder decoder;
  private boolean isBegun;
  private boolean isWhole;
  private Optional<String> trouble = Optional.empty();

  TransactionRows(LoggedTransaction transaction, long serverId, Consumer<RowChange> each) {
    this.transaction = transaction;
    this.serverId = serverId;
    this.decoder = new RowDecoder(each);
  }

  @Override
  public void take(Event event) {
    EventHeaderV4 header = event.getHeader();
    if (isOver() || PREFACE.contains(header.getEventType())) {
      return;
    }
    if (!isBegun && header.getPosition() != transaction.begin().position()
        || header.getServerId() != serverId
        || header.getNextPosition() > transaction.end().position()
        || !isCalled(event.getData(), header)) {
      fail("another transaction is there");
      return;
    }
    isBegun = true;
    try {
      decoder.take(event);
    } catch (IllegalArgumentException e) {
      fail(String.valueOf(e.getMessage()));
      return;
    }
    isWhole = header.getNextPosition() == transaction.end().position();
  }

  /** What the event names it, if it names one. */
  private boolean isCalled(EventData data, EventHeaderV4 header) {
    String name =
        switch (data) {
          case GtidEventData gtid -> String.valueOf(gtid.getMySqlGtid());
          case MariadbGtidEventData gtid ->
              "%d-%d-%d".formatted(gtid.getDomainId(), header.getServerId(), gtid.getSequence());
          case null, default -> "";
        };
    return name.isEmpty()
        || transaction.gtid().map(gtid -> gtid.toString().equals(name)).orElse(true);
  }

  /** The first reason counts. */
  @Override
  public void fail(String why) {
    trouble = trouble.or(() -> Optional.of(why));
  }

  /** Whether no more events are wanted. */
  @Override
  public boolean isOver() {
    return isWhole || trouble.isPresent();
  }

  /** Why its rows are not known; empty when all were handed over. */
  @Override
  public Optional<String> trouble() {
    return trouble.or(() -> isWhole ? Optional.empty() : Optional.of("the binlog ends before it"));
  }
}
