package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.QueryEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.QueryEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;

/** Reads statements; of one that is too long to be reported its beginning. */
final class Statements extends QueryEventDataDeserializer {
  /** What a server takes as one statement by default (5.6). */
  private static final int BYTES_MAX = 4 << 20;

  private static final int BEGINNING_BYTES = 64 * 1024;

  /** The beginning of a statement. */
  static final class TooLong extends QueryEventData {
    private static final long serialVersionUID = 1;
  }

  @Override
  public QueryEventData deserialize(ByteArrayInputStream in) throws IOException {
    if (in.available() <= BYTES_MAX) {
      return super.deserialize(in);
    }
    EventBytes bytes = new EventBytes(in.read(BEGINNING_BYTES));
    bytes.enterBlock(BEGINNING_BYTES);
    QueryEventData beginning = super.deserialize(bytes);
    TooLong statement = new TooLong();
    statement.setDatabase(beginning.getDatabase());
    statement.setSql(beginning.getSql());
    return statement;
  }
}
