package io.tutti.cli.render;

import io.tutti.api.ParallelismAdviceView;
import io.tutti.api.ParallelismAdviceView.FoundView;
import io.tutti.api.ParallelismAdviceView.SettingView;
import io.tutti.cli.view.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What Tutti would set on a server for parallel replication, for people. */
public final class ParallelismAdvicePage {
  private ParallelismAdvicePage() {}

  public static List<Line> of(ParallelismAdviceView advice) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of(advice.address(), Tone.STRONG)
            .plus("  %s %s".formatted(advice.flavor(), advice.version()), Tone.DIM));
    advice.notes().forEach(note -> lines.add(Line.of(note)));
    if (advice.settings().isEmpty()) {
      lines.add(
          Line.of(
              advice.unknown().isEmpty()
                  ? "Nothing should be changed here."
                  : "Nothing is known that should be changed here.",
              Tone.GOOD));
    }
    advice.settings().forEach(setting -> lines.addAll(setting(setting)));
    if (!advice.settings().isEmpty()) {
      lines.add(Line.EMPTY);
      lines.add(Line.of("To set this, first as a plan:"));
      lines.add(Line.of("  " + command(advice, "plan")));
      lines.add(Line.of("  " + command(advice, "apply")));
    }
    advice.elsewhere().forEach(found -> lines.addAll(found(found)));
    if (!advice.unknown().isEmpty()) {
      lines.add(Line.EMPTY);
      lines.add(Line.of("Not judged:"));
      advice.unknown().forEach(each -> lines.add(Line.of("  " + each, Tone.DIM)));
    }
    return lines;
  }

  private static List<Line> setting(SettingView setting) {
    return List.of(
        Line.EMPTY,
        Line.of("%s = %s".formatted(setting.knob(), setting.advised()), Tone.STRONG)
            .plus("  (now %s)".formatted(Facts.observed(setting.present())), Tone.DIM),
        Line.of("  why:     ", Tone.DIM).plus(setting.reason()),
        Line.of("  price:   ", Tone.DIM).plus(setting.price()),
        Line.of("  applied: ", Tone.DIM).plus(setting.applied() + "."),
        Line.of("  finding: ", Tone.DIM).plus(setting.code()));
  }

  private static List<Line> found(FoundView found) {
    List<Line> lines = new ArrayList<>();
    lines.add(Line.EMPTY);
    lines.add(Line.of(found.code(), Tone.WARN).plus("  " + found.sentence()));
    found.remedies().forEach(remedy -> lines.add(Line.of("  remedy: " + remedy)));
    return lines;
  }

  private static String command(ParallelismAdviceView advice, String verb) {
    return "tutti parallelism %s %s %s"
        .formatted(
            verb,
            advice.address(),
            advice.settings().stream()
                .map(each -> each.knob() + "=" + each.advised())
                .distinct()
                .collect(Collectors.joining(" ")));
  }
}
