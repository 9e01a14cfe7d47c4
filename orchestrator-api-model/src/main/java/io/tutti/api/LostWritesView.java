package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * The transactions that an instance lost and its replicas have.
 *
 * @param replicas each with what it has
 */
public record LostWritesView(String address, List<ReplicaView> replicas) {

  /**
   * What one replica has.
   *
   * @param lostOnSource {@code none}, {@code named}, {@code beyond} or {@code unknown}
   * @param gtids their names, where they have some
   * @param received up to where of the instance's binlog, where that is beyond its end
   * @param transactions as its own binlog holds them, in their order
   * @param more how many it holds beside these
   * @param replaced two transactions of one name: the instance has used the name again
   * @param notes what is not reported, and why
   */
  public record ReplicaView(
      String address,
      String channel,
      String lostOnSource,
      Optional<String> gtids,
      Optional<String> received,
      List<TransactionView> transactions,
      long more,
      List<ReplacedView> replaced,
      List<String> notes) {}

  /** Two transactions of one name. */
  public record ReplacedView(TransactionView onReplica, TransactionView onInstance) {}

  /**
   * A transaction.
   *
   * @param at where it begins in the binlog that it was read from
   * @param serverId of the server that wrote it first
   * @param writtenAt when that was, by its clock
   * @param statements that it holds as text
   * @param changes of rows
   * @param changesMore how many rows more it changes
   * @param replay SQL that does the same on a server of the same kind
   * @param trouble why it is not reported, or not replayable, whole
   */
  public record TransactionView(
      Optional<String> gtid,
      String at,
      long serverId,
      String writtenAt,
      List<String> statements,
      List<ChangeView> changes,
      long changesMore,
      List<String> replay,
      Optional<String> trouble) {}

  /**
   * What becomes of a row.
   *
   * @param kind {@code INSERT}, {@code UPDATE} or {@code DELETE}
   * @param before the row as it was
   * @param after the row as it becomes
   * @param text the same as a sentence
   */
  public record ChangeView(
      String kind, String table, List<CellView> before, List<CellView> after, String text) {}

  /**
   * One value of a row.
   *
   * @param column its name, or {@code @3} for the third where the binlog does not show names
   * @param literal the value as SQL writes it
   */
  public record CellView(String column, String literal) {}
}
