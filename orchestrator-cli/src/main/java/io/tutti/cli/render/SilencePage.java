package io.tutti.cli.render;

import io.tutti.api.DowntimeView;
import io.tutti.api.FindingView;
import io.tutti.api.SilenceView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is not counted, and why. */
public final class SilencePage {
  private SilencePage() {}

  /** Findings that are not counted: a line for each reason. */
  static List<Line> of(List<FindingView> silenced) {
    if (silenced.isEmpty()) {
      return List.of();
    }
    Map<SilenceView, List<FindingView>> byReason = new LinkedHashMap<>();
    for (FindingView finding : silenced) {
      finding
          .silence()
          .ifPresent(
              silence -> byReason.computeIfAbsent(silence, key -> new ArrayList<>()).add(finding));
    }
    List<Line> lines = new ArrayList<>();
    lines.add(Line.EMPTY);
    lines.add(Line.of("Not counted:", Tone.STRONG));
    byReason.forEach((silence, findings) -> lines.add(line(silence, findings)));
    return lines;
  }

  private static Line line(SilenceView silence, List<FindingView> findings) {
    String codes =
        findings.stream().map(FindingView::code).distinct().collect(Collectors.joining(", "));
    return Line.of("  ")
        .plus(extent(silence.instance(), silence.cluster()), Tone.STRONG)
        .plus("  " + codes)
        .plus("  %s: %s".formatted(why(silence), silence.reason()), Tone.DIM);
  }

  private static String why(SilenceView silence) {
    String how =
        switch (silence.kind()) {
          case "ACKNOWLEDGED" -> "acknowledged by ";
          case "MUTED" -> "muted by ";
          default -> "downtime of ";
        };
    return how + silence.by() + silence.until().map(SilencePage::until).orElse("");
  }

  private static String until(Instant end) {
    return " until " + Times.second(end);
  }

  private static String extent(Optional<String> instance, Optional<String> cluster) {
    return instance.or(() -> cluster.map("cluster "::concat)).orElse("");
  }

  /** What was said just now. */
  public static Line said(SilenceView silence) {
    boolean isMuted = silence.kind().equals("MUTED");
    return Line.of(
        "%s of %s is %s%s."
            .formatted(
                silence.code().orElse(""),
                extent(silence.instance(), silence.cluster()),
                isMuted ? "muted" : "acknowledged",
                silence.until().map(SilencePage::until).orElse(" until it is over")));
  }

  /** What began just now. */
  public static Line begun(DowntimeView downtime) {
    return Line.of(
        "The downtime of %s has begun. It ends by itself at %s."
            .formatted(
                extent(downtime.instance(), downtime.cluster()), Times.second(downtime.until())));
  }

  public static List<Line> list(List<SilenceView> silences, int columns) {
    if (silences.isEmpty()) {
      return List.of(Line.of("Nothing is muted or acknowledged."));
    }
    Table table = new Table().titles("CODE", "OF", "HOW", "BY", "UNTIL", "REASON");
    silences.forEach(each ->
        table.row(
            Line.of(each.code().orElse("")),
            Line.of(extent(each.instance(), each.cluster()), Tone.STRONG),
            Line.of(each.kind().equals("MUTED") ? "muted" : "acknowledged"),
            Line.of(each.by()),
            Line.of(each.until().map(Times::second).orElse("it is over")),
            Line.of(each.reason())));
    return table.lines(columns);
  }

  public static List<Line> downtimes(List<DowntimeView> downtimes, int columns) {
    if (downtimes.isEmpty()) {
      return List.of(Line.of("Nothing is in downtime."));
    }
    Table table = new Table().titles("OF", "OWNER", "BEGAN", "UNTIL", "REASON");
    downtimes.forEach(each ->
        table.row(
            Line.of(extent(each.instance(), each.cluster()), Tone.STRONG),
            Line.of(each.owner()),
            Line.of(Times.second(each.beganAt()), Tone.DIM),
            Line.of(Times.second(each.until())),
            Line.of(each.reason())));
    return table.lines(columns);
  }
}
