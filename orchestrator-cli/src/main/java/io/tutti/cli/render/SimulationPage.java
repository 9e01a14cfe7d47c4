package io.tutti.cli.render;

import io.tutti.binlog.simulate.Facts;
import io.tutti.binlog.simulate.Limit;
import io.tutti.binlog.simulate.Prediction;
import io.tutti.binlog.simulate.Prediction.Point;
import io.tutti.binlog.simulate.Simulation;
import io.tutti.binlog.simulate.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What other settings of an applier would give, for people. */
public final class SimulationPage {
  private static final double MICROS_PER_MILLI = 1_000;
  private static final int TABLES_SHOWN = 5;

  private final Simulation simulation;
  private final int columns;
  private final List<Line> lines = new ArrayList<>();

  private SimulationPage(Simulation simulation, int columns) {
    this.simulation = simulation;
    this.columns = columns;
  }

  /** The lines of the page. */
  public static List<Line> of(Simulation simulation, int columns) {
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
    Workload workload = simulation.workload();
    lines.add(
        Line.of(
            "%s transactions%s"
                .formatted(
                    count(workload.count()),
                    workload.isCut()
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
                      .formatted(seconds(serial), count(Math.round(workload.count() / serial)))));
        });
  }

  private void best() {
    title("The fewest workers that take at most 5 % longer than the best");
    Table table = new Table().titles("  SCHEME", "WORKERS", "TIME", "SPEED-UP", "WHAT LIMITS IT");
    for (Prediction each : simulation.predictions()) {
      Point smallest = each.smallest();
      table.row(
          Line.of("  " + each.scheme().text()),
          Line.of(String.valueOf(smallest.workers()), Tone.STRONG),
          Line.of(seconds(smallest.seconds())),
          Line.of(speedup(each)),
          Line.of(limit(each)));
    }
    lines.addAll(table.lines(columns));
  }

  private static String speedup(Prediction each) {
    String speedup = decimal(each.smallest().speedup());
    return each.range()
        .map(range ->
            "%s (%s to %s)".formatted(speedup, decimal(range.low()), decimal(range.high())))
        .orElse(speedup);
  }

  private static String limit(Prediction each) {
    return each.limit() == Limit.SEVERAL
        ? each.limit().sentence()
        : "%s; without, %s times as fast".formatted(each.limit().sentence(), decimal(each.gain()));
  }

  private void speedups() {
    title("Speed-up by workers");
    Table table = new Table();
    List<Line> head = new ArrayList<>(List.of(Line.EMPTY));
    simulation.predictions().getFirst().points().stream()
        .map(point -> Line.of(String.valueOf(point.workers()), Tone.DIM))
        .forEach(head::add);
    table.row(head);
    for (Prediction each : simulation.predictions()) {
      List<Line> row = new ArrayList<>(List.of(Line.of("  " + each.scheme().text())));
      each.points().stream()
          .map(point ->
              Line.of(
                  decimal(point.speedup()),
                  point.equals(each.smallest()) ? Tone.STRONG : Tone.PLAIN))
          .forEach(row::add);
      table.row(row);
    }
    lines.addAll(table.lines(columns));
  }

  private void retries() {
    simulation.predictions().stream()
        .filter(each -> each.smallest().retries() > 0)
        .forEach(each ->
            lines.add(
                Line.of(
                    "  %s: %s of the transactions are done again, because of rows that others have"
                        .formatted(
                            each.scheme().text(),
                            percent(each.smallest().retries(), simulation.workload().count())))));
  }

  private void sure() {
    title("How sure this is: " + simulation.confidence().name().toLowerCase(Locale.ROOT));
    simulation.reasons().forEach(this::say);
    Facts facts = simulation.facts();
    say(
        String.format(
            Locale.ROOT,
            "calculated with %s ms for a commit, %d cores%s",
            shortest(facts.commit() / MICROS_PER_MILLI),
            facts.cores(),
            facts
                .serialRate()
                .map(rate ->
                    ", and costs so that %s transactions a second are applied without workers"
                        .formatted(count(Math.round(rate))))
                .orElse(
                    String.format(
                        Locale.ROOT,
                        ", %s µs for a transaction, %s µs for each of its rows",
                        shortest(facts.transaction()),
                        shortest(facts.row())))));
    tables("tables without a key", simulation.workload().keyless());
    tables("tables of which no key is known", simulation.workload().unknown());
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
