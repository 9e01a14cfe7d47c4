package io.tutti.binlog.live;

import io.tutti.binlog.file.BinlogTrouble.Kind;
import io.tutti.binlog.file.LogSourceException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * The packet by which a server says that it does not do what it was asked for.
 *
 * @param code the server's number of the error
 * @param text the server's words
 */
record Refusal(int code, String text) {
  private static final Set<Integer> LOGIN = Set.of(1044, 1045, 1130, 1698, 1820, 1862, 3118, 3159);
  private static final int PRIVILEGE = 1227;
  private static final int NO_BINLOG = 1381;
  private static final int FATAL_READING = 1236;

  /** What MariaDB says of a log that is in its index, and whose file somebody removed. */
  private static final int FILE_NOT_FOUND = 29;

  private static final int SHOWN_MAX = 500;

  static Refusal read(byte[] packet) {
    String text = new String(packet, StandardCharsets.UTF_8);
    int code = packet.length < 3 ? 0 : (packet[1] & 0xff) | (packet[2] & 0xff) << 8;
    int from = Math.min(text.length(), text.startsWith("#", 3) ? 9 : 3);
    String shown = text.substring(from, Math.min(text.length(), from + SHOWN_MAX));
    return new Refusal(code, shown.replaceAll("\\p{Cntrl}+", " ").strip());
  }

  /** With a remedy. */
  LogSourceException of(LiveServer server) {
    String said = "%s says: %s (error %d)".formatted(server, text, code);
    if (LOGIN.contains(code)) {
      return new LogSourceException(
          Kind.REFUSED, said, "check account and password, and from which hosts it may log in");
    }
    return switch (code) {
      case PRIVILEGE ->
          new LogSourceException(
              Kind.REFUSED,
              said,
              "the account needs REPLICATION SLAVE and REPLICATION CLIENT (MariaDB 10.5 and newer:"
                  + " BINLOG MONITOR) ON *.*");
      case NO_BINLOG ->
          new LogSourceException(
              Kind.REFUSED, said, "name a server that writes a binlog, such as the source");
      case FATAL_READING, FILE_NOT_FOUND ->
          new LogSourceException(
              Kind.PURGED,
              said,
              "begin with a log that SHOW BINARY LOGS lists, and with a place at which an event"
                  + " begins");
      default -> new LogSourceException(Kind.REFUSED, said, "see the error log of the server");
    };
  }
}
