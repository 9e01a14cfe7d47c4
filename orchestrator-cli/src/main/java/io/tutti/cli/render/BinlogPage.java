package io.tutti.cli.render;

import io.tutti.api.BinlogAnalysisView;
import io.tutti.api.BinlogAnalysisView.BarriersView;
import io.tutti.api.BinlogAnalysisView.FileView;
import io.tutti.api.BinlogAnalysisView.LargeView;
import io.tutti.api.BinlogAnalysisView.NumbersView;
import io.tutti.api.BinlogAnalysisView.ShareView;
import io.tutti.api.BinlogAnalysisView.TroubleView;
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

  private final BinlogAnalysisView report;
  private final Glyphs glyphs;
  private final Listing.Extent extent;
  private final List<Line> lines = new ArrayList<>();

  private BinlogPage(BinlogAnalysisView report, Glyphs glyphs, Listing.Extent extent) {
    this.report = report;
    this.glyphs = glyphs;
    this.extent = extent;
  }

  /** The lines of the page. */
  public static List<Line> of(BinlogAnalysisView report, Glyphs glyphs, Listing.Extent extent) {
    return new BinlogPage(report, glyphs, extent).lines();
  }

  private List<Line> lines() {
    files();
    totals();
    if (report.transactions() > 0) {
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
    report
        .rows()
        .ifPresent(rows -> lines.addAll(BinlogRows.of(rows, report.transactions(), extent)));
    long size = report.transactionBytes().p50() * LARGE_TIMES;
    long seconds = report.transactionSeconds().p50() * LARGE_TIMES;
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
    for (FileView file : report.files()) {
      List<String> remarks = new ArrayList<>();
      if (file.relayLog()) {
        remarks.add("relay log");
      }
      if (file.inUse()) {
        remarks.add("being written, or its server crashed");
      }
      table.row(
          Line.of(file.file()),
          Line.of(file.serverVersion()),
          Line.of(count(file.transactions())),
          Line.of(ByteText.readable(file.bytesRead())),
          Line.of(String.join("; ", remarks), Tone.DIM));
    }
    table(table);
  }

  private void totals() {
    lines.add(Line.EMPTY);
    lines.add(
        Line.of(
            "%s transactions in %s events, %s"
                .formatted(
                    count(report.transactions()),
                    count(report.events()),
                    ByteText.readable(report.bytes()))));
    if (report.unfinishedTransactions() > 0) {
      lines.add(
          Line.of(
              "%s have no end, and are not counted"
                  .formatted(count(report.unfinishedTransactions()))));
    }
    if (report.statements() > 0) {
      lines.add(
          Line.of(
              "%s changes are written as statements: what they change is known by their default"
                      .formatted(count(report.statements()))
                  + " schema only"));
    }
    if (report.compressedTransactions() > 0) {
      lines.add(
          Line.of(
              "%s transactions are compressed, %s to %s"
                  .formatted(
                      count(report.compressedTransactions()),
                      ByteText.readable(report.uncompressedBytes()),
                      ByteText.readable(report.compressedBytes()))));
    }
  }

  private void parallelism() {
    title("Parallelism");
    report.amil().ifPresent(this::clock);
    report.groupCommits().ifPresent(this::groups);
    if (report.amil().isEmpty() && report.groupCommits().isEmpty()) {
      lines.add(
          Line.of(
              "  the server writes nothing from which an applier could take what may run at"
                  + " once, except for its schema"));
    }
    lines.add(
        Line.of(
            "  %s change more than one schema"
                .formatted(part(report.transactionsAcrossSchemas(), report.transactions()))));
  }

  private void clock(double amil) {
    lines.add(
        Line.of("  AMIL ")
            .plus(decimal(amil), Tone.STRONG)
            .plus(", as of groups of ")
            .plus(decimal(report.pseudoGroupSize().orElse(0.0)), Tone.STRONG)
            .plus(" transactions"));
    lines.add(
        Line.of(
            "  %s can only begin when the one before them is committed"
                .formatted(
                    part(
                        report.aloneTransactions().orElse(0L),
                        report.clockedTransactions().orElse(0L)))));
  }

  private void groups(NumbersView groups) {
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
    table.row(spread("  size", report.transactionBytes(), ByteText::readable));
    table.row(spread("  duration", report.transactionSeconds(), BinlogPage::seconds));
    table(table);
  }

  private static List<Line> spread(String name, NumbersView numbers, DoubleFunction<String> text) {
    return List.of(
        Line.of(name),
        Line.of(text.apply(numbers.mean())),
        Line.of(text.apply(numbers.p50())),
        Line.of(text.apply(numbers.p90())),
        Line.of(text.apply(numbers.p99())),
        Line.of(text.apply(numbers.max())));
  }

  private void shares(String title, List<ShareView> shares) {
    if (shares.isEmpty()) {
      return;
    }
    title(title);
    Table table = new Table().titles("", "BYTES", "", "TRANSACTIONS");
    shares.stream()
        .limit(extent.wide() ? shares.size() : LISTED_MAX)
        .forEach(share ->
            table.row(
                Line.of("  " + share.name()),
                Line.of(ByteText.readable(share.bytes())),
                Line.of(percent(share.shareOfBytes())),
                Line.of(count(share.transactions()))));
    table(table);
    if (!extent.wide() && shares.size() > LISTED_MAX) {
      lines.add(
          Line.of(
              "  and %d more; -o wide has them".formatted(shares.size() - LISTED_MAX), Tone.DIM));
    }
  }

  private void barriers() {
    BarriersView barriers = report.barriers();
    title("What runs alone");
    lines.add(Line.of("  DDL and administration: " + part(barriers.ddl(), report.transactions())));
    report
        .groupCommits()
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
                      + part(barriers.waitedForLocks(), groups.sum())));
        });
    Table table = new Table().titles("  COMMITTED", "FILE AND BYTE", "STATEMENT", "SCHEMA", "GTID");
    barriers.ddlStatements().stream()
        .limit(LARGE_MAX)
        .forEach(ddl ->
            table.row(
                Line.of("  " + time(ddl.committedAt())),
                Line.of(place(ddl.file(), ddl.offset())),
                Line.of(ddl.statement()),
                Line.of(ddl.schema()),
                Line.of(ddl.gtid().orElse(""), Tone.DIM)));
    if (!barriers.ddlStatements().isEmpty()) {
      table(table);
    }
    if (barriers.ddl() > LARGE_MAX) {
      lines.add(Line.of("  and %s more".formatted(count(barriers.ddl() - LARGE_MAX)), Tone.DIM));
    }
  }

  private void large(String title, List<LargeView> large) {
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
                Line.of(each.mayRunBeside().map(BinlogPage::next).orElse("")),
                Line.of(String.join(", ", each.tables())),
                Line.of(place(each.file(), each.offset())),
                Line.of(each.gtid().orElse(""), Tone.DIM)));
    table(table);
  }

  private static String next(long beside) {
    return beside == 0 ? "none of the next" : "the next " + count(beside);
  }

  private void trouble(TroubleView trouble) {
    lines.add(Line.EMPTY);
    lines.add(
        Line.of(
            "%s at byte %d: %s. What is before it is counted above."
                .formatted(trouble.file(), trouble.offset(), trouble.observed()),
            Tone.BAD));
    lines.add(Line.of("  remedy: " + trouble.remedy()));
  }

  static String part(long part, long all) {
    return part == 0
        ? "none"
        : "%s (%s)".formatted(count(part), percent(all == 0 ? 0 : (double) part / all));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
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

  private static String time(Instant at) {
    return Times.second(at);
  }
}
