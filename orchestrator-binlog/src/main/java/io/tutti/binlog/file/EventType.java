package io.tutti.binlog.file;

/** The numbers by which events say what they are; those of MariaDB begin at 160. */
public final class EventType {
  static final int START_V3 = 1;
  static final int QUERY = 2;
  static final int STOP = 3;
  static final int ROTATE = 4;
  static final int INTVAR = 5;
  static final int APPEND_BLOCK = 9;
  static final int DELETE_FILE = 11;
  static final int RAND = 13;
  static final int USER_VAR = 14;
  static final int FORMAT_DESCRIPTION = 15;
  static final int XID = 16;
  static final int BEGIN_LOAD_QUERY = 17;
  static final int EXECUTE_LOAD_QUERY = 18;
  static final int TABLE_MAP = 19;
  static final int WRITE_ROWS_V1 = 23;
  static final int UPDATE_ROWS_V1 = 24;
  static final int DELETE_ROWS_V1 = 25;
  static final int INCIDENT = 26;
  static final int HEARTBEAT = 27;
  static final int IGNORABLE = 28;
  static final int ROWS_QUERY = 29;
  static final int WRITE_ROWS = 30;
  static final int UPDATE_ROWS = 31;
  static final int DELETE_ROWS = 32;
  static final int GTID = 33;
  static final int ANONYMOUS_GTID = 34;
  static final int PREVIOUS_GTIDS = 35;
  static final int TRANSACTION_CONTEXT = 36;
  static final int VIEW_CHANGE = 37;
  static final int XA_PREPARE = 38;
  static final int PARTIAL_UPDATE_ROWS = 39;
  static final int TRANSACTION_PAYLOAD = 40;
  static final int HEARTBEAT_V2 = 41;
  static final int GTID_TAGGED = 42;

  static final int ANNOTATE_ROWS = 160;
  static final int BINLOG_CHECKPOINT = 161;
  static final int MARIADB_GTID = 162;
  static final int GTID_LIST = 163;
  static final int START_ENCRYPTION = 164;
  static final int QUERY_COMPRESSED = 165;
  static final int WRITE_ROWS_COMPRESSED_V1 = 166;
  static final int UPDATE_ROWS_COMPRESSED_V1 = 167;
  static final int DELETE_ROWS_COMPRESSED_V1 = 168;
  static final int WRITE_ROWS_COMPRESSED = 169;
  static final int UPDATE_ROWS_COMPRESSED = 170;
  static final int DELETE_ROWS_COMPRESSED = 171;

  /** Readers may pass over an event with this flag that they do not know. */
  static final int IGNORABLE_FLAG = 0x80;

  /** The file is being written, or its server crashed. In the format description only. */
  static final int IN_USE_FLAG = 0x01;

  /** In the format description of a relay log. */
  static final int RELAY_LOG_FLAG = 0x40;

  private EventType() {}

  /** Whether an event of this number may be in a log of the supported releases. */
  static boolean isKnown(int type) {
    return type >= QUERY && type <= GTID_TAGGED && !isOfOldReleases(type)
        || type >= ANNOTATE_ROWS && type <= DELETE_ROWS_COMPRESSED;
  }

  /** LOAD DATA and rows as no supported release writes them. */
  private static boolean isOfOldReleases(int type) {
    return type >= 6 && type <= 8 || type == 10 || type == 12 || type >= 20 && type <= 22;
  }
}
