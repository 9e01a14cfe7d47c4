package io.tutti.binlog.file;

import io.tutti.binlog.file.BinlogTrouble.Kind;
import io.tutti.binlog.file.EventReader.Checks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** An open binlog or relay log, of which the first event was read: a file, or sent by a server. */
public final class BinlogFile implements AutoCloseable {
  private static final int MAGIC_BYTES = 4;
  private static final byte[] PLAIN = {(byte) 0xfe, 'b', 'i', 'n'};
  private static final byte[] ENCRYPTED = {(byte) 0xfd, 'b', 'i', 'n'};
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};

  private final String name;
  private final ReadableByteChannel channel;
  private final Troubles troubles;
  private final EventReader events;
  private final FormatDescription format;
  private final boolean isVerified;
  private final boolean isSent;
  private final long before;
  private boolean isRelayLog;

  private BinlogFile(String name, FileChannel file, boolean isVerified) throws IOException {
    this(name, file, isVerified, new Troubles(name, file::size), file.size(), 0, false);
  }

  private BinlogFile(
      String name,
      ReadableByteChannel channel,
      boolean isVerified,
      Troubles troubles,
      long bytes,
      long before,
      boolean isSent)
      throws IOException {
    this.name = name;
    this.channel = channel;
    this.isVerified = isVerified;
    this.isSent = isSent;
    this.before = before;
    this.troubles = troubles;
    requireMagic();
    this.events = new EventReader(channel, MAGIC_BYTES, bytes, troubles);
    this.format = describe();
    this.isRelayLog = format.isRelayLog();
  }

  /**
   * Begins to read a log that a server sends.
   *
   * @param channel with the bytes of its file, from the first on; events may be left out
   * @param before the byte that it is sent from, if not from its first; what describes it comes
   *     before all else
   * @param isVerified whether each event's checksum is compared, where they have any
   * @throws BinlogException when it is none that can be read
   */
  public static BinlogFile sent(
      String name, ReadableByteChannel channel, long before, boolean isVerified)
      throws IOException {
    Troubles troubles = new Troubles(name, () -> Long.MAX_VALUE);
    return new BinlogFile(name, channel, isVerified, troubles, Long.MAX_VALUE, before, true);
  }

  /**
   * Opens a file.
   *
   * @param isVerified whether each event's checksum is compared, where they have any
   * @throws BinlogException when it is no binlog, or none that can be read
   */
  public static BinlogFile open(Path file, boolean isVerified) throws IOException {
    String name = file.toString();
    FileChannel channel = openChannel(file, name);
    try {
      return new BinlogFile(name, channel, isVerified);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static FileChannel openChannel(Path file, String name) throws BinlogException {
    Troubles troubles = new Troubles(name, () -> 0);
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw troubles.at(0, Kind.UNREADABLE, "it is no file");
      }
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      throw troubles.at(0, Kind.UNREADABLE, "there is no such file", e);
    } catch (AccessDeniedException e) {
      throw troubles.at(0, Kind.UNREADABLE, "this user may not read it", e);
    } catch (BinlogException e) {
      throw e;
    } catch (IOException e) {
      throw troubles.at(0, Kind.UNREADABLE, "it cannot be opened: " + e.getMessage(), e);
    }
  }

  private void requireMagic() throws IOException {
    ByteBuffer magic = ByteBuffer.allocate(MAGIC_BYTES);
    try {
      while (magic.hasRemaining() && channel.read(magic) >= 0) {
        continue;
      }
    } catch (LogSourceException e) {
      throw e.at(name, 0);
    } catch (IOException e) {
      throw troubles.at(0, Kind.UNREADABLE, "it cannot be read: " + e.getMessage(), e);
    }
    byte[] found = Arrays.copyOf(magic.array(), magic.position());
    if (Arrays.equals(found, PLAIN)) {
      return;
    }
    if (Arrays.equals(found, ENCRYPTED)) {
      throw troubles.at(0, Kind.ENCRYPTED, "its server encrypted it, from byte 0 on");
    }
    throw troubles.at(0, Kind.NOT_A_BINLOG, "it begins as no binlog does" + likeWhat(found));
  }

  private static String likeWhat(byte[] found) {
    if (found.length == 0) {
      return ": it is empty";
    }
    if (Arrays.equals(found, ZSTD)) {
      return ": it is packed by zstd";
    }
    return Arrays.equals(Arrays.copyOf(found, GZIP.length), GZIP) ? ": it is packed by gzip" : "";
  }

  private FormatDescription describe() throws IOException {
    if (!events.next()) {
      throw troubles.at(MAGIC_BYTES, Kind.TRUNCATED, "no event follows its first four bytes");
    }
    if (events.type() == EventType.START_V3) {
      throw unsupported("its format is that of MySQL 4");
    }
    if (events.type() != EventType.FORMAT_DESCRIPTION || !events.isWhole()) {
      throw events.corrupt("its first event does not describe its format");
    }
    FormatDescription found = describeNext();
    boolean saysWhereItIs = events.endSaid() == MAGIC_BYTES + events.length();
    if (!saysWhereItIs && events.endSaid() != 0) {
      throw events.corrupt("its first event says that it ends at byte " + events.endSaid());
    }
    events.expect(
        found.hasChecksums() ? EventSum.BYTES : 0,
        new Checks(saysWhereItIs && !found.isRelayLog() && !isSent, isVerified, isSent));
    if (isVerified
        && found.hasChecksums()
        && !EventSum.isRightWithoutMark(events.window(), events.at(), (int) events.length())) {
      throw troubles.at(
          MAGIC_BYTES,
          Kind.CHECKSUM_WRONG,
          "the checksum of its first event is not that of its bytes");
    }
    return found;
  }

  private FormatDescription describeNext() throws IOException {
    FormatDescription found;
    try {
      found = FormatDescription.parse(events.window(), events.at(), (int) events.length());
    } catch (IllegalArgumentException e) {
      throw events.corrupt(String.valueOf(e.getMessage()));
    }
    if (!found.isSupported()) {
      throw unsupported("it was written by MySQL " + found.serverVersion());
    }
    return found;
  }

  private BinlogException unsupported(String sentence) {
    return troubles.at(events.offset(), Kind.UNSUPPORTED, sentence);
  }

  /** A relay log holds the format descriptions of its source, too, which the rest is written by. */
  FormatDescription formatFromHere() throws IOException {
    FormatDescription found = describeNext();
    events.expect(found.hasChecksums() ? EventSum.BYTES : 0, new Checks(false, isVerified, isSent));
    isRelayLog = true;
    return found;
  }

  /** Nothing follows a rotation in a binlog; a relay log has those of its source. */
  void rotatedHere() {
    isRelayLog |= !events.isAtItsPosition();
    events.expect(events.checksumBytes(), new Checks(false, isVerified, isSent));
  }

  EventReader events() {
    return events;
  }

  Troubles troubles() {
    return troubles;
  }

  public String name() {
    return name;
  }

  public FormatDescription format() {
    return format;
  }

  /** Whether a replica received it, as far as was read: MariaDB does not mark them. */
  public boolean isRelayLog() {
    return isRelayLog;
  }

  /** How much of it was read. */
  public long bytesRead() {
    return Math.max(0, events.offset() - before);
  }

  /** The first byte that was not read. */
  public long position() {
    return events.offset();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
