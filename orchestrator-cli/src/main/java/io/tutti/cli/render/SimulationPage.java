package io.tutti.cli.render;

import io.tutti.api.SimulationView;
import io.tutti.api.SimulationView.FactsView;
import io.tutti.api.SimulationView.PointView;
import io.tutti.api.SimulationView.PredictionView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What other settings of an applier would give, for people. */
public final class SimulationPage {
  private static final double MICROS_PER_MILLI = 1_000;
  private static final int TABLES_SHOWN = 5;

  private final SimulationView simulation;
  private final int columns;
  private final List<Line> lines = new ArrayList<>();

  private SimulationPage(SimulationView simulation, int columns) {
    this.simulation = simulation;
    this.columns = columns;
  }

  /** The lines of the page. */
  public static List<Line> of(SimulationView simulation, int columns) {
    return new SimulationPage(simulation, columns).lines();
  }

  private List<Line> lines() {
    head();
    if (!simulation.predictions().isEmpty()) {
      best();
      speedups();
      retries();
    }
    sure();
    return lines;
  }

  private void title(String text) {
    lines.add(Line.EMPTY);
    lines.add(Line.of(text, Tone.STRONG));
  }

  private void say(String text) {
    Line.of(text).folded(columns - 4).forEach(part -> lines.add(Line.of("  ").plus(part)));
  }

  private void head() {
    lines.add(
        Line.of(
            "%s transactions%s"
                .formatted(
                    count(simulation.transactions()),
                    simulation.cut()
                        ? ", the first of the files; --transactions takes more"
                        : "")));
    simulation.predictions().stream()
        .findFirst()
        .flatMap(each -> each.points().stream().findFirst())
        .ifPresent(point -> {
          double serial = point.seconds() * point.speedup();
          lines.add(
              Line.of(
                  "without workers: %s, %s transactions a second"
                      .formatted(
                          seconds(serial), count(Math.round(simulation.transactions() / serial)))));
        });
  }

  private void best() {
    title("The fewest workers that take at most 5 % longer than the best");
    Table table = new Table().titles("  SCHEME", "WORKERS", "TIME", "SPEED-UP", "WHAT LIMITS IT");
    for (PredictionView each : simulation.predictions()) {
      PointView smallest = each.enough();
      table.row(
          Line.of("  " + each.scheme()),
          Line.of(String.valueOf(smallest.workers()), Tone.STRONG),
          Line.of(seconds(smallest.seconds())),
          Line.of(speedup(each)),
          Line.of(limit(each)));
    }
    lines.addAll(table.lines(columns));
  }

  private static String speedup(PredictionView each) {
    String speedup = decimal(each.enough().speedup());
    return each.speedupLow()
        .map(low ->
            "%s (%s to %s)"
                .formatted(speedup, decimal(low), decimal(each.speedupHigh().orElse(low))))
        .orElse(speedup);
  }

  private static String limit(PredictionView each) {
    return each.speedupWithoutLimit() > 1
        ? "%s; without, %s times as fast"
            .formatted(each.limitedBy(), decimal(each.speedupWithoutLimit()))
        : each.limitedBy();
  }

  private void speedups() {
    title("Speed-up by workers");
    Table table = new Table();
    List<Line> head = new ArrayList<>(List.of(Line.EMPTY));
    simulation.predictions().getFirst().points().stream()
        .map(point -> Line.of(String.valueOf(point.workers()), Tone.DIM))
        .forEach(head::add);
    table.row(head);
    for (PredictionView each : simulation.predictions()) {
      List<Line> row = new ArrayList<>(List.of(Line.of("  " + each.scheme())));
      each.points().stream()
          .map(point ->
              Line.of(
                  decimal(point.speedup()), point.equals(each.enough()) ? Tone.STRONG : Tone.PLAIN))
          .forEach(row::add);
      table.row(row);
    }
    lines.addAll(table.lines(columns));
  }

  private void retries() {
    simulation.predictions().stream()
        .filter(each -> each.enough().retries() > 0)
        .forEach(each ->
            lines.add(
                Line.of(
                    "  %s: %s of the transactions are done again, because of rows that others have"
                        .formatted(
                            each.scheme(),
                            percent(each.enough().retries(), simulation.transactions())))));
  }

  private void sure() {
    title("How sure this is: " + simulation.confidence().toLowerCase(Locale.ROOT));
    simulation.reasons().forEach(this::say);
    FactsView facts = simulation.facts();
    say(
        String.format(
            Locale.ROOT,
            "calculated with %s ms for a commit, %d cores%s",
            shortest(facts.commitMicros() / MICROS_PER_MILLI),
            facts.cores(),
            facts
                .serialTransactionsPerSecond()
                .map(rate ->
                    ", and costs so that %s transactions a second are applied without workers"
                        .formatted(count(Math.round(rate))))
                .orElse(
                    String.format(
                        Locale.ROOT,
                        ", %s µs for a transaction, %s µs for each of its rows",
                        shortest(facts.transactionMicros()),
                        shortest(facts.rowMicros())))));
    tables("tables without a key", simulation.keylessTables());
    tables("tables of which no key is known", simulation.unknownTables());
    if (!simulation.leftOut().isEmpty()) {
      title("Left out");
      simulation.leftOut().forEach(this::say);
    }
  }

  private void tables(String what, List<String> tables) {
    if (!tables.isEmpty()) {
      String more =
          tables.size() > TABLES_SHOWN
              ? " and %d more".formatted(tables.size() - TABLES_SHOWN)
              : "";
      say(what + ": " + String.join(", ", tables.stream().limit(TABLES_SHOWN).toList()) + more);
    }
  }

  private static String seconds(double seconds) {
    return Durations.readable(Duration.ofMillis(Math.round(seconds * 1_000)));
  }

  private static String decimal(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }

  private static String shortest(double number) {
    return number == Math.rint(number)
        ? String.valueOf(Math.round(number))
        : String.format(Locale.ROOT, "%.2f", number);
  }

  private static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String percent(long part, long all) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
  }
}
