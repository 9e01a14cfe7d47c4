package io.tutti.api;

import java.util.List;

/**
 * What a replica has that its source never had.
 *
 * @param source whom it was compared with
 * @param gtids all of them, as one set; absent where transactions bear no names
 * @param transactions the first of them, one by one
 * @param notes what limits this
 */
public record ErrantView(
    String address,
    String source,
    Fact<String> gtids,
    List<TransactionView> transactions,
    List<String> notes) {

  /**
   * One of them.
   *
   * @param meaning who wrote it, as a sentence
   * @param content what it does, line by line, as the replica's own binlog shows
   */
  public record TransactionView(String gtid, String meaning, Fact<List<String>> content) {}
}
