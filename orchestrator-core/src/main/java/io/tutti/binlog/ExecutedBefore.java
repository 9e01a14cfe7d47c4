package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.GtidEventData;
import com.github.shyiko.mysql.binlog.event.PreviousGtidSetEventData;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import java.util.Optional;
import java.util.Set;

/**
 * Adds up the GTIDs of one binlog file, from its beginning to a place where a transaction ends. For
 * one thread.
 */
final class ExecutedBefore implements EventSink {
  private static final Set<EventType> PREFACE =
      Set.of(EventType.FORMAT_DESCRIPTION, EventType.HEARTBEAT, EventType.HEARTBEAT_V2);

  private final BinlogPosition place;
  private Optional<GtidSet> gtids = Optional.empty();
  private boolean isHeadRead;
  private boolean isInside;
  private boolean isBegun;
  private boolean isThere;
  private Optional<String> trouble = Optional.empty();

  ExecutedBefore(BinlogPosition place) {
    this.place = place;
  }

  @Override
  public void take(Event event) {
    EventHeaderV4 header = event.getHeader();
    EventType type = header.getEventType();
    if (isOver() || PREFACE.contains(type) || isOfNoLog(header)) {
      return;
    }
    if (type == EventType.PREVIOUS_GTIDS) {
      PreviousGtidSetEventData previous = event.getData();
      gtids = Optional.of(previous.getGtidSet()).filter(set -> !set.isBlank()).map(GtidSet::parse);
      isHeadRead = true;
    } else if (!isHeadRead) {
      fail("the file does not begin with what was executed before it");
    } else if (header.getPosition() < place.position()) {
      add(event, type);
    }
    isThere |= isHeadRead && header.getNextPosition() >= place.position();
    if (isThere
        && (isInside || header.getNextPosition() > place.position())
        && !isBeginning(type)) {
      fail("no transaction ends there");
    }
  }

  /** What the server only says: which file comes. */
  private static boolean isOfNoLog(EventHeaderV4 header) {
    return header.getEventType() == EventType.ROTATE && header.getTimestamp() == 0;
  }

  /** A place in the head of the file is that of its first transaction. */
  private static boolean isBeginning(EventType type) {
    return type == EventType.PREVIOUS_GTIDS;
  }

  private void add(Event event, EventType type) {
    switch (type) {
      case GTID -> {
        GtidEventData named = event.getData();
        String gtid = String.valueOf(named.getMySqlGtid());
        gtids =
            Optional.of(
                gtids.map(all -> all.with(Gtid.parse(gtid))).orElseGet(() -> GtidSet.parse(gtid)));
        isInside = true;
      }
      case GTID_TAGGED -> fail("it holds GTIDs with tags, which are not read");
      case ANONYMOUS_GTID -> isInside = true;
      case XID, XA_PREPARE, TRANSACTION_PAYLOAD -> isInside = false;
      case QUERY -> {
        QueryEventData query = event.getData();
        isInside = !endsTransaction(query.getSql());
      }
      default -> {
        // Part of a transaction, or of the log.
      }
    }
  }

  /** A statement without BEGIN is a transaction by itself. */
  private boolean endsTransaction(String sql) {
    if (sql.equals("BEGIN") || sql.startsWith("XA START")) {
      isBegun = true;
      return false;
    }
    boolean ends = !isBegun || sql.equals("COMMIT") || sql.equals("ROLLBACK");
    isBegun &= !ends;
    return ends;
  }

  @Override
  public void fail(String why) {
    trouble = trouble.or(() -> Optional.of(why));
  }

  @Override
  public boolean isOver() {
    return isThere || trouble.isPresent();
  }

  @Override
  public Optional<String> trouble() {
    return trouble.or(() -> isThere ? Optional.empty() : Optional.of("the binlog ends before it"));
  }

  /** Empty when nothing was executed. */
  Optional<GtidSet> gtids() {
    return gtids;
  }
}
