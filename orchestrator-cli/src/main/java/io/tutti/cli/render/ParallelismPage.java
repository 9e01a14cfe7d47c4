package io.tutti.cli.render;

import io.tutti.api.Fact;
import io.tutti.api.FindingView;
import io.tutti.api.ParallelismView;
import io.tutti.api.ParallelismView.KnobView;
import java.util.ArrayList;
import java.util.List;

/** The parallel settings of an instance, for people. */
public final class ParallelismPage {
  private ParallelismPage() {}

  /**
   * @param isLong with range, meaning and manual page of each knob
   */
  public static List<Line> of(ParallelismView answer, boolean isLong) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of(answer.address(), Tone.STRONG)
            .plus("  " + answer.flavor() + " " + answer.version()));
    Table table = new Table().titles("KNOB", "VALUE", "DEFAULT", "PERSISTED", "DESIRED", "BEFORE");
    for (KnobView knob : answer.knobs()) {
      table.row(row(knob));
    }
    lines.addAll(table.lines());
    for (ParallelismView.GapsView channel : answer.channels()) {
      String name = channel.channel();
      String gaps = channel.gaps();
      lines.add(
          Line.of("gaps" + (name.isEmpty() ? "" : " of channel " + name) + ": ", Tone.DIM)
              .plus(gaps, gaps.equals("unknown") ? Tone.BAD : Tone.GOOD)
              .plus(" (" + channel.why() + ")", Tone.DIM));
    }
    List<String> options = answer.optionLines();
    if (!options.isEmpty()) {
      lines.add(Line.of("The option file needs this, so that a restart keeps what is desired:"));
      lines.add(Line.of("  [mysqld]"));
      options.forEach(option -> lines.add(Line.of("  " + option)));
    }
    lines.addAll(findings(answer));
    if (isLong) {
      answer.knobs().forEach(knob -> lines.addAll(meaning(knob)));
    }
    return lines;
  }

  private static List<Line> row(KnobView knob) {
    boolean drifted = knob.drifted();
    boolean isDefault = knob.isDefault();
    String channel = knob.channel().map(name -> "@" + name).orElse("");
    String value = fact(knob.value());
    Tone tone = drifted ? Tone.BAD : isDefault ? Tone.DIM : Tone.STRONG;
    return List.of(
        Line.of(knob.serverName() + channel),
        Line.of(value, tone),
        Line.of(knob.defaultValue(), Tone.DIM),
        Line.of(knob.persisted().value().orElse("")),
        Line.of(
            knob.desired().orElse("") + (drifted ? " (differs)" : ""),
            drifted ? Tone.BAD : Tone.PLAIN),
        Line.of(knob.original().orElse(""), Tone.DIM));
  }

  private static String fact(Fact<String> fact) {
    return fact.value()
        .or(() -> fact.unknown().map(why -> "unknown"))
        .or(() -> fact.absent().map(why -> "absent"))
        .orElse("");
  }

  private static List<Line> findings(ParallelismView answer) {
    List<Line> lines = new ArrayList<>();
    for (FindingView finding : answer.findings()) {
      lines.add(
          Line.of(finding.code(), Tone.ofSeverity(finding.severity()))
              .plus("  " + finding.evidence()));
      finding
          .remedies()
          .forEach(remedy -> lines.add(Line.of("  remedy: " + ActCommand.said(remedy))));
    }
    return lines;
  }

  private static List<Line> meaning(KnobView knob) {
    return List.of(
        Line.EMPTY,
        Line.of(knob.serverName(), Tone.STRONG),
        Line.of("  " + knob.description()),
        Line.of("  " + knob.range() + "; applied " + knob.applies()),
        Line.of("  " + knob.manual(), Tone.DIM));
  }
}
