package io.tutti.binlog.file;

import java.util.Locale;

/**
 * Why a file was not read to its end.
 *
 * @param file as it was named
 * @param offset of the first byte that is not understood; what is before it was read
 * @param sentence what was found there
 * @param remedy what can be done about it
 */
public record BinlogTrouble(Kind kind, String file, long offset, String sentence, String remedy) {

  /** What is the matter with a file. */
  public enum Kind {
    /** It cannot be opened or read. */
    UNREADABLE,
    /** It begins as no binlog does. */
    NOT_A_BINLOG,
    /** Its server encrypted it. */
    ENCRYPTED,
    /** It is of a release that is not supported. */
    UNSUPPORTED,
    /** It ends within an event. */
    TRUNCATED,
    /** Its bytes contradict each other. */
    CORRUPT,
    /** The checksum of an event is not that of its bytes. */
    CHECKSUM_WRONG,
    /** A server that was asked for it did not send it. */
    REFUSED,
    /** The server does not have it any more. */
    PURGED,
    /** The server cannot be reached. */
    UNREACHABLE,
    /** The server stopped to send it. */
    LOST,
    /** The server has too much to do. */
    BUSY,
    /** It took longer than it may. */
    LATE;

    /** As errors are named for programs: {@code BINLOG_TRUNCATED}. */
    public String code() {
      return this == NOT_A_BINLOG ? name() : "BINLOG_" + name().toUpperCase(Locale.ROOT);
    }
  }

  /** {@code binlog.000007 at byte 1234: the file ends within an event}. */
  @Override
  public String toString() {
    return "%s at byte %d: %s".formatted(file, offset, sentence);
  }
}
