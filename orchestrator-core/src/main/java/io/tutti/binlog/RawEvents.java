package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeader;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.FormatDescriptionEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.DeleteRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.EventHeaderV4Deserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.FormatDescriptionEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.GtidEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.MariadbGtidEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.NullEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.RotateEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.TableMapEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.UpdateRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.WriteRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the events that are used, each once it is there whole, and keeps the bytes of the newest
 * one; of one that MariaDB has compressed, unpacked. Room is made as bytes come, not as they are
 * announced. For one thread.
 */
final class RawEvents extends EventDeserializer {
  private static final int HEADER_BYTES = 19;
  private static final int LENGTH_AT = 9;

  /** The room that is made at first. */
  private static final int FIRST_BYTES = 16 * 1024;

  private static final byte[] EMPTY = {};

  private final BinlogBounds bounds = new BinlogBounds();
  private final EventRoom room;
  private final Map<Long, TableMapEventData> tables;
  private final boolean isWithin;
  private byte[] newest = EMPTY;
  private int checksumBytes;

  RawEvents() {
    this(new KnownTables(), new EventRoom(), false);
  }

  private RawEvents(KnownTables tables, EventRoom room, boolean isWithin) {
    super(new EventHeaderV4Deserializer(), new NullEventDataDeserializer(), used(tables), tables);
    this.tables = tables;
    this.room = room;
    this.isWithin = isWithin;
    setCompatibilityMode(
        CompatibilityMode.CHAR_AND_BINARY_AS_BYTE_ARRAY,
        CompatibilityMode.DATE_AND_TIME_AS_LONG_MICRO,
        CompatibilityMode.INVALID_DATE_AND_TIME_AS_MIN_VALUE);
  }

  private static Map<EventType, EventDataDeserializer> used(Map<Long, TableMapEventData> tables) {
    Map<EventType, EventDataDeserializer> used = new EnumMap<>(EventType.class);
    used.put(EventType.FORMAT_DESCRIPTION, new FormatDescriptionEventDataDeserializer());
    used.put(EventType.ROTATE, new RotateEventDataDeserializer());
    used.put(EventType.QUERY, new Statements());
    used.put(EventType.GTID, new GtidEventDataDeserializer());
    used.put(EventType.MARIADB_GTID, new MariadbGtidEventDataDeserializer());
    used.put(EventType.PREVIOUS_GTIDS, new PreviousGtids());
    used.put(EventType.TABLE_MAP, new TableMapEventDataDeserializer());
    used.put(EventType.WRITE_ROWS, new WriteRowsEventDataDeserializer(tables));
    used.put(EventType.UPDATE_ROWS, new UpdateRowsEventDataDeserializer(tables));
    used.put(EventType.DELETE_ROWS, new DeleteRowsEventDataDeserializer(tables));
    used.put(
        EventType.EXT_WRITE_ROWS,
        new WriteRowsEventDataDeserializer(tables).setMayContainExtraInformation(true));
    used.put(
        EventType.EXT_UPDATE_ROWS,
        new UpdateRowsEventDataDeserializer(tables).setMayContainExtraInformation(true));
    used.put(
        EventType.EXT_DELETE_ROWS,
        new DeleteRowsEventDataDeserializer(tables).setMayContainExtraInformation(true));
    return used;
  }

  /** Of the connection that the events come over. */
  BinlogBounds bounds() {
    return bounds;
  }

  @Override
  @SuppressWarnings("NullAway") // The library's own sign for the end of the log.
  public @Nullable Event nextEvent(ByteArrayInputStream in) throws IOException {
    if (in.peek() == -1) {
      return null;
    }
    byte[] header = in.read(HEADER_BYTES);
    int length = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt(LENGTH_AT);
    newest = EMPTY;
    room.leave();
    room.take(length, bounds);
    newest = whole(header, length, in);
    bounds.eventTaken();
    if (CompressedEvent.is(newest)) {
      newest = unpacked(newest);
    }
    Event event = super.nextEvent(new EventBytes(newest));
    // Its place is reported by where it ends, and by how long it is there.
    event.<EventHeaderV4>getHeader().setEventLength(length);
    if (event.getData() instanceof FormatDescriptionEventData format) {
      checksumBytes = format.getChecksumType().getLength();
    }
    return event;
  }

  private byte[] unpacked(byte[] packed) throws IOException {
    if (isWithin) {
      throw new IOException("it is packed twice");
    }
    CompressedEvent compressed = new CompressedEvent(packed, checksumBytes);
    room.take(compressed.length(), bounds);
    return compressed.unpacked();
  }

  @Override
  public EventData deserializeTableMapEventData(ByteArrayInputStream in, EventHeader header)
      throws IOException {
    TableMapEventData table = TableDescription.read(body(in, header));
    tables.put(table.getTableId(), table);
    return table;
  }

  @Override
  public EventData deserializeTransactionPayloadEventData(
      ByteArrayInputStream in, EventHeader header) throws IOException {
    return PackedTransaction.read(new EventBytes(body(in, header)), this);
  }

  private byte[] body(ByteArrayInputStream in, EventHeader header) throws IOException {
    return in.read(Math.toIntExact(header.getDataLength()) - checksumBytes);
  }

  private static byte[] whole(byte[] header, int length, ByteArrayInputStream in)
      throws IOException {
    if (length < HEADER_BYTES || length > BinlogBounds.EVENT_BYTES_MAX) {
      throw new IOException(
          "the server announced an event of %d bytes".formatted(Integer.toUnsignedLong(length)));
    }
    byte[] raw = Arrays.copyOf(header, Math.min(length, FIRST_BYTES));
    in.fill(raw, HEADER_BYTES, raw.length - HEADER_BYTES);
    while (raw.length < length) {
      int filled = raw.length;
      raw = Arrays.copyOf(raw, Math.min(length, 2 * filled));
      in.fill(raw, filled, raw.length - filled);
    }
    return raw;
  }

  /** For those that a packed transaction holds. */
  RawEvents within() {
    return new RawEvents(new KnownTables(), room.within(), true);
  }

  /** No more events are read. */
  void end() {
    newest = EMPTY;
    room.leave();
  }

  /** Of the event that was decoded last, as the server sent it. */
  byte[] newest() {
    return newest;
  }
}
