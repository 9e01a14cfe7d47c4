package io.tutti.binlog.analysis;

import io.tutti.binlog.file.BinlogTrouble;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What files of binlogs say.
 *
 * @param troubles why files were not read to their end; empty where all were
 * @param clock of MySQL's transactions; empty where none has numbers
 * @param groups sizes of MariaDB's group commits; empty where there are no transactions of MariaDB
 * @param bytes of transactions
 * @param seconds of transactions, from their first statement to their commit
 * @param biggest transactions, by their bytes
 * @param longest transactions, by their seconds
 * @param rows what is changed; empty where rows were not looked into
 */
public record BinlogReport(
    List<LogFile> files,
    List<BinlogTrouble> troubles,
    Totals totals,
    Optional<Clock> clock,
    Optional<Numbers> groups,
    Numbers bytes,
    Numbers seconds,
    List<Share> schemas,
    List<Share> tables,
    List<Share> domains,
    List<Share> servers,
    Barriers barriers,
    List<Large> biggest,
    List<Large> longest,
    Curve curve,
    Optional<Rows> rows) {

  /**
   * A file.
   *
   * @param server the version that wrote it
   * @param bytesRead of it; less than it has where there was trouble
   * @param isInUse whether it is being written, or its server crashed
   */
  public record LogFile(
      String name,
      String server,
      boolean isRelayLog,
      boolean isInUse,
      boolean hasChecksums,
      long bytesRead,
      long transactions) {}

  /**
   * Sums.
   *
   * @param bytes of all events
   * @param unfinished transactions that have no end, and are counted nowhere else
   * @param acrossSchemas transactions that change more than one schema
   * @param packed transactions that are compressed
   * @param rowEvents events with rows
   * @param statements changes that are written as statements
   */
  public record Totals(
      long bytes,
      long events,
      long transactions,
      long unfinished,
      long acrossSchemas,
      long packed,
      long packedBytes,
      long unpackedBytes,
      long rowEvents,
      long statements) {}

  /**
   * Modified intervals.
   *
   * @param transactions that have numbers
   * @param sum of their modified intervals
   * @param squares sum of the squares of the same
   * @param alone transactions that cannot begin before the one before them is committed
   */
  public record Clock(long transactions, long sum, long squares, long alone) {

    /** The average modified interval length. */
    public double amil() {
      return (double) sum / transactions;
    }

    /** The size of groups that would have the same average. */
    public double pseudoGroupSize() {
      return amil() * 2 - 1;
    }
  }

  /** Some numbers: how many, their sum, and below which each percentage of them is. */
  public record Numbers(long count, long sum, long p50, long p90, long p99, long max) {
    public double mean() {
      return count == 0 ? 0 : (double) sum / count;
    }
  }

  /**
   * A part of what was written.
   *
   * @param name of the schema, of the table behind its schema and a dot, of the domain or server
   * @param transactions that change it
   * @param bytes of events of it; of compressed transactions, unpacked
   */
  public record Share(String name, long transactions, long bytes) {}

  /**
   * What an applier runs alone or cannot prepare.
   *
   * @param ddl transactions that define something or administer the server
   * @param notParallel of MariaDB: transactions that it does not let run beside others
   * @param notTransactional of MariaDB: those that cannot be rolled back
   * @param waited of MariaDB: those that waited for a row lock
   * @param statements the first ones of DDL
   */
  public record Barriers(
      long ddl, long notParallel, long notTransactional, long waited, List<Ddl> statements) {}

  /**
   * A definition.
   *
   * @param verb its first words
   * @param schema its default schema
   */
  public record Ddl(
      String file, long offset, long committedSeconds, String gtid, String verb, String schema) {}

  /**
   * A large transaction.
   *
   * @param tables the names of the first few
   * @param beside how many of those that follow may begin before it is done; empty where its server
   *     does not say
   */
  public record Large(
      String file,
      long offset,
      String gtid,
      long committedSeconds,
      long bytes,
      long seconds,
      long rowEvents,
      List<String> tables,
      Optional<Long> beside) {}

  /**
   * Rows.
   *
   * @param perTransaction how many a transaction changes that changes any
   * @param hot those that most transactions change
   * @param keyless transactions that change rows of tables without a key
   * @param keylessTables what these are called
   * @param unknown transactions with rows of which no key is known
   * @param unknownTables tables of which neither the log nor a server says whether they have a key
   * @param unreadableTables tables with values of a kind that is not known
   */
  public record Rows(
      long rows,
      Numbers perTransaction,
      List<HotRow> hot,
      long keyless,
      List<String> keylessTables,
      long unknown,
      List<String> unknownTables,
      List<String> unreadableTables) {}

  /**
   * A row.
   *
   * @param key its value, where it is one whole number
   * @param transactions that change it
   */
  public record HotRow(String table, OptionalLong key, long transactions) {}

  /**
   * How it went over time.
   *
   * @param stepSeconds how long each point lasts
   * @param points without a hole
   */
  public record Curve(long firstSeconds, long stepSeconds, List<Point> points) {}

  /**
   * A piece of time.
   *
   * @param clocked transactions with numbers
   * @param intervals sum of their modified intervals
   * @param grouped transactions of MariaDB
   * @param groups in which they were committed
   */
  public record Point(
      long transactions, long bytes, long clocked, long intervals, long grouped, long groups) {}
}
