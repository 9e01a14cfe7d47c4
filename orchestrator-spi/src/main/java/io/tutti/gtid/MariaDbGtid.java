package io.tutti.gtid;

/**
 * A MariaDB transaction, printed as {@code domain-server-sequence}.
 *
 * @param domain gtid_domain_id, 0 to 2^32-1: one ordered stream of transactions
 * @param server server_id of the server that wrote it first, 0 to 2^32-1
 * @param sequence its number in the domain, from 0; the server's 64-bit counter is unsigned, the
 *     upper half of its range is refused here because no real stream gets there
 */
public record MariaDbGtid(long domain, long server, long sequence) implements Gtid {

  /** Largest domain and server id, 2^32-1 (MariaDB manual, "Global Transaction ID"). */
  public static final long ID_MAX = 0xFFFF_FFFFL;

  public MariaDbGtid {
    requireWithin("domain", domain, ID_MAX);
    requireWithin("server", server, ID_MAX);
    requireWithin("sequence", sequence, Long.MAX_VALUE);
  }

  /**
   * Reads {@code domain-server-sequence}.
   *
   * @throws IllegalArgumentException naming the offset and what was expected there
   */
  public static MariaDbGtid parse(String text) {
    TextCursor cursor = new TextCursor("MariaDB GTID", text);
    cursor.skipBlanks();
    MariaDbGtid gtid = read(cursor);
    cursor.expectEnd();
    return gtid;
  }

  static MariaDbGtid read(TextCursor cursor) {
    long domain = cursor.number("a domain id", 0, ID_MAX);
    cursor.expect('-', "after the domain id");
    long server = cursor.number("a server id", 0, ID_MAX);
    cursor.expect('-', "after the server id");
    long sequence = cursor.number("a sequence number", 0, Long.MAX_VALUE);
    return new MariaDbGtid(domain, server, sequence);
  }

  private static void requireWithin(String what, long value, long max) {
    if (value < 0 || value > max) {
      throw new IllegalArgumentException(
          "GTID " + what + " " + value + " is not within 0 to " + max);
    }
  }

  @Override
  public String toString() {
    return domain + "-" + server + "-" + sequence;
  }
}
