package io.tutti.simulation;

import io.tutti.model.BinlogPosition;
import io.tutti.spi.LogReader.LogEvent;
import java.util.ArrayList;
import java.util.List;

/** A transaction with its place in a binlog. */
record Logged(Transaction transaction, BinlogPosition begin) {
  static final int BYTES = 200;

  BinlogPosition end() {
    return new BinlogPosition(begin.file(), begin.position() + BYTES);
  }

  /** Its events, as they are in a log from a place on: its binlog, or a relay log. */
  List<LogEvent> events(BinlogPosition from) {
    List<LogEvent> events = new ArrayList<>();
    String name = transaction.gtid().map(Object::toString).orElse("ANONYMOUS");
    boolean begins = !name.contains(":") && !name.equals("ANONYMOUS");
    add(
        events,
        from,
        0,
        40,
        name.equals("ANONYMOUS") ? "Anonymous_Gtid" : "Gtid",
        begins ? "BEGIN GTID " + name : "SET @@SESSION.GTID_NEXT= '" + name + "'");
    add(events, from, 40, 80, "Query", begins ? "# Dum" : "BEGIN");
    add(events, from, 80, 120, "Table_map", "table_id: 7 (" + transaction.schema() + ".t)");
    add(events, from, 120, 160, "Write_rows", "table_id: 7 flags: STMT_END_F");
    add(events, from, 160, BYTES, "Xid", "COMMIT /* xid=" + transaction.row() + " */");
    return events;
  }

  private void add(
      List<LogEvent> events, BinlogPosition from, int at, int end, String type, String info) {
    events.add(
        new LogEvent(
            new BinlogPosition(from.file(), from.position() + at),
            type,
            transaction.serverId(),
            begin.position() + end,
            info));
  }

  @Override
  public String toString() {
    return transaction + " at " + begin;
  }
}
