package io.tutti.binlog.file;

import io.tutti.binlog.file.TableNames.Name;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Adds events to a transaction; those that are packed into an event, too. */
final class EventTaker {
  private static final int LOAD_HEAD_BYTES = 13;
  private static final long RAN_SECONDS_MAX = 30L * 24 * 60 * 60;

  private final Transaction transaction;
  private final TableNames names;
  private BinlogFile file;
  private EventReader events;
  private EventBody body;
  private int schemaBytes;
  private final Optional<RowsTaker> rows;
  private Optional<EventReader> unpacked = Optional.empty();

  EventTaker(Transaction transaction, TableNames names, Optional<RowsTaker> rows, BinlogFile file) {
    this.transaction = transaction;
    this.names = names;
    this.rows = rows;
    this.file = file;
    this.events = file.events();
    this.body = new EventBody(events);
  }

  /** Continues with the next file. */
  void read(BinlogFile next) {
    file = next;
    readFrom(next.events());
  }

  private void readFrom(EventReader reader) {
    events = reader;
    body = new EventBody(reader);
  }

  /** Reads the event that names a transaction. */
  void readHead(int type) throws BinlogException {
    transaction.events++;
    TransactionHead head = transaction.head;
    switch (type) {
      case EventType.GTID_TAGGED -> head.readTagged(body.begin());
      case EventType.MARIADB_GTID -> {
        head.readMariaDb(body.begin(), events.serverId());
        transaction.isBegun = !head.isStandalone();
      }
      default -> head.readMySql(body.begin(), type == EventType.ANONYMOUS_GTID);
    }
    transaction.lastSeconds = events.timestampSeconds();
    transaction.firstSeconds = transaction.lastSeconds;
  }

  /** Takes one event of a transaction; whether it ends it. */
  boolean take(int type) throws IOException {
    transaction.events++;
    transaction.lastSeconds = events.timestampSeconds();
    return switch (type) {
      case EventType.TABLE_MAP -> {
        takeMap();
        yield false;
      }
      case EventType.XID, EventType.XA_PREPARE, EventType.INCIDENT -> true;
      case EventType.QUERY -> statement(0);
      case EventType.EXECUTE_LOAD_QUERY -> statement(LOAD_HEAD_BYTES);
      case EventType.QUERY_COMPRESSED -> packedStatement();
      case EventType.TRANSACTION_PAYLOAD -> unpack();
      default -> {
        if (isRows(type)) {
          transaction.rowEvents++;
          transaction.add(names.byId(body.begin().u48()), events.length());
          takeRows(type);
        }
        yield false;
      }
    };
  }

  private void takeMap() throws BinlogException {
    int table = names.readMap(body.begin());
    transaction.add(table, events.length());
    if (rows.isPresent()) {
      rows.get().announce(body.begin(), table, names.name(table));
    }
  }

  private void takeRows(int type) throws BinlogException {
    if (rows.isPresent()) {
      rows.get().take(type, body.begin(), events.isWhole());
    }
  }

  private static boolean isRows(int type) {
    return type >= EventType.WRITE_ROWS && type <= EventType.DELETE_ROWS
        || type >= EventType.WRITE_ROWS_V1 && type <= EventType.DELETE_ROWS_V1
        || type == EventType.PARTIAL_UPDATE_ROWS
        || type >= EventType.WRITE_ROWS_COMPRESSED_V1 && type <= EventType.DELETE_ROWS_COMPRESSED;
  }

  private boolean statement(int moreHeadBytes) throws BinlogException {
    toStatement(moreHeadBytes);
    Statement does = Statement.of(events.window(), body.position(), body.end());
    switch (does) {
      case BEGIN, XA_START -> {
        transaction.isBegun = true;
        transaction.firstSeconds = events.timestampSeconds();
        return false;
      }
      case NOTHING -> {
        return false;
      }
      case END -> {
        return true;
      }
      case CHANGE -> {
        transaction.statements++;
        transaction.add(schema(), events.length());
      }
      case DDL -> {
        transaction.isDdl = true;
        if (transaction.verb.isEmpty()) {
          transaction.verb = Statement.verb(events.window(), body.position(), body.end());
        }
        transaction.add(schema(), events.length());
      }
    }
    return !transaction.isBegun;
  }

  /** MariaDB packs long statements, which none of those is that begin or end something. */
  private boolean packedStatement() throws BinlogException {
    toStatement(0);
    transaction.statements += transaction.head.isMarkedDdl() ? 0 : 1;
    transaction.add(schema(), events.length());
    return !transaction.isBegun;
  }

  private void toStatement(int moreHeadBytes) throws BinlogException {
    transaction.session = body.begin().u32();
    transaction.ranSeconds = Math.max(transaction.ranSeconds, ranSeconds(body.u32()));
    schemaBytes = body.u8();
    body.skip(2);
    body.skip(body.u16() + moreHeadBytes);
    body.skip(schemaBytes + 1);
  }

  /** Where clocks were set back, servers write that a statement ran for a century. */
  private static long ranSeconds(long said) {
    return said > RAN_SECONDS_MAX ? 0 : said;
  }

  /** The number of the default schema of the statement that the body is at. */
  private int schema() {
    byte[] name = new byte[schemaBytes];
    events.window().get(body.position() - schemaBytes - 1, name);
    return names.number(new Name(new String(name, StandardCharsets.UTF_8), ""));
  }

  private boolean unpack() throws IOException {
    EventReader outer = events;
    try (Payload payload = Payload.open(file, body.begin(), unpacked)) {
      transaction.packedBytes += outer.length();
      transaction.unpackedBytes += payload.unpackedBytes();
      unpacked = Optional.of(payload.events());
      readFrom(payload.events());
      while (events.next()) {
        if (events.type() == EventType.TRANSACTION_PAYLOAD) {
          throw events.corrupt("it is packed twice");
        }
        take(events.type());
      }
    } finally {
      readFrom(outer);
    }
    return true;
  }
}
