package io.tutti.binlog.file;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first event of each log: by which server it was written, and how.
 *
 * @param serverVersion {@code 8.0.15}, {@code 10.11.5-MariaDB-log}
 * @param createdSeconds when the server started, where it wrote this log first; otherwise 0
 * @param isInUse whether the file is being written, or was when its server crashed
 * @param isRelayLog whether a replica wrote it
 * @param hasChecksums whether each event ends with its CRC32
 */
public record FormatDescription(
    String serverVersion,
    long createdSeconds,
    boolean isInUse,
    boolean isRelayLog,
    boolean hasChecksums) {

  private static final int VERSION_AT = EventReader.HEADER_BYTES;
  private static final int FORMAT = 4;
  private static final int SERVER_AT = VERSION_AT + 2;
  private static final int SERVER_BYTES = 50;
  private static final int CREATED_AT = SERVER_AT + SERVER_BYTES;
  private static final int HEADER_LENGTH_AT = CREATED_AT + 4;
  private static final int HEADS_AT = HEADER_LENGTH_AT + 1;
  private static final int CHECKSUM_BYTES = 4;
  private static final int CRC32 = 1;
  private static final Pattern RELEASE = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})");

  /** Those since which the event says which checksums the others have. */
  private static final long MYSQL_WITH_CHECKSUMS = number(5, 6, 1);

  private static final long MARIADB_WITH_CHECKSUMS = number(5, 3, 0);
  private static final long MYSQL_SUPPORTED = number(5, 6, 0);

  /** Older MariaDB releases have no GTIDs; their logs are read as those of MySQL 5.5. */
  private static final long OLDEST = number(5, 0, 0);

  /**
   * @param at where the event begins
   * @param length of it
   * @throws IllegalArgumentException when it is none that is supported, with the reason
   */
  static FormatDescription parse(ByteBuffer bytes, int at, int length) {
    if (length < HEADS_AT + CHECKSUM_BYTES + 1) {
      throw new IllegalArgumentException("its format description is too short");
    }
    int format = bytes.getShort(at + VERSION_AT) & 0xffff;
    int header = bytes.get(at + HEADER_LENGTH_AT) & 0xff;
    if (format != FORMAT || header != EventReader.HEADER_BYTES) {
      throw new IllegalArgumentException(
          "its format is version %d with headers of %d bytes".formatted(format, header));
    }
    String server = text(bytes, at + SERVER_AT);
    int flags = bytes.getShort(at + EventReader.FLAGS_AT) & 0xffff;
    return new FormatDescription(
        server,
        bytes.getInt(at + CREATED_AT) & 0xffffffffL,
        (flags & EventType.IN_USE_FLAG) != 0,
        (flags & EventType.RELAY_LOG_FLAG) != 0,
        hasChecksums(server, bytes.get(at + length - CHECKSUM_BYTES - 1)));
  }

  private static String text(ByteBuffer bytes, int from) {
    byte[] text = new byte[SERVER_BYTES];
    bytes.get(from, text);
    int end = 0;
    while (end < text.length && text[end] != 0) {
      end++;
    }
    return new String(text, 0, end, StandardCharsets.US_ASCII);
  }

  private static boolean hasChecksums(String server, byte algorithm) {
    long release = release(server);
    if (release < OLDEST) {
      throw new IllegalArgumentException(
          "its server calls itself \"%s\", which is no supported release".formatted(server));
    }
    boolean says = release >= (isMariaDb(server) ? MARIADB_WITH_CHECKSUMS : MYSQL_WITH_CHECKSUMS);
    if (says && algorithm != 0 && algorithm != CRC32) {
      throw new IllegalArgumentException(
          "its checksums are of unknown kind %d".formatted(algorithm));
    }
    return says && algorithm == CRC32;
  }

  private static long release(String server) {
    Matcher found = RELEASE.matcher(server.startsWith("5.5.5-10.") ? server.substring(6) : server);
    return found.lookingAt()
        ? number(
            Long.parseLong(found.group(1)),
            Long.parseLong(found.group(2)),
            Long.parseLong(found.group(3)))
        : 0;
  }

  private static long number(long major, long minor, long patch) {
    return major * 1_000_000 + minor * 1_000 + patch;
  }

  private static boolean isMariaDb(String server) {
    return server.contains("MariaDB");
  }

  public boolean isMariaDb() {
    return isMariaDb(serverVersion);
  }

  /** Whether the events of MySQL 5.6 or MariaDB 5.3 are all that is in it, or newer ones. */
  boolean isSupported() {
    return isMariaDb() || release(serverVersion) >= MYSQL_SUPPORTED;
  }
}
