package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.TableMapEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.TableMapEventMetadataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Reads how a table is described, and of what a server adds to that only what is used: the signs of
 * its numbers and the names of its columns. The library makes room for what the rest announces.
 */
final class TableDescription {
  /** Most tables take a few hundred. */
  private static final int BYTES_MAX = 1 << 20;

  /** As many as a server lets a table have. */
  private static final int COLUMNS_MAX = 4_096;

  /** 64 characters. */
  private static final int NAME_BYTES_MAX = 256;

  private static final int ID_AND_FLAGS_BYTES = 8;
  private static final int SIGNS = 1;
  private static final int NAMES = 4;

  private TableDescription() {}

  /**
   * @param event what comes after the header
   */
  static TableMapEventData read(byte[] event) throws IOException {
    if (event.length > BYTES_MAX) {
      throw new IOException("it describes a table with %d bytes".formatted(event.length));
    }
    TableMapEventData table = new TableMapEventDataDeserializer().deserialize(new Described(event));
    int columns = table.getColumnTypes().length;
    if (columns > COLUMNS_MAX
        || table.getDatabase().length() > NAME_BYTES_MAX
        || table.getTable().length() > NAME_BYTES_MAX) {
      throw new IOException("it describes a table that no server has");
    }
    byte[] used = used(event, columns);
    table.setEventMetadata(
        new TableMapEventMetadataDeserializer()
            .deserialize(new ByteArrayInputStream(used), columns, table.getColumnTypes()));
    return table;
  }

  /** What was added and is used, each part as long as it says. */
  private static byte[] used(byte[] event, int columns) throws IOException {
    EventBytes in = new EventBytes(event);
    in.read(ID_AND_FLAGS_BYTES);
    in.read(in.read() + 1);
    in.read(in.read() + 1);
    in.read(in.readPackedInteger());
    in.read(in.readPackedInteger());
    in.read((columns + 7) / 8);
    ByteArrayOutputStream used = new ByteArrayOutputStream();
    while (in.available() > 0) {
      int begin = in.getPosition();
      int field = in.read();
      byte[] content = in.read(in.readPackedInteger());
      if (field == SIGNS || field == NAMES && hasNames(content, columns)) {
        used.write(event, begin, in.getPosition() - begin);
      }
    }
    return used.toByteArray();
  }

  private static boolean hasNames(byte[] content, int columns) throws IOException {
    EventBytes in = new EventBytes(content);
    int names = 0;
    while (in.available() > 0) {
      if (in.read(in.readPackedInteger()).length > NAME_BYTES_MAX) {
        return false;
      }
      names++;
    }
    return names == columns;
  }

  /** Ends before what was added. */
  private static final class Described extends EventBytes {
    Described(byte[] event) {
      super(event);
    }

    @Override
    public int available() {
      return 0;
    }
  }
}
