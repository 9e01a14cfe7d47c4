package io.tutti.cli.render;

import io.tutti.api.FindingView;
import io.tutti.api.FindingsView;
import io.tutti.api.FindingsView.Counts;
import io.tutti.api.FindingsView.NotJudgedView;
import io.tutti.api.RemedyView;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Findings, one paragraph for each code, the worst first; a notice is one line. */
public final class FindingPage {
  /** So many servers are named, or described, before they are only counted. */
  private static final int NAMED_MAX = 3;

  /** So many short lines are read at a glance. */
  private static final int LINES_MAX = 10;

  private static final String INDENT = "  ";

  private final boolean isLong;
  private final boolean isFiltered;

  /**
   * @param isLong with everything of each finding, and each that could not be judged
   * @param isFiltered whether only some codes or severities were asked for
   */
  public FindingPage(boolean isLong, boolean isFiltered) {
    this.isLong = isLong;
    this.isFiltered = isFiltered;
  }

  /** The page; what could not be judged comes last. */
  public List<Line> lines(FindingsView found) {
    List<Line> lines = new ArrayList<>();
    if (found.items().isEmpty()) {
      lines.add(
          Line.of(isFiltered ? "Nothing of that was found." : "Nothing was found.", Tone.GOOD));
    } else {
      lines.add(counts(found.counts()).plus(isFiltered ? " of those asked for" : "", Tone.DIM));
      lines.addAll(groups(FindingGroup.of(found.items())));
      lines.add(Line.EMPTY);
      lines.add(
          Line.of(
              "What a finding means: tutti explain CODE."
                  + (isLong ? "" : " All of it: tutti findings --code CODE."),
              Tone.DIM));
    }
    lines.addAll(SilencePage.of(found.silenced()));
    lines.addAll(notJudged(found.notJudged()));
    return lines;
  }

  private static Line counts(Counts counts) {
    return counted(counts.critical(), "critical", "critical", Tone.BAD)
        .plus(", ")
        .plus(counted(counts.warning(), "warning", "warnings", Tone.WARN))
        .plus(", ")
        .plus(counted(counts.notice(), "notice", "notices", Tone.PLAIN));
  }

  private static Line counted(int count, String one, String several, Tone tone) {
    return Line.of(count + " " + (count == 1 ? one : several), count == 0 ? Tone.DIM : tone);
  }

  private List<Line> groups(List<FindingGroup> groups) {
    List<Line> lines = new ArrayList<>();
    boolean isBesideLine = false;
    for (FindingGroup group : groups) {
      boolean isLine = group.isNotice() && !isLong;
      if (!isLine || !isBesideLine) {
        lines.add(Line.EMPTY);
      }
      lines.addAll(isLine ? List.of(head(group, named(group))) : paragraph(group));
      isBesideLine = isLine;
    }
    return lines;
  }

  private List<Line> paragraph(FindingGroup group) {
    List<Line> lines = new ArrayList<>();
    lines.add(head(group, group.counted()));
    boolean isDescribed = isLong || group.findings().size() <= NAMED_MAX;
    lines.addAll(isDescribed ? described(group) : listed(group));
    return lines;
  }

  private static Line head(FindingGroup group, String whose) {
    Tone tone = Tone.ofSeverity(group.severity());
    return Line.of(String.format("%-8s  ", group.severity()), tone)
        .plus(group.code(), tone)
        .plus(INDENT + whose, Tone.STRONG)
        .plus(": " + group.description());
  }

  private static String named(FindingGroup group) {
    return group.findings().size() <= NAMED_MAX
        ? group.findings().stream().map(FindingView::subject).collect(Collectors.joining(", "))
        : group.counted();
  }

  private static List<Line> described(FindingGroup group) {
    boolean isCommon = group.commonRemedies().isPresent();
    List<Line> lines = new ArrayList<>();
    for (FindingView finding : group.findings()) {
      lines.add(subject(finding));
      lines.add(Line.of(INDENT + INDENT + finding.evidence()));
      if (!isCommon) {
        lines.addAll(remedies(finding.remedies(), INDENT + INDENT + "remedy: "));
      }
    }
    group.commonRemedies().ifPresent(common -> lines.addAll(remedies(common, INDENT + "remedy: ")));
    return lines;
  }

  private static List<Line> listed(FindingGroup group) {
    List<FindingView> findings = group.findings();
    List<Line> lines = new ArrayList<>();
    findings.stream().limit(LINES_MAX).forEach(finding -> lines.add(subject(finding)));
    int more = findings.size() - LINES_MAX;
    if (more > 0) {
      lines.add(Line.of(INDENT + "and %d more".formatted(more), Tone.DIM));
    }
    String label =
        group.commonRemedies().isPresent()
            ? INDENT + "remedy: "
            : INDENT + "remedy for %s: ".formatted(findings.getFirst().subject());
    lines.addAll(remedies(findings.getFirst().remedies(), label));
    return lines;
  }

  private static Line subject(FindingView finding) {
    Line line = Line.of(INDENT).plus(finding.subject(), Tone.STRONG);
    boolean isItself = finding.subject().equals(finding.cluster()) || finding.cluster().isEmpty();
    return (isItself ? line : line.plus("  in " + finding.cluster(), Tone.DIM))
        .plus("  since " + Times.second(finding.since()), Tone.DIM);
  }

  private static List<Line> remedies(List<RemedyView> remedies, String label) {
    return remedies.stream().map(remedy -> Line.of(label + ActCommand.said(remedy))).toList();
  }

  /** What could not be judged: how much of it, or each with its reason. */
  private List<Line> notJudged(List<NotJudgedView> open) {
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
}
