package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.GtidEventData;
import com.github.shyiko.mysql.binlog.event.MariadbGtidEventData;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import io.tutti.binlog.BinlogReader.Head;
import io.tutti.gtid.Gtid;
import io.tutti.model.BinlogPosition;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Takes a binlog to its end, and hands over the transactions that are wanted. For one thread. */
final class TransactionLog implements EventSink {
  private static final Set<EventType> OF_THE_LOG =
      Set.of(
          EventType.HEARTBEAT,
          EventType.HEARTBEAT_V2,
          EventType.STOP,
          EventType.PREVIOUS_GTIDS,
          EventType.MARIADB_GTID_LIST,
          EventType.BINLOG_CHECKPOINT);

  /** MariaDB's mark of a transaction that is one statement, without an end of its own. */
  private static final int STANDALONE = 1;

  private final RawEvents raw;
  private final Predicate<Head> wanted;
  private final Consumer<WrittenTransaction> each;
  private String file;
  private byte[] format = {};
  private Optional<Gtid> gtid = Optional.empty();
  private boolean isStandalone;
  private boolean isBegun;
  private Optional<TransactionBuilder> current = Optional.empty();
  private Optional<String> trouble = Optional.empty();

  TransactionLog(
      String file, RawEvents raw, Predicate<Head> wanted, Consumer<WrittenTransaction> each) {
    this.file = file;
    this.raw = raw;
    this.wanted = wanted;
    this.each = each;
  }

  @Override
  public void take(Event event) {
    EventHeaderV4 header = event.getHeader();
    EventType type = header.getEventType();
    if (isOver() || OF_THE_LOG.contains(type)) {
      return;
    }
    switch (type) {
      case ROTATE -> {
        RotateEventData next = event.getData();
        file = next.getBinlogFilename();
      }
      case FORMAT_DESCRIPTION -> format = raw.newest();
      default -> takeOfTransaction(event, header, type);
    }
  }

  private void takeOfTransaction(Event event, EventHeaderV4 header, EventType type) {
    boolean names = names(event.getData(), header, type);
    if (current.isEmpty()) {
      current =
          Optional.of(
              new TransactionBuilder(
                  new Head(gtid, header.getServerId()),
                  new BinlogPosition(file, header.getPosition()),
                  header.getTimestamp(),
                  format,
                  wanted.test(new Head(gtid, header.getServerId()))));
    }
    if (!names) {
      current.get().take(event, raw.newest());
      if (ends(event.getData(), type)) {
        close();
      }
    }
  }

  /** Whether the event names a transaction, which it begins. */
  private boolean names(EventData data, EventHeaderV4 header, EventType type) {
    if (type != EventType.GTID
        && type != EventType.ANONYMOUS_GTID
        && type != EventType.GTID_TAGGED
        && type != EventType.MARIADB_GTID) {
      return false;
    }
    close();
    isStandalone = false;
    gtid = Optional.empty();
    if (data instanceof MariadbGtidEventData domain) {
      isStandalone = (domain.getFlags() & STANDALONE) != 0;
      isBegun = !isStandalone;
      gtid =
          Optional.of(
              Gtid.parse(
                  "%d-%d-%d"
                      .formatted(
                          domain.getDomainId(), header.getServerId(), domain.getSequence())));
    } else if (type == EventType.GTID && data instanceof GtidEventData named) {
      gtid = Optional.of(Gtid.parse(String.valueOf(named.getMySqlGtid())));
    }
    return true;
  }

  private boolean ends(EventData data, EventType type) {
    return switch (type) {
      case XID, XA_PREPARE, TRANSACTION_PAYLOAD -> true;
      case QUERY -> endsWith(((QueryEventData) data).getSql());
      default -> false;
    };
  }

  private boolean endsWith(String sql) {
    if (sql.equals("BEGIN") || sql.startsWith("XA START")) {
      isBegun = true;
      return false;
    }
    return !isBegun || sql.equals("COMMIT") || sql.equals("ROLLBACK");
  }

  private void close() {
    current.flatMap(TransactionBuilder::build).ifPresent(each);
    current = Optional.empty();
    gtid = Optional.empty();
    isBegun = false;
  }

  @Override
  public void fail(String why) {
    trouble = trouble.or(() -> Optional.of(why));
  }

  @Override
  public boolean isOver() {
    return trouble.isPresent();
  }

  @Override
  public Optional<String> trouble() {
    if (trouble.isEmpty()) {
      // What the crash cut off has no end.
      current = Optional.empty();
    }
    return trouble;
  }
}
