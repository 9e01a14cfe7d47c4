package io.tutti.plugins.sql.wire;

/**
 * Follows what a server sends, packet by packet, and takes only what its driver can be given
 * without harm: drivers believe a count of columns or a length, and make room for it at once.
 *
 * <ol>
 *   <li>The login, until the server lets the client in.
 *   <li>An answer begins: done (OK), refused (ERR), or with the number of its columns.
 *   <li>As many packets as there are columns, then one for each row, then the end.
 *   <li>Another answer may follow, to the next statement of the same packet.
 * </ol>
 *
 * <p>The names are those of "Text Resultset" in the MySQL internals manual.
 */
final class AnswerPackets {
  /** A greeting has 80 bytes, a public key of 16,384 bits 3 kB. */
  static final int LOGIN_PACKET_BYTES_MAX = 16 * 1024;

  private static final int OK = 0x00;
  private static final int END = 0xfe;
  private static final int ERROR = 0xff;
  private static final int FILE_WANTED = 0xfb;
  private static final int SHORT_END_BYTES_MAX = 8;
  private static final int NAMES_OF_COLUMN = 6;
  private static final int FIXED_OF_COLUMN = 10;

  private static final long HAS_SESSION_STATE = 1L << 23;
  private static final long ENDS_WITH_OK = 1L << 24;
  private static final long EXTENDED_METADATA = 1L << 35;
  private static final int SESSION_STATE_CHANGED = 0x4000;

  private enum Next {
    LOGIN,
    ANSWER,
    COLUMN,
    END_OF_COLUMNS,
    ROW
  }

  private Next next = Next.LOGIN;
  private boolean clientSpoke;
  private long capabilities;
  private int columns;
  private int columnsLeft;
  private long cells;
  private AnswerBounds bounds = AnswerBounds.POLL;

  /** What the client can do, as it says itself when it logs in. */
  void clientCan(long saidCapabilities) {
    capabilities = saidCapabilities;
    clientSpoke = true;
  }

  boolean isLogin() {
    return next == Next.LOGIN;
  }

  /** The client asks something: counting begins again. */
  void asked(AnswerBounds bounded) {
    bounds = bounded;
    cells = 0;
  }

  void take(PacketBytes packet) throws WrongAnswer {
    int first = packet.peek();
    switch (next) {
      case LOGIN -> {
        if (clientSpoke && first == OK) {
          checkOk(packet);
          next = Next.ANSWER;
        }
      }
      case ANSWER -> begin(packet, first);
      case COLUMN -> column(packet, first);
      case END_OF_COLUMNS -> next = first == ERROR ? Next.ANSWER : Next.ROW;
      case ROW -> row(packet, first);
    }
  }

  private void begin(PacketBytes packet, int first) throws WrongAnswer {
    if (first == FILE_WANTED) {
      throw new WrongAnswer("asked for a file of this machine");
    }
    if (first == OK) {
      checkOk(packet);
    } else if (first != ERROR && !(first == END && packet.left() <= SHORT_END_BYTES_MAX)) {
      long count = packet.packedNumber();
      if (count < 1 || count > bounds.columns()) {
        throw new WrongAnswer(
            "sent %s columns, and no more than %d are taken"
                .formatted(Long.toUnsignedString(count), bounds.columns()));
      }
      columns = (int) count;
      columnsLeft = columns;
      next = Next.COLUMN;
    }
  }

  private void column(PacketBytes packet, int first) throws WrongAnswer {
    if (first == ERROR) {
      next = Next.ANSWER;
      return;
    }
    int names = NAMES_OF_COLUMN + (can(EXTENDED_METADATA) ? 1 : 0);
    for (int i = 0; i < names; i++) {
      packet.skipText();
    }
    packet.packedNumber();
    packet.skip(FIXED_OF_COLUMN);
    columnsLeft--;
    if (columnsLeft == 0) {
      next = can(ENDS_WITH_OK) ? Next.ROW : Next.END_OF_COLUMNS;
    }
  }

  private void row(PacketBytes packet, int first) throws WrongAnswer {
    if (first == END || first == ERROR) {
      if (first == END && can(ENDS_WITH_OK)) {
        checkOk(packet);
      } else if (first == END && packet.left() > SHORT_END_BYTES_MAX) {
        throw new WrongAnswer("sent an end of rows that is none");
      }
      next = Next.ANSWER;
      return;
    }
    cells += columns;
    if (cells > bounds.cells()) {
      throw new WrongAnswer(
          "sent more than %d cells as one answer (%d columns in each row)"
              .formatted(bounds.cells(), columns));
    }
    for (int i = 0; i < columns; i++) {
      // The last one may lack: MySQL 5.6 to 8.0 send no UUID of a replica without one.
      if (i < columns - 1 || packet.left() > 0) {
        packet.skipCell();
      }
    }
  }

  private void checkOk(PacketBytes packet) throws WrongAnswer {
    packet.number(1);
    packet.packedNumber();
    packet.packedNumber();
    long status = packet.number(2);
    packet.number(2);
    if (can(HAS_SESSION_STATE) && packet.left() > 0) {
      packet.skipText();
      if ((status & SESSION_STATE_CHANGED) != 0 && packet.left() > 0) {
        PacketBytes changes = packet.part(packet.packedNumber());
        while (changes.left() > 0) {
          changes.number(1);
          changes.skipText();
        }
      }
    }
  }

  private boolean can(long capability) {
    return (capabilities & capability) != 0;
  }
}
