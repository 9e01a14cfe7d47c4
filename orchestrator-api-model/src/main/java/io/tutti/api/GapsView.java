package io.tutti.api;

import java.util.List;
import java.util.Optional;

/** The gaps of an instance, as exactly as its logs show. */
public record GapsView(String address, String readAt, List<OfChannel> channels) {

  /**
   * One channel.
   *
   * @param gaps {@code free}, {@code open} or {@code unknown}
   * @param why how that is known
   * @param missingCount how many transactions are known to be missing
   * @param missingGtids by their GTIDs, where they have some
   * @param missing by where they are in the source's binlog
   * @param lowWater before this all was applied; absent where the server shows none
   * @param receiverBehind what the receiver would fetch again, although it was applied; absent
   *     where it would not
   * @param mayRepeat why some rows of what is missing may be there already; absent where they are
   *     not
   */
  public record OfChannel(
      String channel,
      String source,
      String positioning,
      boolean applierRuns,
      String gaps,
      String why,
      long missingCount,
      Optional<String> missingGtids,
      List<TransactionView> missing,
      Fact<String> lowWater,
      Optional<String> receiverBehind,
      Optional<String> mayRepeat) {}

  /**
   * One transaction in its source's binlog.
   *
   * @param atomic whether it is committed as one; not so for DDL and tables without transactions,
   *     of which a MySQL before 8.0 may have applied what it has not noted
   */
  public record TransactionView(
      String begin, String end, Optional<String> gtid, long bytes, boolean atomic) {}
}
