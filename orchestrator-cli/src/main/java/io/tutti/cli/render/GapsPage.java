package io.tutti.cli.render;

import io.tutti.api.GapsView;
import io.tutti.api.GapsView.OfChannel;
import io.tutti.api.GapsView.TransactionView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The gaps of an instance, for people. */
public final class GapsPage {
  /** More are counted only; {@code --json} has them all. */
  private static final int LISTED_MAX = 20;

  private GapsPage() {}

  /**
   * @param answer of {@code GET /instances/{i}/gaps}
   */
  public static List<Line> of(GapsView answer) {
    List<Line> lines = new ArrayList<>();
    List<OfChannel> channels = answer.channels();
    if (channels.isEmpty()) {
      lines.add(Line.of(answer.address() + " replicates nothing."));
    }
    for (OfChannel channel : channels) {
      lines.addAll(ofChannel(answer.address(), channel));
    }
    return lines;
  }

  private static List<Line> ofChannel(String address, OfChannel channel) {
    List<Line> lines = new ArrayList<>();
    String name = channel.channel();
    String gaps = channel.gaps();
    long count = channel.missingCount();
    boolean runs = channel.applierRuns();
    String reported =
        switch (gaps) {
          case "free" -> "gap-free";
          case "open" ->
              count == 1 ? "1 transaction is missing" : count + " transactions are missing";
          default -> "unknown, and so taken for a gap";
        };
    lines.add(
        Line.of(address + (name.isEmpty() ? "" : " channel " + name), Tone.STRONG)
            .plus(" from " + channel.source() + ": ", Tone.DIM)
            .plus(reported, gaps.equals("free") ? Tone.GOOD : Tone.BAD));
    lines.add(
        Line.of(
            "  applier %s; %s".formatted(runs ? "is running" : "is stopped", channel.why()),
            Tone.DIM));
    channel.missingGtids().ifPresent(gtids -> lines.add(Line.of("  missing: " + gtids)));
    List<TransactionView> missing = channel.missing();
    Table table = new Table().titles("  BEGIN IN THE SOURCE'S BINLOG", "END", "BYTES", "GTID", "");
    missing.stream().limit(LISTED_MAX).forEach(each -> table.row(row(each)));
    if (!missing.isEmpty()) {
      lines.addAll(table.lines());
    }
    if (missing.size() > LISTED_MAX) {
      lines.add(
          Line.of(
              "  and %d more; --json has them".formatted(missing.size() - LISTED_MAX), Tone.DIM));
    }
    lines.addAll(whatToDo(address, channel));
    return lines;
  }

  private static List<Line> whatToDo(String address, OfChannel channel) {
    List<Line> lines = new ArrayList<>();
    channel
        .mayRepeat()
        .ifPresent(
            why -> lines.add(Line.of("  some rows of it may be there already: " + why, Tone.BAD)));
    Optional<String> behind = channel.receiverBehind();
    behind.ifPresent(what ->
        lines.add(
            Line.of(
                "  its receiver is behind: started, it fetches again " + what + "; start neither",
                Tone.BAD)));
    if (!channel.gaps().equals("free")) {
      lines.add(Line.of("  close them: tutti gaps close " + address));
    } else if (behind.isPresent()) {
      lines.add(Line.of("  correct it: tutti gaps close " + address));
    }
    return lines;
  }

  private static List<Line> row(TransactionView transaction) {
    return List.of(
        Line.of("  " + transaction.begin()),
        Line.of(transaction.end()),
        Line.of(String.valueOf(transaction.bytes())),
        Line.of(transaction.gtid().orElse("")),
        Line.of(transaction.atomic() ? "" : "DDL, or without transactions"));
  }
}
