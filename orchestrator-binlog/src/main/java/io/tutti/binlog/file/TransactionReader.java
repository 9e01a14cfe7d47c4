package io.tutti.binlog.file;

import java.io.IOException;
import java.util.Optional;

/**
 * Puts the events of files together to transactions, in the order of the files. A transaction that
 * begins in one relay log may end in the next one. For one thread.
 */
public final class TransactionReader {
  private final TableNames names = new TableNames();
  private final Transaction transaction = new Transaction();
  private final KeyUse keyUse = new KeyUse();
  private final Optional<RowsTaker> rows;
  private final EventTaker taker;
  private final LogCounts counts = new LogCounts();
  private boolean isOpen;
  private boolean isComplete;
  private boolean isLogNew = true;
  private BinlogFile file;
  private EventReader events;

  /** Begins with the first file. */
  public TransactionReader(BinlogFile first) {
    this(first, Optional.empty());
  }

  /** Begins with the first file, and looks into rows, which takes longer. */
  public TransactionReader(BinlogFile first, TableKeys keys) {
    this(first, Optional.of(keys));
  }

  private TransactionReader(BinlogFile first, Optional<TableKeys> keys) {
    this.file = first;
    this.events = first.events();
    this.rows = keys.map(each -> new RowsTaker(each, transaction.rowKeys, keyUse));
    this.taker = new EventTaker(transaction, names, rows, first);
    counts.addLog();
  }

  /** Continues with the next file. */
  public void enter(BinlogFile next) {
    if (isComplete) {
      isOpen = false;
      isComplete = false;
    }
    if (isOpen) {
      transaction.carriedBytes += file.position() - transaction.offset;
      transaction.offset = next.position();
    }
    file = next;
    events = next.events();
    taker.read(next);
    isLogNew = true;
    forgetIds();
    // The transactions of MariaDB have a beginning that ends what is before.
    if (!next.format().isRelayLog() && !next.format().isMariaDb()) {
      drop();
    }
    counts.addLog();
  }

  /**
   * Steps to the next transaction of the file.
   *
   * @return whether there is one; none is where the file ends properly
   * @throws BinlogException where the file cannot be read further
   */
  public boolean next() throws IOException {
    if (isComplete) {
      isOpen = false;
      isComplete = false;
    }
    while (events.next()) {
      counts.addEvent();
      if (take()) {
        isComplete = true;
        transaction.end = events.offset() + events.length();
        return true;
      }
    }
    return false;
  }

  /** Whether the event ends the transaction. */
  private boolean take() throws IOException {
    int type = events.type();
    switch (type) {
      case EventType.TABLE_MAP,
          EventType.WRITE_ROWS,
          EventType.UPDATE_ROWS,
          EventType.DELETE_ROWS,
          EventType.XID,
          EventType.QUERY -> {
        return takeOfTransaction(type);
      }
      case EventType.GTID,
          EventType.ANONYMOUS_GTID,
          EventType.GTID_TAGGED,
          EventType.MARIADB_GTID -> {
        drop();
        open();
        taker.readHead(type);
        return false;
      }
      case EventType.FORMAT_DESCRIPTION -> {
        file.formatFromHere();
        startLog();
        return false;
      }
      case EventType.ROTATE -> {
        file.rotatedHere();
        startLog();
        return false;
      }
      case EventType.STOP,
          EventType.HEARTBEAT,
          EventType.HEARTBEAT_V2,
          EventType.IGNORABLE,
          EventType.PREVIOUS_GTIDS,
          EventType.BINLOG_CHECKPOINT,
          EventType.GTID_LIST -> {
        return false;
      }
      case EventType.START_ENCRYPTION ->
          throw file.troubles()
              .at(
                  events.offset(),
                  BinlogTrouble.Kind.ENCRYPTED,
                  "its server encrypted what follows");
      default -> {
        return takeRare(type);
      }
    }
  }

  private boolean takeRare(int type) throws IOException {
    if (EventType.isKnown(type)) {
      return takeOfTransaction(type);
    }
    if ((events.flags() & EventType.IGNORABLE_FLAG) == 0) {
      throw events.corrupt("no event of type %d is known".formatted(type));
    }
    return false;
  }

  private boolean takeOfTransaction(int type) throws IOException {
    if (!isOpen) {
      open();
    }
    return taker.take(type);
  }

  /** The numbers of transactions start again; tables, too, are announced again. */
  private void startLog() {
    isLogNew = true;
    if (!isOpen) {
      forgetIds();
    }
  }

  private void forgetIds() {
    names.forgetIds();
    rows.ifPresent(RowsTaker::forgetIds);
  }

  private void open() {
    transaction.clear();
    transaction.isFirstOfLog = isLogNew;
    transaction.offset = events.offset();
    transaction.serverId = events.serverId();
    isLogNew = false;
    isOpen = true;
  }

  /** What has no end was rolled back with its server. */
  private void drop() {
    if (isOpen && !isComplete) {
      counts.addUnfinished();
      isLogNew |= transaction.isFirstOfLog;
    }
    isOpen = false;
    isComplete = false;
  }

  /** The newest one; it is another one after the next step. */
  public Transaction transaction() {
    return transaction;
  }

  /** What its tables are called. */
  public TableNames names() {
    return names;
  }

  /** What is known of their keys, if rows are looked into. */
  public KeyUse keyUse() {
    return keyUse;
  }

  /** What was read so far, of all files. */
  public LogCounts counts() {
    return counts;
  }

  /** Whether the last transaction has no end. */
  public boolean isWithin() {
    return isOpen && !isComplete;
  }
}
