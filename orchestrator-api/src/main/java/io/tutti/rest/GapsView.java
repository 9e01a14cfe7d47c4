package io.tutti.rest;

import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gaps.Missing;
import io.tutti.gaps.Refetch;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.operation.gaps.GapsReport;
import java.util.List;
import java.util.Optional;

/** The gaps of an instance, as exactly as its logs tell. */
record GapsView(String address, String readAt, List<OfChannel> channels) {

  /**
   * One channel.
   *
   * @param gaps {@code free}, {@code open} or {@code unknown}
   * @param why how that is known
   * @param missingCount how many transactions are known to be missing
   * @param missingGtids by their GTIDs, where they have some
   * @param missing by where they are in the source's binlog
   * @param lowWater before this all was applied; absent where the server tells none
   * @param receiverBehind what the receiver would fetch again, although it was applied; absent
   *     where it would not
   * @param mayRepeat why some rows of what is missing may be there already; absent where they are
   *     not
   */
  record OfChannel(
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
      Optional<String> mayRepeat) {
    static OfChannel of(InstanceState state, GapsReport.OfChannel told) {
      Channel channel = told.channel();
      Optional<Missing> missing =
          told.gaps() instanceof ChannelGaps.Open(Missing left, String why)
              ? Optional.of(left)
              : Optional.empty();
      return new OfChannel(
          channel.name(),
          channel.source().toString(),
          channel.positioning().name(),
          channel.applier().state() != io.tutti.model.ThreadState.STOPPED,
          word(told.gaps()),
          told.gaps().why(),
          missing.map(Missing::count).orElse(0L),
          missing.flatMap(OfChannel::gtids),
          missing.map(OfChannel::transactions).orElse(List.of()),
          Fact.of(channel.applier().executed().map(BinlogPosition::toString)),
          Refetch.of(state, channel).map(Refetch::toString),
          told.mayRepeat());
    }

    private static String word(ChannelGaps gaps) {
      return switch (gaps) {
        case ChannelGaps.Free free -> "free";
        case ChannelGaps.Open open -> "open";
        case ChannelGaps.Unknown unknown -> "unknown";
      };
    }

    private static Optional<String> gtids(Missing missing) {
      return missing instanceof Missing.Named(GtidSet gtids)
          ? Optional.of(gtids.toString())
          : Optional.empty();
    }

    private static List<TransactionView> transactions(Missing missing) {
      return missing instanceof Missing.Located(List<LoggedTransaction> located)
          ? located.stream().map(TransactionView::of).toList()
          : List.of();
    }
  }

  /**
   * One transaction in its source's binlog.
   *
   * @param atomic whether it is committed as one; not so for DDL and tables without transactions,
   *     of which a MySQL before 8.0 may have applied what it has not noted
   */
  record TransactionView(
      String begin, String end, Optional<String> gtid, long bytes, boolean atomic) {
    static TransactionView of(LoggedTransaction transaction) {
      return new TransactionView(
          transaction.begin().toString(),
          transaction.end().toString(),
          transaction.gtid().map(Object::toString),
          transaction.bytes(),
          transaction.isAtomic());
    }
  }

  static GapsView of(GapsReport report) {
    return new GapsView(
        report.state().address().toString(),
        report.state().observedAt().toString(),
        report.channels().stream().map(channel -> OfChannel.of(report.state(), channel)).toList());
  }
}
