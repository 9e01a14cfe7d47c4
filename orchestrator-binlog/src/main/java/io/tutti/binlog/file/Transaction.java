package io.tutti.binlog.file;

import java.util.Arrays;

/**
 * What a log says of one transaction. The reader fills the same one again and again, so that
 * millions of them cost no memory: take out of it what is to be kept.
 */
public final class Transaction {
  /** A transaction of more tables counts the rest as {@link TableNames#OTHERS}. */
  static final int TABLES_MAX = 1_000;

  private static final int FIRST_TABLES = 8;
  private static final long MICROS = 1_000_000;

  final TransactionHead head = new TransactionHead();
  boolean isFirstOfLog;
  boolean isBegun;
  long offset;
  long end;
  long carriedBytes;
  long events;
  long firstSeconds;
  long lastSeconds;
  long serverId;
  long packedBytes;
  long unpackedBytes;
  long rowEvents;
  long statements;
  long session;
  long ranSeconds;
  final RowKeys rowKeys = new RowKeys();
  boolean isDdl;
  String verb = "";
  private int[] tables = new int[FIRST_TABLES];
  private long[] tableBytes = new long[FIRST_TABLES];
  private int tableCount;

  void clear() {
    head.clear();
    isFirstOfLog = false;
    isBegun = false;
    carriedBytes = 0;
    events = 0;
    firstSeconds = 0;
    lastSeconds = 0;
    serverId = 0;
    packedBytes = 0;
    unpackedBytes = 0;
    rowEvents = 0;
    statements = 0;
    session = 0;
    ranSeconds = 0;
    rowKeys.clear();
    isDdl = false;
    verb = "";
    tableCount = 0;
  }

  void add(int table, long bytes) {
    for (int i = 0; i < tableCount; i++) {
      if (tables[i] == table) {
        tableBytes[i] += bytes;
        return;
      }
    }
    if (tableCount >= TABLES_MAX && table != TableNames.OTHERS) {
      add(TableNames.OTHERS, bytes);
      return;
    }
    if (tableCount == tables.length) {
      tables = Arrays.copyOf(tables, 2 * tableCount);
      tableBytes = Arrays.copyOf(tableBytes, 2 * tableCount);
    }
    tables[tableCount] = table;
    tableBytes[tableCount++] = bytes;
  }

  public TransactionHead head() {
    return head;
  }

  /** Whether the numbers of transactions start again with it. */
  public boolean isFirstOfLog() {
    return isFirstOfLog;
  }

  /** Where its first event begins in its file; of one that began in another relay log, 4. */
  public long offset() {
    return offset;
  }

  /** Of all of its events, as they are in the file. */
  public long bytes() {
    return carriedBytes + end - offset;
  }

  public long events() {
    return events;
  }

  /** When its first statement began on the server where it ran first. */
  public long firstSeconds() {
    return firstSeconds;
  }

  /** When it was committed, in seconds; where the server writes no times, its last statement. */
  public long commitSeconds() {
    return head.immediateMicros() > 0 ? head.immediateMicros() / MICROS : lastSeconds;
  }

  /** From its first statement to its commit where it ran first; a second more or less. */
  public long durationSeconds() {
    long end = head.originalMicros() > 0 ? head.originalMicros() / MICROS : lastSeconds;
    return Math.max(0, end - firstSeconds);
  }

  public long serverId() {
    return serverId;
  }

  /** What its server packed it to; 0 where it did not. */
  public long packedBytes() {
    return packedBytes;
  }

  /** What that is unpacked. */
  public long unpackedBytes() {
    return unpackedBytes;
  }

  /** Events with rows; each has one row or more. */
  public long rowEvents() {
    return rowEvents;
  }

  /** Changes that are written as statements. */
  public long statements() {
    return statements;
  }

  /** The number of the session that ran it on its source; 0 where none is written. */
  public long session() {
    return session;
  }

  /** How long its slowest statement ran on its source, where it is written as a statement. */
  public long ranSeconds() {
    return ranSeconds;
  }

  /** Which rows it changes, if the reader looks into rows. */
  public RowKeys rowKeys() {
    return rowKeys;
  }

  /** Whether it defines something, or administers the server. */
  public boolean isDdl() {
    return isDdl || head.isMarkedDdl();
  }

  /** The first words of a statement that does: {@code ALTER TABLE}; else empty. */
  public String verb() {
    return verb;
  }

  /** How many tables it changes, or schemas where it is of statements. */
  public int tableCount() {
    return tableCount;
  }

  /** The number of one of them among the reader's {@link TableNames}. */
  public int table(int index) {
    return tables[index];
  }

  /** How many bytes of events are of that table. */
  public long tableBytes(int index) {
    return tableBytes[index];
  }
}
