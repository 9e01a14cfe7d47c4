package io.tutti.rest;

import io.tutti.api.GapsView;
import io.tutti.api.GapsView.OfChannel;
import io.tutti.api.GapsView.TransactionView;
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

/** Turns what the engine knows into {@link GapsView}s. */
final class GapsViews {
  private GapsViews() {}

  static OfChannel of(InstanceState state, GapsReport.OfChannel reported) {
    Channel channel = reported.channel();
    Optional<Missing> missing =
        reported.gaps() instanceof ChannelGaps.Open(Missing left, String why)
            ? Optional.of(left)
            : Optional.empty();
    return new OfChannel(
        channel.name(),
        channel.source().toString(),
        channel.positioning().name(),
        channel.applier().state() != io.tutti.model.ThreadState.STOPPED,
        word(reported.gaps()),
        reported.gaps().why(),
        missing.map(Missing::count).orElse(0L),
        missing.flatMap(GapsViews::gtids),
        missing.map(GapsViews::transactions).orElse(List.of()),
        Facts.of(channel.applier().executed().map(BinlogPosition::toString)),
        Refetch.of(state, channel).map(Refetch::toString),
        reported.mayRepeat());
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
        ? located.stream().map(GapsViews::of).toList()
        : List.of();
  }

  static TransactionView of(LoggedTransaction transaction) {
    return new TransactionView(
        transaction.begin().toString(),
        transaction.end().toString(),
        transaction.gtid().map(Object::toString),
        transaction.bytes(),
        transaction.isAtomic());
  }

  static GapsView of(GapsReport report) {
    return new GapsView(
        report.state().address().toString(),
        report.state().observedAt().toString(),
        report.channels().stream().map(channel -> GapsViews.of(report.state(), channel)).toList());
  }
}
