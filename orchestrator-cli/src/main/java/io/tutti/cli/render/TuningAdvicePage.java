package io.tutti.cli.render;

import io.tutti.api.TuningAdviceView;
import io.tutti.api.TuningAdviceView.AdvisedSettingView;
import io.tutti.api.TuningAdviceView.AdvisedStepView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What other settings would give a replica, for people. */
public final class TuningAdvicePage {
  private final TuningAdviceView advice;
  private final int columns;
  private final List<Line> lines = new ArrayList<>();

  private TuningAdvicePage(TuningAdviceView advice, int columns) {
    this.advice = advice;
    this.columns = columns;
  }

  /** The lines of the page. */
  public static List<Line> of(TuningAdviceView advice, int columns) {
    return new TuningAdvicePage(advice, columns).lines();
  }

  private List<Line> lines() {
    lines.add(
        Line.of(
            format(
                "%s has %s. By %,d transactions that %s wrote:",
                advice.instance(), advice.present(), advice.transactions(), advice.source())));
    predictions();
    steps();
    if (!advice.options().isEmpty()) {
      title("What a person can decide");
      advice.options().forEach(this::say);
    }
    title("How sure this is: " + advice.confidence().toLowerCase(Locale.ROOT));
    advice.reasons().forEach(this::say);
    lines.add(Line.EMPTY);
    lines.add(Line.of("Nothing was changed. Try it with: tutti tune run " + advice.instance()));
    return lines;
  }

  private void predictions() {
    Table table = new Table().titles("  SCHEME", "WORKERS", "SPEED-UP", "WHAT LIMITS IT");
    advice
        .predictions()
        .forEach(each ->
            table.row(
                Line.of("  " + each.scheme()),
                Line.of(String.valueOf(each.workers()), Tone.STRONG),
                Line.of(format("%.1f", each.gain())),
                Line.of(each.limit())));
    lines.add(Line.EMPTY);
    lines.addAll(table.lines(columns));
  }

  private void steps() {
    if (advice.steps().isEmpty()) {
      title("All should stay as it is");
      say("No setting that can be tried is predicted to be worth a change.");
    }
    for (AdvisedStepView step : advice.steps()) {
      title("On " + step.instance());
      for (AdvisedSettingView setting : step.settings()) {
        say(
            "%s: %s -> %s"
                .formatted(setting.name(), setting.now().orElse("not known"), setting.advised()));
      }
      say(step.reason());
      say("Price: " + step.price());
    }
  }

  private void title(String text) {
    lines.add(Line.EMPTY);
    lines.add(Line.of(text, Tone.STRONG));
  }

  private void say(String text) {
    Line.of(text).folded(columns - 4).forEach(part -> lines.add(Line.of("  ").plus(part)));
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
