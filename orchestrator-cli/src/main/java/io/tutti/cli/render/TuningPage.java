package io.tutti.cli.render;

import io.tutti.api.TuningView;
import io.tutti.api.TuningView.TrialView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was measured of a replica, for people. */
public final class TuningPage {
  /** Of the longest bar. */
  private static final int BAR_COLUMNS = 30;

  private TuningPage() {}

  /** The lines of the page. */
  public static List<Line> of(TuningView tuning, Glyphs glyphs, int columns) {
    List<Line> lines = new ArrayList<>();
    if (tuning.trials().isEmpty()) {
      return List.of(Line.of("Nothing is measured yet."));
    }
    lines.add(Line.EMPTY);
    double most = tuning.trials().stream().mapToDouble(TrialView::perSecond).max().orElse(1);
    Table table =
        new Table()
            .titles(
                "TRY",
                "SETTING",
                tuning.trials().getFirst().counts().toUpperCase(Locale.ROOT) + "/S",
                "SPEED-UP",
                "");
    tuning
        .trials()
        .forEach(trial ->
            table.row(
                Line.of(String.valueOf(trial.number())),
                Line.of(trial.candidate().name(), tone(tuning, trial)),
                Line.of(format("%,.0f", trial.perSecond())),
                Line.of(format("%.2f", trial.speedup())),
                Line.of(bar(trial.perSecond() / most, glyphs))));
    lines.addAll(table.lines(columns));
    lines.addAll(waits(tuning));
    return lines;
  }

  private static Tone tone(TuningView tuning, TrialView trial) {
    return tuning.kept().filter(trial.candidate()::equals).isPresent() ? Tone.STRONG : Tone.PLAIN;
  }

  private static String bar(double share, Glyphs glyphs) {
    String sign = glyphs.equals(Glyphs.UNICODE) ? "█" : "#";
    return sign.repeat((int) Math.max(1, Math.round(share * BAR_COLUMNS)));
  }

  private static List<Line> waits(TuningView tuning) {
    List<Line> lines = new ArrayList<>();
    for (TrialView trial : tuning.trials()) {
      for (String wait : trial.waits()) {
        if (lines.isEmpty()) {
          lines.add(Line.EMPTY);
          lines.add(Line.of("What workers did", Tone.STRONG));
        }
        lines.add(Line.of("  try %d: %s".formatted(trial.number(), wait)));
      }
    }
    return lines;
  }

  private static String format(String form, double value) {
    return String.format(Locale.ROOT, form, value);
  }
}
