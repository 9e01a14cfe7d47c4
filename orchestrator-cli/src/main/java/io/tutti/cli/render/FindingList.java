package io.tutti.cli.render;

import io.tutti.api.FindingView;
import io.tutti.api.FindingsView.NotJudgedView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Findings below each other, the worst first. */
public final class FindingList {
  private static final List<String> WORST_FIRST = List.of("CRITICAL", "WARNING", "NOTICE");

  private FindingList() {}

  public static List<Line> lines(List<FindingView> findings) {
    if (findings.isEmpty()) {
      return List.of(Line.of("Nothing was found.", Tone.GOOD));
    }
    List<Line> lines = new ArrayList<>();
    findings.stream()
        .sorted(
            Comparator.comparingInt((FindingView finding) -> rank(finding.severity()))
                .thenComparing(FindingView::cluster)
                .thenComparing(FindingView::subject))
        .forEach(finding -> lines.addAll(lines(finding)));
    return lines;
  }

  /** What could not be judged: how much of it, or each with its reason. */
  public static List<Line> notJudged(List<NotJudgedView> open, boolean isLong) {
    if (open.isEmpty()) {
      return List.of();
    }
    if (!isLong) {
      return List.of(
          Line.of(
              "%d rules could not be judged, as facts are unknown: --long lists them"
                  .formatted(open.size()),
              Tone.DIM));
    }
    return open.stream()
        .map(each ->
            Line.of(
                "not judged: %s of %s: %s".formatted(each.code(), each.subject(), each.why()),
                Tone.DIM))
        .toList();
  }

  private static int rank(String severity) {
    int rank = WORST_FIRST.indexOf(severity);
    return rank < 0 ? WORST_FIRST.size() : rank;
  }

  private static List<Line> lines(FindingView finding) {
    Tone tone = Tone.ofSeverity(finding.severity());
    List<Line> lines = new ArrayList<>();
    Line head =
        Line.of(String.format("%-8s ", finding.severity()), tone)
            .plus(finding.code(), tone)
            .plus("  " + finding.subject(), Tone.STRONG);
    lines.add(
        finding.subject().equals(finding.cluster()) || finding.cluster().isEmpty()
            ? head
            : head.plus("  in " + finding.cluster(), Tone.DIM));
    String sentence = finding.evidence().isEmpty() ? finding.description() : finding.evidence();
    lines.add(Line.of("  " + sentence));
    finding
        .remedies()
        .forEach(remedy -> lines.add(Line.of("  remedy: " + ActCommand.said(remedy))));
    if (!finding.docsPage().isEmpty()) {
      lines.add(Line.of("  see " + finding.docsPage(), Tone.DIM));
    }
    return lines;
  }
}
