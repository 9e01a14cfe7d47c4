package io.tutti.gtid;

/**
 * The name of one transaction: immutable, printed and parsed in the spelling of its servers.
 *
 * <p>{@code toString()} is canonical: the server and {@link #parse} both accept it.
 */
public sealed interface Gtid permits MySqlGtid, MariaDbGtid {

  /**
   * Reads a GTID of either family, distinguished by the {@code ':'} that only MySQL writes.
   *
   * @throws IllegalArgumentException naming the offset and what was expected there
   */
  static Gtid parse(String text) {
    return text.indexOf(':') >= 0 ? MySqlGtid.parse(text) : MariaDbGtid.parse(text);
  }
}
