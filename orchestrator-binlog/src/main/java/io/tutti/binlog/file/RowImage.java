package io.tutti.binlog.file;

/** Where the values of a row are in its event. It is filled again for each row. */
final class RowImage {
  /** The event does not have the column. */
  static final int ABSENT = -1;

  static final int NULL = -2;

  private final TableShape shape;
  private final int[] begins;
  private final int[] ends;

  RowImage(TableShape shape) {
    this.shape = shape;
    this.begins = new int[shape.columns()];
    this.ends = new int[shape.columns()];
  }

  /** Changes of parts of JSON values say first which ones they are. */
  void skipPartialHead(EventBody body) throws BinlogException {
    if ((body.packed() & 1) != 0) {
      body.skip((shape.jsonColumns() + 7) / 8);
    }
  }

  /**
   * Reads a row.
   *
   * @param columns a bit for each that the event has
   */
  void read(EventBody body, byte[] columns) throws BinlogException {
    int present = 0;
    for (int i = 0; i < begins.length; i++) {
      present += isSet(columns, i) ? 1 : 0;
    }
    byte[] nulls = body.bytes((present + 7) / 8);
    int index = 0;
    for (int i = 0; i < begins.length; i++) {
      if (!isSet(columns, i)) {
        begins[i] = ABSENT;
      } else if (isSet(nulls, index++)) {
        begins[i] = NULL;
      } else {
        begins[i] = body.position();
        shape.skip(body, i);
        ends[i] = body.position();
      }
    }
  }

  private static boolean isSet(byte[] bits, int index) {
    return (bits[index >> 3] & 1 << (index & 7)) != 0;
  }

  TableShape shape() {
    return shape;
  }

  /** Or {@link #ABSENT}, or {@link #NULL}. */
  int begin(int column) {
    return begins[column];
  }

  int end(int column) {
    return ends[column];
  }
}
