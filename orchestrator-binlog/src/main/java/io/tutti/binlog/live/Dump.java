package io.tutti.binlog.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tutti.binlog.file.BinlogTrouble.Kind;
import io.tutti.binlog.file.LogSourceException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * What a server sends to one that asks for its binlogs, as the bytes of one log after the other:
 * those of its file, but what the server makes up on its way. It is asked with the server id 0, as
 * mysqlbinlog does: then it does not wait at the end of the newest log, and takes nobody for a
 * replica, whose connection it would end. For one thread.
 */
final class Dump implements ReadableByteChannel {
  private static final int BINLOG_DUMP = 0x12;
  private static final int WITHOUT_WAITING = 1;
  private static final int WITH_ANNOTATIONS = 2;
  private static final int ERROR = 0xff;
  private static final int END = 0xfe;
  private static final int END_BYTES_MAX = 8;

  private static final byte[] MAGIC = {(byte) 0xfe, 'b', 'i', 'n'};
  private static final int HEADER_BYTES = 19;
  private static final int TYPE_AT = 4;
  private static final int LENGTH_AT = 9;
  private static final int POSITION_AT = 13;
  private static final int ROTATE = 4;
  private static final int ROTATE_BYTES_MAX = 1_024;
  private static final int NAME_AT = HEADER_BYTES + 8;
  private static final int SUM_BYTES = 4;
  private static final long UNSIGNED = 0xffffffffL;
  private static final int CHUNK_BYTES = 64 << 10;

  private final Wire wire;
  private final Place end;
  private final Pace pace;
  private final byte[] chunk = new byte[CHUNK_BYTES];
  private ByteBuffer pending = ByteBuffer.allocate(0);
  private String log = "";
  private Optional<String> announced = Optional.empty();
  private long position;
  private long eventLeft;
  private int packetLeft;
  private boolean isPacketFull;
  private boolean isOver;
  private boolean isEnded;

  private Dump(Wire wire, Place end, Pace pace) {
    this.wire = wire;
    this.end = end;
    this.pace = pace;
  }

  /**
   * Asks for all from a place on.
   *
   * @param end where what is wanted ends
   */
  static Dump begin(Session session, Place from, Place end, Pace pace) throws IOException {
    // Without these, servers that write checksums refuse, and MariaDB sends no GTIDs.
    session.run("SET @master_binlog_checksum = @@global.binlog_checksum");
    boolean isMariaDb = session.greeting().isMariaDb();
    if (isMariaDb) {
      session.run("SET @mariadb_slave_capability = 4");
    }
    byte[] file = from.log().getBytes(UTF_8);
    if (from.position() > UNSIGNED) {
      throw new LogSourceException(
          Kind.REFUSED,
          "no server can be asked for what is behind the first 4 GB of a log",
          "begin at an earlier place");
    }
    ByteBuffer command = ByteBuffer.allocate(11 + file.length).order(ByteOrder.LITTLE_ENDIAN);
    command.put((byte) BINLOG_DUMP).putInt((int) from.position());
    command.putShort((short) (isMariaDb ? WITH_ANNOTATIONS : WITHOUT_WAITING));
    command.putInt(0).put(file);
    session.wire().command(command.array());
    Dump dump = new Dump(session.wire(), end, pace);
    dump.position = from.position();
    return dump;
  }

  /** Whether the server has ended to send. */
  boolean isEnded() {
    return isEnded;
  }

  /** Goes on to the next log, whose name it returns; empty behind the last one. */
  Optional<String> nextLog() throws IOException {
    boolean isFirst = log.isEmpty();
    while (announced.isEmpty() && !isOver) {
      pending.clear().limit(0);
      while (eventLeft > 0) {
        readSome(ByteBuffer.allocate(CHUNK_BYTES));
      }
      beginEvent();
    }
    announced.ifPresent(name -> log = name);
    announced = Optional.empty();
    pending = ByteBuffer.wrap(MAGIC);
    position = isFirst ? position : MAGIC.length;
    return isOver ? Optional.empty() : Optional.of(log);
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    while (!pending.hasRemaining() && eventLeft == 0) {
      if (isOver || announced.isPresent()) {
        return -1;
      }
      beginEvent();
    }
    if (pending.hasRemaining()) {
      int count = Math.min(to.remaining(), pending.remaining());
      to.put(pending.slice().limit(count));
      pending.position(pending.position() + count);
      return count;
    }
    return readSome(to);
  }

  private int readSome(ByteBuffer to) throws IOException {
    try {
      if (packetLeft == 0) {
        beginPacket();
      }
      int most = (int) Math.min(eventLeft, Math.min(packetLeft, chunk.length));
      int count = wire.readSome(chunk, 0, Math.min(most, to.remaining()));
      to.put(chunk, 0, count);
      eventLeft -= count;
      packetLeft -= count;
      pace.took(count);
      return count;
    } catch (LogSourceException e) {
      isOver = true;
      throw e;
    } catch (IOException e) {
      isOver = true;
      throw lost(e);
    }
  }

  private void beginPacket() throws IOException {
    packetLeft = wire.beginPacket();
    isPacketFull = packetLeft == Wire.PACKET_MAX;
  }

  /** Makes the header of the next event pending, if it is one of the log. */
  private void beginEvent() throws IOException {
    try {
      if (isPacketFull) {
        // What fills its last packet is followed by an empty one.
        beginPacket();
      }
      beginPacket();
      if (packetLeft == 0 || !isEvent(wire.readBytes(1)[0] & 0xff)) {
        isOver = true;
        return;
      }
      packetLeft--;
      takeHeader();
    } catch (LogSourceException e) {
      isOver = true;
      throw e;
    } catch (IOException e) {
      isOver = true;
      throw lost(e);
    }
  }

  private boolean isEvent(int status) throws IOException {
    if (status == 0) {
      return true;
    }
    if (status == END && packetLeft <= END_BYTES_MAX) {
      isEnded = true;
      return false;
    }
    if (status != ERROR) {
      throw new IOException("%s sent what is no event".formatted(wire.server()));
    }
    byte[] rest = wire.readBytes(packetLeft - 1);
    byte[] packet = new byte[rest.length + 1];
    System.arraycopy(rest, 0, packet, 1, rest.length);
    isEnded = true;
    throw Refusal.read(packet).of(wire.server());
  }

  private void takeHeader() throws IOException {
    if (packetLeft < HEADER_BYTES) {
      throw new IOException("%s sent a part of an event".formatted(wire.server()));
    }
    byte[] header = wire.readBytes(HEADER_BYTES);
    packetLeft -= HEADER_BYTES;
    ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    eventLeft = (fields.getInt(LENGTH_AT) & UNSIGNED) - HEADER_BYTES;
    long endSaid = fields.getInt(POSITION_AT) & UNSIGNED;
    if (header[TYPE_AT] == ROTATE && endSaid == 0) {
      takeAnnouncement(header);
      return;
    }
    if (isBehindTheEnd(endSaid)) {
      isOver = true;
      eventLeft = 0;
      return;
    }
    pace.took(HEADER_BYTES);
    pending = fields.position(0);
  }

  /** Positions have 32 bits; what the server makes up has none. */
  private boolean isBehindTheEnd(long endSaid) {
    if (endSaid == 0) {
      return false;
    }
    long length = eventLeft + HEADER_BYTES;
    position += endSaid - position & UNSIGNED;
    return log.equals(end.log()) && position - length >= Math.max(end.position(), Place.FIRST + 1);
  }

  /** Before each log a server says what it is called. */
  private void takeAnnouncement(byte[] header) throws IOException {
    if (eventLeft != packetLeft || packetLeft > ROTATE_BYTES_MAX) {
      throw new IOException("%s announced a log by %d bytes".formatted(wire.server(), packetLeft));
    }
    byte[] event = new byte[HEADER_BYTES + packetLeft];
    System.arraycopy(header, 0, event, 0, HEADER_BYTES);
    System.arraycopy(wire.readBytes(packetLeft), 0, event, HEADER_BYTES, packetLeft);
    packetLeft = 0;
    eventLeft = 0;
    int nameEnd = event.length - (isSummed(event) ? SUM_BYTES : 0);
    String name = new String(event, NAME_AT, Math.max(0, nameEnd - NAME_AT), UTF_8);
    if (log.equals(end.log()) && !name.equals(log)) {
      isOver = true;
    } else if (!name.equals(log)) {
      announced = Optional.of(name);
    }
  }

  /** Whether it ends with a checksum, which depends on the server and on what was sent before. */
  private static boolean isSummed(byte[] event) {
    int from = event.length - SUM_BYTES;
    CRC32 sum = new CRC32();
    sum.update(event, 0, from);
    return (int) sum.getValue()
        == ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN).getInt(from);
  }

  private LogSourceException lost(IOException e) {
    String why =
        e instanceof SocketTimeoutException
            ? "it sent nothing for %d s".formatted(wire.server().patience().toSeconds())
            : String.valueOf(e.getMessage());
    return new LogSourceException(
        Kind.LOST,
        "%s did not send it to its end: %s".formatted(wire.server(), why),
        "see the error log of the server, and try again from there");
  }

  @Override
  public boolean isOpen() {
    return !isOver;
  }

  /** The connection is its owner's. */
  @Override
  public void close() {
    pending.clear().limit(0);
  }
}
