package io.tutti.cli.render;

import io.tutti.binlog.analysis.BinlogReport;
import io.tutti.binlog.analysis.BinlogReport.Barriers;
import io.tutti.binlog.analysis.BinlogReport.Clock;
import io.tutti.binlog.analysis.BinlogReport.Large;
import io.tutti.binlog.analysis.BinlogReport.LogFile;
import io.tutti.binlog.analysis.BinlogReport.Numbers;
import io.tutti.binlog.analysis.BinlogReport.Share;
import io.tutti.binlog.analysis.BinlogReport.Totals;
import io.tutti.binlog.file.BinlogTrouble;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** The analysis of binlogs, for people. */
public final class BinlogPage {
  /** Of tables, schemas and the like; {@code --json} has them all. */
  private static final int LISTED_MAX = 12;

  private static final int LARGE_MAX = 5;

  /** How many times as large as half of all transactions one is that is shown. */
  private static final int LARGE_TIMES = 4;

  private final BinlogReport report;
  private final Glyphs glyphs;
  private final Listing.Extent extent;
  private final List<Line> lines = new ArrayList<>();

  private BinlogPage(BinlogReport report, Glyphs glyphs, Listing.Extent extent) {
    this.report = report;
    this.glyphs = glyphs;
    this.extent = extent;
  }

  /** The lines of the page. */
  public static List<Line> of(BinlogReport report, Glyphs glyphs, Listing.Extent extent) {
    return new BinlogPage(report, glyphs, extent).lines();
  }

  private List<Line> lines() {
    files();
    totals();
    if (report.totals().transactions() > 0) {
      transactions();
    }
    report.troubles().forEach(this::trouble);
    return lines;
  }

  private void transactions() {
    parallelism();
    lines.addAll(BinlogCurve.of(report.curve(), glyphs));
    spreads();
    shares("Schemas", report.schemas());
    shares("Tables", report.tables());
    if (report.domains().size() > 1) {
      shares("Domains", report.domains());
    }
    if (report.servers().size() > 1) {
      shares("Servers where they were run first, by server_id", report.servers());
    }
    barriers();
    report.rows().ifPresent(rows -> lines.addAll(BinlogRows.of(rows, report.totals(), extent)));
    long size = report.bytes().p50() * LARGE_TIMES;
    long seconds = report.seconds().p50() * LARGE_TIMES;
    large(
        "Biggest transactions",
        report.biggest().stream().filter(each -> each.bytes() > size).toList());
    large(
        "Longest transactions",
        report.longest().stream().filter(each -> each.seconds() > seconds).toList());
  }

  private void title(String text) {
    lines.add(Line.EMPTY);
    lines.add(Line.of(text, Tone.STRONG));
  }

  private void table(Table table) {
    lines.addAll(table.lines(extent.columns()));
  }

  private void files() {
    Table table = new Table().titles("FILE", "SERVER", "TRANSACTIONS", "READ", "");
    for (LogFile file : report.files()) {
      List<String> remarks = new ArrayList<>();
      if (file.isRelayLog()) {
        remarks.add("relay log");
      }
      if (file.isInUse()) {
        remarks.add("being written, or its server crashed");
      }
      table.row(
          Line.of(file.name()),
          Line.of(file.server()),
          Line.of(count(file.transactions())),
          Line.of(ByteText.readable(file.bytesRead())),
          Line.of(String.join("; ", remarks), Tone.DIM));
    }
    table(table);
  }

  private void totals() {
    Totals totals = report.totals();
    lines.add(Line.EMPTY);
    lines.add(
        Line.of(
            "%s transactions in %s events, %s"
                .formatted(
                    count(totals.transactions()),
                    count(totals.events()),
                    ByteText.readable(totals.bytes()))));
    if (totals.unfinished() > 0) {
      lines.add(
          Line.of("%s have no end, and are not counted".formatted(count(totals.unfinished()))));
    }
    if (totals.statements() > 0) {
      lines.add(
          Line.of(
              "%s changes are written as statements: what they change is known by their default"
                      .formatted(count(totals.statements()))
                  + " schema only"));
    }
    if (totals.packed() > 0) {
      lines.add(
          Line.of(
              "%s transactions are compressed, %s to %s"
                  .formatted(
                      count(totals.packed()),
                      ByteText.readable(totals.unpackedBytes()),
                      ByteText.readable(totals.packedBytes()))));
    }
  }

  private void parallelism() {
    title("Parallelism");
    report.clock().ifPresent(this::clock);
    report.groups().ifPresent(this::groups);
    if (report.clock().isEmpty() && report.groups().isEmpty()) {
      lines.add(
          Line.of(
              "  the server writes nothing from which an applier could take what may run at"
                  + " once, except for its schema"));
    }
    Totals totals = report.totals();
    lines.add(
        Line.of(
            "  %s change more than one schema"
                .formatted(part(totals.acrossSchemas(), totals.transactions()))));
  }

  private void clock(Clock clock) {
    lines.add(
        Line.of("  AMIL ")
            .plus(decimal(clock.amil()), Tone.STRONG)
            .plus(", as of groups of ")
            .plus(decimal(clock.pseudoGroupSize()), Tone.STRONG)
            .plus(" transactions"));
    lines.add(
        Line.of(
            "  %s can only begin when the one before them is committed"
                .formatted(part(clock.alone(), clock.transactions()))));
  }

  private void groups(Numbers groups) {
    lines.add(
        Line.of("  group commits of ")
            .plus(decimal(groups.mean()), Tone.STRONG)
            .plus(
                " transactions on average; half of them have at most %d, the largest %d"
                    .formatted(groups.p50(), groups.max())));
  }

  private void spreads() {
    title("Transactions");
    Table table = new Table().titles("", "MEAN", "50 %", "90 %", "99 %", "MOST");
    table.row(spread("  size", report.bytes(), ByteText::readable));
    table.row(spread("  duration", report.seconds(), BinlogPage::seconds));
    table(table);
  }

  private static List<Line> spread(String name, Numbers numbers, DoubleFunction<String> text) {
    return List.of(
        Line.of(name),
        Line.of(text.apply(numbers.mean())),
        Line.of(text.apply(numbers.p50())),
        Line.of(text.apply(numbers.p90())),
        Line.of(text.apply(numbers.p99())),
        Line.of(text.apply(numbers.max())));
  }

  private void shares(String title, List<Share> shares) {
    if (shares.isEmpty()) {
      return;
    }
    title(title);
    long all = shares.stream().mapToLong(Share::bytes).sum();
    Table table = new Table().titles("", "BYTES", "", "TRANSACTIONS");
    shares.stream()
        .limit(extent.wide() ? shares.size() : LISTED_MAX)
        .forEach(share ->
            table.row(
                Line.of("  " + share.name()),
                Line.of(ByteText.readable(share.bytes())),
                Line.of(percent(share.bytes(), all)),
                Line.of(count(share.transactions()))));
    table(table);
    if (!extent.wide() && shares.size() > LISTED_MAX) {
      lines.add(
          Line.of(
              "  and %d more; -o wide has them".formatted(shares.size() - LISTED_MAX), Tone.DIM));
    }
  }

  private void barriers() {
    Barriers barriers = report.barriers();
    title("What runs alone");
    lines.add(
        Line.of(
            "  DDL and administration: " + part(barriers.ddl(), report.totals().transactions())));
    report
        .groups()
        .ifPresent(groups -> {
          lines.add(
              Line.of(
                  "  not to be run in parallel, by its source: "
                      + part(barriers.notParallel(), groups.sum())));
          lines.add(
              Line.of("  not transactional: " + part(barriers.notTransactional(), groups.sum())));
          lines.add(
              Line.of(
                  "  waited for a row lock on its source: "
                      + part(barriers.waited(), groups.sum())));
        });
    Table table = new Table().titles("  COMMITTED", "FILE AND BYTE", "STATEMENT", "SCHEMA", "GTID");
    barriers.statements().stream()
        .limit(LARGE_MAX)
        .forEach(ddl ->
            table.row(
                Line.of("  " + time(ddl.committedSeconds())),
                Line.of(place(ddl.file(), ddl.offset())),
                Line.of(ddl.verb()),
                Line.of(ddl.schema()),
                Line.of(ddl.gtid(), Tone.DIM)));
    if (!barriers.statements().isEmpty()) {
      table(table);
    }
    if (barriers.ddl() > LARGE_MAX) {
      lines.add(Line.of("  and %s more".formatted(count(barriers.ddl() - LARGE_MAX)), Tone.DIM));
    }
  }

  private void large(String title, List<Large> large) {
    if (large.isEmpty()) {
      return;
    }
    title(title);
    Table table =
        new Table()
            .titles("  SIZE", "DURATION", "MAY RUN BESIDE", "TABLES", "FILE AND BYTE", "GTID");
    large.stream()
        .limit(LARGE_MAX)
        .forEach(each ->
            table.row(
                Line.of("  " + ByteText.readable(each.bytes())),
                Line.of(seconds(each.seconds())),
                Line.of(each.beside().map(BinlogPage::next).orElse("")),
                Line.of(String.join(", ", each.tables())),
                Line.of(place(each.file(), each.offset())),
                Line.of(each.gtid(), Tone.DIM)));
    table(table);
  }

  private static String next(long beside) {
    return beside == 0 ? "none of the next" : "the next " + count(beside);
  }

  private void trouble(BinlogTrouble trouble) {
    lines.add(Line.EMPTY);
    lines.add(Line.of(trouble + ". What is before it is counted above.", Tone.BAD));
    lines.add(Line.of("  remedy: " + trouble.remedy()));
  }

  static String part(long part, long all) {
    return part == 0 ? "none" : "%s (%s)".formatted(count(part), percent(part, all));
  }

  private static String percent(long part, long all) {
    return String.format(Locale.ROOT, "%.1f %%", all == 0 ? 0 : 100.0 * part / all);
  }

  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String decimal(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }

  private static String seconds(double seconds) {
    return seconds < 1 ? "< 1 s" : Durations.readable(Duration.ofSeconds(Math.round(seconds)));
  }

  /** The folders are named above. */
  private static String place(String file, long offset) {
    return "%s:%d".formatted(Path.of(file).getFileName(), offset);
  }

  private static String time(long seconds) {
    return Times.second(Instant.ofEpochSecond(seconds));
  }
}
