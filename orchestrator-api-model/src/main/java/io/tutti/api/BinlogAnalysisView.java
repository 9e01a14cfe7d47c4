package io.tutti.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What binlogs say.
 *
 * @param complete whether all was read to its end
 * @param unfinishedTransactions that have no end, and are counted nowhere else
 * @param statements changes that are written as statements
 * @param amil the average modified interval length; absent where no transaction has numbers
 * @param pseudoGroupSize the size of groups that would have the same average
 * @param clockedTransactions that have numbers
 * @param modifiedIntervalSquareSum sum of the squares of the intervals
 * @param aloneTransactions that cannot begin before the one before them is committed
 * @param groupCommits sizes of MariaDB's group commits
 * @param transactionSeconds from the first statement to the commit, of each
 * @param servers where they were run first, by server_id
 * @param rows what is changed; absent where rows were not looked into
 */
public record BinlogAnalysisView(
    boolean complete,
    List<FileView> files,
    List<TroubleView> troubles,
    long bytes,
    long events,
    long transactions,
    long unfinishedTransactions,
    long transactionsAcrossSchemas,
    long compressedTransactions,
    long compressedBytes,
    long uncompressedBytes,
    long rowEvents,
    long statements,
    Optional<Double> amil,
    Optional<Double> pseudoGroupSize,
    Optional<Long> clockedTransactions,
    Optional<Long> modifiedIntervalSum,
    Optional<Long> modifiedIntervalSquareSum,
    Optional<Long> aloneTransactions,
    Optional<NumbersView> groupCommits,
    NumbersView transactionBytes,
    NumbersView transactionSeconds,
    List<ShareView> schemas,
    List<ShareView> tables,
    List<ShareView> domains,
    List<ShareView> servers,
    BarriersView barriers,
    List<LargeView> biggest,
    List<LargeView> longest,
    CurveView curve,
    Optional<RowsView> rows) {

  /**
   * A file.
   *
   * @param inUse whether it is being written, or its server crashed
   * @param bytesRead of it; less than it has where there was trouble
   */
  public record FileView(
      String file,
      String serverVersion,
      boolean relayLog,
      boolean inUse,
      boolean checksums,
      long bytesRead,
      long transactions) {}

  /**
   * Why not all was read.
   *
   * @param offset of the first byte that is not understood
   */
  public record TroubleView(
      String code, String file, long offset, String observed, String remedy) {}

  /** Some numbers: how many, their sum, and below which each percentage of them is. */
  public record NumbersView(
      long count, long sum, double mean, long p50, long p90, long p99, long max) {}

  /**
   * A part of what was written.
   *
   * @param bytes of events of it; of compressed transactions, unpacked
   */
  public record ShareView(String name, long transactions, long bytes, double shareOfBytes) {}

  /**
   * What an applier runs alone or cannot prepare.
   *
   * @param ddl transactions that define something or administer the server
   * @param notParallel of MariaDB: transactions that it does not let run beside others
   * @param notTransactional of MariaDB: those that cannot be rolled back
   * @param waitedForLocks of MariaDB: those that waited for a row lock
   */
  public record BarriersView(
      long ddl,
      long notParallel,
      long notTransactional,
      long waitedForLocks,
      List<DdlView> ddlStatements) {}

  /**
   * A definition.
   *
   * @param statement its first words
   * @param schema its default schema
   */
  public record DdlView(
      String file,
      long offset,
      Optional<String> gtid,
      Instant committedAt,
      String statement,
      String schema) {}

  /**
   * A large transaction.
   *
   * @param tables the names of the first few
   * @param mayRunBeside how many of those that follow may begin before it is done
   */
  public record LargeView(
      String file,
      long offset,
      Optional<String> gtid,
      Instant committedAt,
      long bytes,
      long seconds,
      long rowEvents,
      List<String> tables,
      Optional<Long> mayRunBeside) {}

  /**
   * How it went over time.
   *
   * @param stepSeconds how long each point lasts
   * @param points without a hole
   */
  public record CurveView(Instant begin, long stepSeconds, List<PointView> points) {}

  /**
   * A piece of time.
   *
   * @param clockedTransactions that have numbers
   * @param groupCommits of MariaDB
   * @param groupedTransactions in these
   */
  public record PointView(
      long transactions,
      long bytes,
      Optional<Long> clockedTransactions,
      Optional<Double> amil,
      Optional<Double> pseudoGroupSize,
      Optional<Long> groupCommits,
      Optional<Long> groupedTransactions,
      Optional<Double> groupSize) {}

  /**
   * Rows.
   *
   * @param perTransaction how many a transaction changes that changes any
   * @param hot those that most transactions change
   * @param unknownTables tables of which neither the log nor a server says whether they have a key
   * @param unreadableTables tables with values of a kind that is not known
   */
  public record RowsView(
      long rows,
      NumbersView perTransaction,
      List<HotRowView> hot,
      long keylessTransactions,
      List<String> keylessTables,
      long unknownTransactions,
      List<String> unknownTables,
      List<String> unreadableTables) {}

  /**
   * A row.
   *
   * @param key its value, where it is one whole number
   */
  public record HotRowView(String table, Optional<Long> key, long transactions) {}
}
