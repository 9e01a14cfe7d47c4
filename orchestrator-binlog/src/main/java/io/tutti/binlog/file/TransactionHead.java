package io.tutti.binlog.file;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * What the event before a transaction says of it: its name, and when it may run beside others. It
 * is filled again for each transaction.
 */
public final class TransactionHead {
  /** MariaDB: one statement, without an end of its own. */
  private static final int STANDALONE = 1;

  private static final int GROUP_COMMIT = 2;
  private static final int TRANSACTIONAL = 4;
  private static final int ALLOW_PARALLEL = 8;
  private static final int WAITED = 16;
  private static final int DDL = 32;

  private static final int LOGICAL_TIMESTAMPS = 2;
  private static final long HAS_ORIGINAL = 1L << 55;
  private static final int TIMESTAMP_BYTES = 7;
  private static final int UUID_BYTES = 16;
  private static final byte[] NO_TAG = {};

  Naming naming = Naming.NOT;
  private long uuidHigh;
  private long uuidLow;
  private long number;
  private byte[] tag = NO_TAG;
  private long lastCommitted;
  private long sequenceNumber;
  private long immediateMicros;
  private long originalMicros;
  private long declaredBytes;
  private long domain;
  private long serverId;
  private long commitId;
  private int flags;

  void clear() {
    naming = Naming.NOT;
    uuidHigh = 0;
    uuidLow = 0;
    number = 0;
    tag = NO_TAG;
    clearClock();
    domain = 0;
    serverId = 0;
    commitId = 0;
    flags = 0;
  }

  private void clearClock() {
    lastCommitted = 0;
    sequenceNumber = 0;
    immediateMicros = 0;
    originalMicros = 0;
    declaredBytes = 0;
  }

  /** MySQL's, without a tag. */
  void readMySql(EventBody body, boolean isAnonymous) throws BinlogException {
    naming = isAnonymous ? Naming.ANONYMOUS : Naming.MYSQL_GTID;
    clearClock();
    body.skip(1);
    uuidHigh = body.bigEndian64();
    uuidLow = body.bigEndian64();
    number = body.i64();
    if (body.left() > 0 && body.u8() == LOGICAL_TIMESTAMPS) {
      lastCommitted = body.i64();
      sequenceNumber = body.i64();
      if (body.left() >= TIMESTAMP_BYTES) {
        readTimes(body);
      }
    }
  }

  private void readTimes(EventBody body) throws BinlogException {
    long immediate = body.u56();
    immediateMicros = immediate & ~HAS_ORIGINAL;
    originalMicros = immediate == immediateMicros ? immediateMicros : body.u56();
    declaredBytes = body.left() > 0 ? body.packed() : 0;
  }

  /** MySQL's since 8.3 where it has a tag: numbered fields, of which those left out are zero. */
  void readTagged(EventBody body) throws BinlogException {
    naming = Naming.MYSQL_GTID;
    clearClock();
    body.counted();
    body.counted();
    body.counted();
    while (body.left() > 0) {
      readField(body);
    }
    if (originalMicros == 0) {
      originalMicros = immediateMicros;
    }
  }

  private void readField(EventBody body) throws BinlogException {
    long field = body.counted();
    switch ((int) Math.min(field, Integer.MAX_VALUE)) {
      case 1 -> readUuid(body);
      case 2 -> number = body.countedSigned();
      case 3 -> tag = body.bytes((int) Math.min(body.counted(), Integer.MAX_VALUE));
      case 4 -> lastCommitted = body.countedSigned();
      case 5 -> sequenceNumber = body.countedSigned();
      case 6 -> immediateMicros = body.counted();
      case 7 -> originalMicros = body.counted();
      case 8 -> declaredBytes = body.counted();
      // The flags, versions and ticket; what is not known by now is written like them.
      default -> body.counted();
    }
  }

  private void readUuid(EventBody body) throws BinlogException {
    for (int i = 0; i < UUID_BYTES; i++) {
      long one = body.counted();
      uuidHigh = uuidHigh << 8 | uuidLow >>> 56;
      uuidLow = uuidLow << 8 | one;
    }
  }

  void readMariaDb(EventBody body, long server) throws BinlogException {
    naming = Naming.MARIADB_GTID;
    clearClock();
    number = body.i64();
    domain = body.u32();
    flags = body.u8();
    serverId = server;
    commitId = has(GROUP_COMMIT) ? body.i64() : 0;
  }

  private boolean has(int flag) {
    return naming == Naming.MARIADB_GTID && (flags & flag) != 0;
  }

  public Naming naming() {
    return naming;
  }

  /** The number of the newest transaction on which this one depends, in its log. */
  public long lastCommitted() {
    return lastCommitted;
  }

  /** Its own number in its log; 0 where the server writes none. */
  public long sequenceNumber() {
    return sequenceNumber;
  }

  /** When the server that wrote this log committed it, in microseconds; 0 where none is written. */
  public long immediateMicros() {
    return immediateMicros;
  }

  /** When the server where it was run first committed it, in microseconds; 0 as above. */
  public long originalMicros() {
    return originalMicros;
  }

  /** How long the transaction is by what its server says; 0 where it says nothing. */
  public long declaredBytes() {
    return declaredBytes;
  }

  /** Of MariaDB's GTID. */
  public long domain() {
    return domain;
  }

  /** Transactions with the same one, that is not 0, were committed as one group by MariaDB. */
  public long commitId() {
    return commitId;
  }

  boolean isStandalone() {
    return has(STANDALONE);
  }

  /** Whether MariaDB marked it as one that can be rolled back. */
  public boolean isTransactional() {
    return has(TRANSACTIONAL);
  }

  /** Whether MariaDB allows it to be run beside others before it is known to fit. */
  public boolean isParallelAllowed() {
    return has(ALLOW_PARALLEL);
  }

  /** Whether it waited for a row lock of another one on MariaDB. */
  public boolean hasWaited() {
    return has(WAITED);
  }

  /** Whether MariaDB marked it as DDL. */
  public boolean isMarkedDdl() {
    return has(DDL);
  }

  /** Its GTID; empty where it has none. */
  public String gtid() {
    return switch (naming) {
      case NOT, ANONYMOUS -> "";
      case MARIADB_GTID -> "%d-%d-%s".formatted(domain, serverId, Long.toUnsignedString(number));
      case MYSQL_GTID -> uuid() + (tag.length == 0 ? "" : ":" + tagText()) + ":" + number;
    };
  }

  private String tagText() {
    return new String(tag, StandardCharsets.US_ASCII);
  }

  private String uuid() {
    HexFormat hex = HexFormat.of();
    String digits = hex.toHexDigits(uuidHigh) + hex.toHexDigits(uuidLow);
    return String.join(
        "-",
        digits.substring(0, 8),
        digits.substring(8, 12),
        digits.substring(12, 16),
        digits.substring(16, 20),
        digits.substring(20));
  }
}
