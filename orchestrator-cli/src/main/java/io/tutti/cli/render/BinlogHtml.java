package io.tutti.cli.render;

import io.tutti.api.BinlogAnalysisView;
import io.tutti.api.BinlogAnalysisView.CurveView;
import io.tutti.api.BinlogAnalysisView.FileView;
import io.tutti.api.BinlogAnalysisView.HotRowView;
import io.tutti.api.BinlogAnalysisView.PointView;
import io.tutti.api.BinlogAnalysisView.ShareView;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The analysis of binlogs as one page for a browser, which fetches nothing. */
public final class BinlogHtml {
  private static final int SHARES = 12;
  private static final int WIDE = 150;

  static final String STYLE =
      """
      body{font:15px/1.45 system-ui,sans-serif;max-width:860px;margin:2em auto;padding:0 1em;
      color:#1d2733;background:#fff}
      h1{font-size:1.5em}h2{font-size:1.1em;margin:1.8em 0 .4em}
      pre{background:#f4f6f8;padding:1em;overflow-x:auto;font-size:13px}
      svg{width:100%;height:auto}.bar{fill:#2f6fab}.grid{stroke:#dde3e9;stroke-width:1}
      .axis,.name{font-size:12px;fill:#4a5866}
      @media(prefers-color-scheme:dark){body{color:#dde3e9;background:#14191f}
      pre{background:#1d252d}.grid{stroke:#333f4a}.axis,.name{fill:#a9b6c2}.bar{fill:#5b9bd5}}
      """;

  private final BinlogAnalysisView report;
  private final StringBuilder page = new StringBuilder();

  private BinlogHtml(BinlogAnalysisView report) {
    this.report = report;
  }

  /** The page. */
  public static String of(BinlogAnalysisView report) {
    return new BinlogHtml(report).page();
  }

  private String page() {
    String files = String.join(", ", report.files().stream().map(FileView::file).toList());
    page.append("<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>")
        .append("<meta name='viewport' content='width=device-width'><title>")
        .append(Chart.safe(files))
        .append("</title><style>")
        .append(STYLE)
        .append("</style></head><body><h1>Binlogs: ")
        .append(Chart.safe(files))
        .append("</h1>");
    if (report.transactions() > 0) {
      curves(report.curve());
      shares("Bytes of each schema", report.schemas());
      shares("Bytes of each table", report.tables());
      if (report.domains().size() > 1) {
        shares("Bytes of each domain", report.domains());
      }
      report.rows().ifPresent(rows -> hot(rows.hot()));
    }
    text();
    return page.append("</body></html>\n").toString();
  }

  private void title(String text) {
    page.append("<h2>").append(Chart.safe(text)).append("</h2>\n");
  }

  private void curves(CurveView curve) {
    double step = curve.stepSeconds();
    curve("Transactions per second", curve, point -> point.transactions() / step);
    curve("Bytes per second", curve, point -> point.bytes() / step);
    perhaps(
        "AMIL: how many transactions apart those are that depend on each other",
        curve,
        PointView::amil);
    perhaps(
        "Pseudo group size: groups of so many have the same AMIL",
        curve,
        PointView::pseudoGroupSize);
    perhaps("Transactions in a group commit", curve, PointView::groupSize);
  }

  private void perhaps(String title, CurveView curve, Function<PointView, Optional<Double>> value) {
    if (curve.points().stream().anyMatch(point -> value.apply(point).isPresent())) {
      curve(title, curve, point -> value.apply(point).orElse(Double.NaN));
    }
  }

  private void curve(String title, CurveView curve, ToDoubleFunction<PointView> value) {
    title(title);
    page.append(
        Chart.line(
            curve.points().stream().mapToDouble(value).toArray(),
            curve.begin().toString(),
            curve.begin().plusSeconds(curve.stepSeconds() * curve.points().size()).toString()));
  }

  private void shares(String title, List<ShareView> shares) {
    title(title);
    page.append(
        Chart.bars(
            shares.stream()
                .limit(SHARES)
                .map(share ->
                    new Chart.Bar(
                        share.name(),
                        share.bytes(),
                        String.format(
                            Locale.ROOT,
                            "%s, %,d transactions",
                            ByteText.readable(share.bytes()),
                            share.transactions())))
                .toList()));
  }

  private void hot(List<HotRowView> hot) {
    if (hot.isEmpty()) {
      return;
    }
    title("Rows that most transactions change");
    page.append(
        Chart.bars(
            hot.stream()
                .map(row ->
                    new Chart.Bar(
                        row.table() + row.key().map(key -> " key " + key).orElse(""),
                        row.transactions(),
                        String.format(Locale.ROOT, "%,d transactions", row.transactions())))
                .toList()));
  }

  private void text() {
    title("All figures");
    page.append("<pre>");
    BinlogPage.of(report, Glyphs.UNICODE, new Listing.Extent(true, WIDE))
        .forEach(line -> page.append(Chart.safe(line.plain())).append('\n'));
    page.append("</pre>");
  }
}
