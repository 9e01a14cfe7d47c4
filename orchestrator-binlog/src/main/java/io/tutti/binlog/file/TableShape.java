package io.tutti.binlog.file;

import java.util.Arrays;
import java.util.Optional;

/** How the values of a table's rows are written, and what its announcement says of its key. */
final class TableShape {
  private static final int TINY = 1;
  private static final int SHORT = 2;
  private static final int LONG = 3;
  private static final int FLOAT = 4;
  private static final int DOUBLE = 5;
  private static final int NULL = 6;
  private static final int TIMESTAMP = 7;
  private static final int LONGLONG = 8;
  private static final int INT24 = 9;
  private static final int DATE = 10;
  private static final int TIME = 11;
  private static final int DATETIME = 12;
  private static final int YEAR = 13;
  private static final int NEWDATE = 14;
  private static final int VARCHAR = 15;
  private static final int BIT = 16;
  private static final int TIMESTAMP2 = 17;
  private static final int DATETIME2 = 18;
  private static final int TIME2 = 19;
  private static final int BLOB_COMPRESSED = 140;
  private static final int VARCHAR_COMPRESSED = 141;
  private static final int VECTOR = 242;
  private static final int JSON = 245;
  private static final int DECIMAL = 246;
  private static final int ENUM = 247;
  private static final int SET = 248;
  private static final int TINY_BLOB = 249;
  private static final int BLOB = 252;
  private static final int VAR_STRING = 253;
  private static final int STRING = 254;
  private static final int GEOMETRY = 255;

  private static final int SIGNS = 1;
  private static final int COLUMN_NAMES = 4;
  private static final int PRIMARY_KEY = 8;
  private static final int PRIMARY_KEY_WITH_PREFIX = 9;

  private static final int COLUMNS_MAX = 4096;
  private static final int DIGITS = 9;
  private static final int[] DIGIT_BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

  private final int[] types;
  private final int[] sizes;
  private final int jsonColumns;
  private boolean isNamed;
  private byte[] signs = {};
  private Optional<int[]> primaryKey = Optional.empty();

  private TableShape(int[] types, int[] sizes) {
    this.types = types;
    this.sizes = sizes;
    int json = 0;
    for (int type : types) {
      json += type == JSON ? 1 : 0;
    }
    this.jsonColumns = json;
  }

  /**
   * Reads it from an announcement.
   *
   * @param body behind the names
   * @throws BinlogException where it is of a kind that is not known
   */
  static TableShape read(EventBody body) throws BinlogException {
    int columns = body.count(COLUMNS_MAX);
    int[] types = new int[columns];
    for (int i = 0; i < columns; i++) {
      types[i] = body.u8();
    }
    int sizesEnd = body.count(Integer.MAX_VALUE) + body.position();
    int[] sizes = new int[columns];
    for (int i = 0; i < columns; i++) {
      sizes[i] = size(types[i], body);
    }
    body.skip(sizesEnd - body.position());
    body.skip((columns + 7) / 8);
    TableShape shape = new TableShape(types, sizes);
    shape.readMore(body);
    return shape;
  }

  private static int size(int type, EventBody body) throws BinlogException {
    return switch (type) {
      case STRING, ENUM, SET, DECIMAL -> body.u8() << 8 | body.u8();
      case BIT, VARCHAR, VAR_STRING, VARCHAR_COMPRESSED -> body.u16();
      case FLOAT, DOUBLE, JSON, GEOMETRY, VECTOR, BLOB_COMPRESSED -> body.u8();
      case TIMESTAMP2, DATETIME2, TIME2 -> body.u8();
      default -> type >= TINY_BLOB && type <= BLOB ? body.u8() : 0;
    };
  }

  /** What servers since MySQL 8.0 and MariaDB 10.5 write behind it, if they are set so. */
  private void readMore(EventBody body) throws BinlogException {
    while (body.left() > 0) {
      int field = body.u8();
      int end = body.count(Integer.MAX_VALUE) + body.position();
      switch (field) {
        case SIGNS -> signs = body.bytes(end - body.position());
        case COLUMN_NAMES -> isNamed = true;
        case PRIMARY_KEY -> primaryKey = Optional.of(columns(body, end, false));
        case PRIMARY_KEY_WITH_PREFIX -> primaryKey = Optional.of(columns(body, end, true));
        default -> {
          // Of no use here.
        }
      }
      body.skip(end - body.position());
    }
  }

  private int[] columns(EventBody body, int end, boolean hasPrefixes) throws BinlogException {
    int[] columns = new int[types.length];
    int count = 0;
    while (body.position() < end && count < columns.length) {
      columns[count++] = body.count(types.length - 1);
      if (hasPrefixes) {
        body.packed();
      }
    }
    return Arrays.copyOf(columns, count);
  }

  int columns() {
    return types.length;
  }

  int jsonColumns() {
    return jsonColumns;
  }

  /** Whether the server wrote the primary key, if there is one: binlog_row_metadata=FULL. */
  boolean saysItsKey() {
    return isNamed || primaryKey.isPresent();
  }

  Optional<int[]> primaryKey() {
    return primaryKey;
  }

  /** How many bytes a whole number has; 0 where a column is none. */
  int integerBytes(int column) {
    return switch (types[column]) {
      case TINY -> 1;
      case SHORT -> 2;
      case INT24 -> 3;
      case LONG -> 4;
      case LONGLONG -> 8;
      default -> 0;
    };
  }

  /** Whether a number is unsigned, where that is known; bits are of numeric columns only. */
  boolean isUnsigned(int column) {
    int numeric = 0;
    for (int i = 0; i < column; i++) {
      numeric += isNumeric(types[i]) ? 1 : 0;
    }
    return numeric / 8 < signs.length && (signs[numeric / 8] & 0x80 >> numeric % 8) != 0;
  }

  private static boolean isNumeric(int type) {
    return type >= TINY && type <= DOUBLE
        || type == LONGLONG
        || type == INT24
        || type == YEAR
        || type == DECIMAL;
  }

  /** Steps over a value. */
  void skip(EventBody body, int column) throws BinlogException {
    int size = sizes[column];
    switch (types[column]) {
      case TINY, YEAR -> body.skip(1);
      case SHORT -> body.skip(2);
      case INT24, DATE, NEWDATE, TIME -> body.skip(3);
      case LONG, FLOAT, TIMESTAMP -> body.skip(4);
      case LONGLONG, DOUBLE, DATETIME -> body.skip(8);
      case NULL -> body.skip(0);
      case TIMESTAMP2 -> body.skip(4 + (size + 1) / 2);
      case DATETIME2 -> body.skip(5 + (size + 1) / 2);
      case TIME2 -> body.skip(3 + (size + 1) / 2);
      case VARCHAR, VAR_STRING, VARCHAR_COMPRESSED ->
          body.skip(size < 256 ? body.u8() : body.u16());
      case BIT -> body.skip((size >> 8) + ((size & 0xff) > 0 ? 1 : 0));
      case DECIMAL -> body.skip(decimalBytes(size >> 8, size & 0xff));
      case ENUM, SET -> body.skip(size & 0xff);
      case STRING -> skipString(body, size >> 8, size & 0xff);
      case JSON, GEOMETRY, VECTOR, BLOB_COMPRESSED, TINY_BLOB, 250, 251, BLOB ->
          body.skip(body.number(size));
      default -> throw body.unknown("values of type " + types[column]);
    }
  }

  private static void skipString(EventBody body, int kind, int low) throws BinlogException {
    if (kind == ENUM || kind == SET) {
      body.skip(low);
      return;
    }
    int most = low | ((kind & 0x30) ^ 0x30) << 4;
    body.skip(most < 256 ? body.u8() : body.u16());
  }

  private static int decimalBytes(int precision, int scale) {
    int whole = Math.max(0, precision - scale);
    return whole / DIGITS * 4
        + DIGIT_BYTES[whole % DIGITS]
        + scale / DIGITS * 4
        + DIGIT_BYTES[scale % DIGITS];
  }
}
