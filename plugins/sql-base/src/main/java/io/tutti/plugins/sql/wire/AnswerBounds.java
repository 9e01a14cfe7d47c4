package io.tutti.plugins.sql.wire;

/**
 * How much is taken as one answer, with all that is asked in the same packet.
 *
 * @param bytes as they come over the network
 * @param cells rows times columns: an empty cell is one byte there and twenty in memory
 * @param columns of one result
 */
public record AnswerBounds(int bytes, int cells, int columns) {
  private static final int MEGABYTE = 1 << 20;

  /** No statement of ours answers with more; a table of MySQL may have 4,096. */
  private static final int COLUMNS_MAX = 1_000;

  /** What is asked again and again: a GTID set of 10,000 intervals has 200 kB. */
  public static final AnswerBounds POLL = new AnswerBounds(4 * MEGABYTE, 250_000, COLUMNS_MAX);

  /** What is asked because of an operation: lists of events, of sessions, lines of an error log. */
  public static final AnswerBounds ASKED = new AnswerBounds(15 * MEGABYTE, 1_000_000, COLUMNS_MAX);
}
