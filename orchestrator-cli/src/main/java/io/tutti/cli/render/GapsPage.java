package io.tutti.cli.render;

import io.tutti.cli.view.Json;
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
  public static List<Line> of(Json answer) {
    List<Line> lines = new ArrayList<>();
    List<Json> channels = answer.at("channels").items();
    if (channels.isEmpty()) {
      lines.add(Line.of(answer.textOr("address", "") + " replicates nothing."));
    }
    for (Json channel : channels) {
      lines.addAll(ofChannel(answer.textOr("address", ""), channel));
    }
    return lines;
  }

  private static List<Line> ofChannel(String address, Json channel) {
    List<Line> lines = new ArrayList<>();
    String name = channel.textOr("channel", "");
    String gaps = channel.textOr("gaps", "");
    long count = channel.at("missingCount").number().orElse(0L);
    boolean runs = channel.at("applierRuns").flag().orElse(false);
    String told =
        switch (gaps) {
          case "free" -> "gap-free";
          case "open" ->
              count == 1 ? "1 transaction is missing" : count + " transactions are missing";
          default -> "unknown, and so taken for a gap";
        };
    lines.add(
        Line.of(address + (name.isEmpty() ? "" : " channel " + name), Tone.STRONG)
            .plus(" from " + channel.textOr("source", "") + ": ", Tone.DIM)
            .plus(told, gaps.equals("free") ? Tone.GOOD : Tone.BAD));
    lines.add(
        Line.of(
            "  applier %s; %s"
                .formatted(runs ? "is running" : "is stopped", channel.textOr("why", "")),
            Tone.DIM));
    channel.text("missingGtids").ifPresent(gtids -> lines.add(Line.of("  missing: " + gtids)));
    List<Json> missing = channel.at("missing").items();
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

  private static List<Line> whatToDo(String address, Json channel) {
    List<Line> lines = new ArrayList<>();
    channel
        .text("mayRepeat")
        .ifPresent(
            why -> lines.add(Line.of("  some rows of it may be there already: " + why, Tone.BAD)));
    Optional<String> behind = channel.text("receiverBehind");
    behind.ifPresent(what ->
        lines.add(
            Line.of(
                "  its receiver is behind: started, it fetches again " + what + "; start neither",
                Tone.BAD)));
    if (!channel.textOr("gaps", "").equals("free")) {
      lines.add(Line.of("  close them: tutti gaps close " + address));
    } else if (behind.isPresent()) {
      lines.add(Line.of("  set it right: tutti gaps close " + address));
    }
    return lines;
  }

  private static List<Line> row(Json transaction) {
    return List.of(
        Line.of("  " + transaction.textOr("begin", "")),
        Line.of(transaction.textOr("end", "")),
        Line.of(transaction.at("bytes").text().orElse("")),
        Line.of(transaction.textOr("gtid", "")),
        Line.of(
            transaction.at("atomic").flag().orElse(true) ? "" : "DDL, or without transactions"));
  }
}
