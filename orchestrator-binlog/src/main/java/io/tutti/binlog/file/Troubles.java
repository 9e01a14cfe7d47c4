package io.tutti.binlog.file;

import io.tutti.binlog.file.BinlogTrouble.Kind;
import java.io.IOException;

/** Says of one file what is the matter with it. */
final class Troubles {
  /** How large a source is by now. */
  interface Size {
    long bytes() throws IOException;
  }

  private static final long ANYWHERE = -1;

  private final String file;
  private final Size size;
  private final long fixedOffset;

  Troubles(String file, Size size) {
    this(file, size, ANYWHERE);
  }

  private Troubles(String file, Size size, long fixedOffset) {
    this.file = file;
    this.size = size;
    this.fixedOffset = fixedOffset;
  }

  /** For what is packed into an event: offsets within it are of no use to anybody. */
  Troubles within(long event) {
    return new Troubles(file, () -> Long.MAX_VALUE, event);
  }

  BinlogException at(long offset, Kind kind, String sentence) {
    return new BinlogException(trouble(offset, kind, sentence));
  }

  BinlogException at(long offset, Kind kind, String sentence, IOException cause) {
    return new BinlogException(trouble(offset, kind, sentence), cause);
  }

  private BinlogTrouble trouble(long offset, Kind kind, String sentence) {
    if (fixedOffset == ANYWHERE) {
      return new BinlogTrouble(kind, file, offset, sentence, remedy(kind));
    }
    return new BinlogTrouble(
        Kind.CORRUPT,
        file,
        fixedOffset,
        "what a compressed transaction unpacks to is broken: " + sentence,
        remedy(Kind.CORRUPT));
  }

  /** How the file was named. */
  String file() {
    return file;
  }

  /** How much follows in the file, by its size now. */
  long bytesLeft(long offset) throws IOException {
    try {
      return size.bytes() - offset;
    } catch (IOException e) {
      throw at(offset, Kind.UNREADABLE, "it cannot be read: " + e.getMessage(), e);
    }
  }

  private static String remedy(Kind kind) {
    return switch (kind) {
      case UNREADABLE -> "check the name, and whether this user may read the file";
      case NOT_A_BINLOG -> "name a binlog or relay log file; unpack it first if it is packed";
      case REFUSED, PURGED, UNREACHABLE, LOST, BUSY, LATE -> "try it again";
      case ENCRYPTED ->
          "read it from its server, which decrypts it: name HOST:PORT instead of the file, or fetch it with mysqlbinlog --read-from-remote-server --raw";
      case UNSUPPORTED -> "use logs of MySQL 5.6 or newer, or of MariaDB 10.0 or newer";
      case TRUNCATED ->
          "copy the file again; if its server is writing it, or crashed, this is its end";
      case CORRUPT, CHECKSUM_WRONG -> "copy the file again from its server, and compare the copies";
    };
  }
}
