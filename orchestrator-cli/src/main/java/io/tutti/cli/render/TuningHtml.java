package io.tutti.cli.render;

import io.tutti.api.TuningView;
import io.tutti.api.TuningView.TrialView;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What was measured of a replica as one page for a browser, which fetches nothing. */
public final class TuningHtml {
  private static final double MILLIS = 1e3;

  /** More lines are not told apart. */
  private static final int LINES = 6;

  private static final String POLICY =
      "<meta http-equiv='Content-Security-Policy'"
          + " content=\"default-src 'none'; style-src 'unsafe-inline'\">";

  private static final String STYLE =
      """
      body{max-width:1040px}svg{max-width:860px}
      table{border-collapse:collapse;font-size:14px;width:100%}.scroll{overflow-x:auto}
      th,td{padding:.35em .6em;text-align:right;border-bottom:1px solid #dde3e9}
      th{white-space:nowrap}th.text,td.text{text-align:left}
      td.text{min-width:19em;overflow-wrap:anywhere}
      td.meter{width:14%;min-width:60px}td.meter span{display:block;height:15px;background:#2f6fab}
      tr.kept td{background:#e7f1fa;font-weight:600}.dim,td.dim{color:#4a5866}
      .key{display:inline-block;margin-right:1.4em;font-size:14px}
      .key i{display:inline-block;width:1.6em;border-top:3px solid;margin-right:.4em;
      vertical-align:middle}polyline{fill:none;stroke-width:2}circle{stroke:none}
      .s0{stroke:#2f6fab;fill:#2f6fab}.s1{stroke:#c2571a;fill:#c2571a}
      .s2{stroke:#3d8b40;fill:#3d8b40}.s3{stroke:#8b4fa8;fill:#8b4fa8}
      .s4{stroke:#a8871a;fill:#a8871a}.s5{stroke:#b03060;fill:#b03060}
      polyline{fill:none!important}
      i.s0{color:#2f6fab}i.s1{color:#c2571a}i.s2{color:#3d8b40}i.s3{color:#8b4fa8}
      i.s4{color:#a8871a}i.s5{color:#b03060}
      @media(prefers-color-scheme:dark){th,td{border-color:#333f4a}.dim,td.dim{color:#a9b6c2}
      tr.kept td{background:#1d3347}td.meter span{background:#5b9bd5}
      .s0{stroke:#5b9bd5;fill:#5b9bd5}.s1{stroke:#f0925a;fill:#f0925a}
      .s2{stroke:#7cc57f;fill:#7cc57f}.s3{stroke:#c79be0;fill:#c79be0}
      .s4{stroke:#e0c060;fill:#e0c060}.s5{stroke:#f082a8;fill:#f082a8}
      i.s0{color:#5b9bd5}i.s1{color:#f0925a}i.s2{color:#7cc57f}i.s3{color:#c79be0}
      i.s4{color:#e0c060}i.s5{color:#f082a8}}
      """;

  private final TuningView tuning;
  private final StringBuilder page = new StringBuilder();

  private TuningHtml(TuningView tuning) {
    this.tuning = tuning;
  }

  /** The page. */
  public static String of(TuningView tuning) {
    return new TuningHtml(tuning).page();
  }

  private String page() {
    String title = "What was measured of " + tuning.instance();
    page.append("<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>")
        .append("<meta name='viewport' content='width=device-width'>")
        .append(POLICY)
        .append("<meta name='color-scheme' content='light dark'><title>")
        .append(Chart.safe(title))
        .append("</title><style>")
        .append(BinlogHtml.STYLE)
        .append(STYLE)
        .append("</style></head><body>\n");
    element("<h1>", title, "</h1>");
    element("<p>", came(), "</p>");
    element("<p class='dim'>", of(), "</p>");
    if (!tuning.trials().isEmpty()) {
      speedups();
      table(tuning.trials().getFirst().counts());
      waits();
    }
    return page.append("</body></html>\n").toString();
  }

  /** What came of it. */
  private String came() {
    if (tuning.trials().isEmpty()) {
      return "Nothing is measured yet.";
    }
    return tuning
        .kept()
        .map(kept -> "It was left with %s: %s.".formatted(kept.name(), values(kept.settings())))
        .orElse("It was left with what it had: %s.".formatted(values(tuning.original())));
  }

  private String of() {
    return "Operation %s, from %s%s."
        .formatted(
            tuning.id(),
            tuning.begunAt().truncatedTo(ChronoUnit.SECONDS),
            tuning.original().isEmpty() ? "" : "; before it " + values(tuning.original()));
  }

  private static String values(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(", "));
  }

  private void element(String begin, String text, String end) {
    page.append(begin).append(Chart.safe(text)).append(end).append('\n');
  }

  /** By the number of workers, a line for each way in which they share the work. */
  private void speedups() {
    List<Integer> workers =
        tuning.trials().stream()
            .map(trial -> trial.candidate().workers())
            .distinct()
            .sorted()
            .toList();
    List<String> schemes =
        tuning.trials().stream()
            .filter(trial -> trial.candidate().workers() > 1)
            .map(trial -> trial.candidate().scheme())
            .distinct()
            .limit(LINES)
            .toList();
    if (workers.size() < 2 || schemes.isEmpty()) {
      return;
    }
    element("<h2>", "Speed-up over the first try, by the number of workers", "</h2>");
    List<Chart.Series> lines = new ArrayList<>();
    for (String scheme : schemes) {
      lines.add(new Chart.Series("s" + lines.size(), of(scheme, workers)));
    }
    page.append(Chart.lines(workers.stream().map(String::valueOf).toList(), lines)).append('\n');
    if (schemes.size() > 1) {
      legend(schemes);
    }
  }

  private void legend(List<String> schemes) {
    page.append("<p>");
    for (int i = 0; i < schemes.size(); i++) {
      element("<span class='key'><i class='s%d'></i>".formatted(i), schemes.get(i), "</span>");
    }
    page.append("</p>\n");
  }

  /** Averages, by the place of their number of workers; without workers no scheme matters. */
  private SortedMap<Integer, Double> of(String scheme, List<Integer> workers) {
    return tuning.trials().stream()
        .filter(
            trial -> trial.candidate().workers() <= 1 || trial.candidate().scheme().equals(scheme))
        .collect(
            Collectors.groupingBy(
                trial -> workers.indexOf(trial.candidate().workers()),
                TreeMap::new,
                Collectors.averagingDouble(TrialView::speedup)));
  }

  private void table(String counts) {
    element("<h2>", "All tries", "</h2>");
    page.append("<div class='scroll'><table><tr><th>try</th><th class='text'>setting</th>");
    for (String head : List.of(counts + "/s", "speed-up", "", counts, "seconds", "done again")) {
      element("<th>", head, "</th>");
    }
    page.append("</tr>\n");
    double most = tuning.trials().stream().mapToDouble(TrialView::perSecond).max().orElse(1);
    tuning.trials().forEach(trial -> row(trial, most));
    page.append("</table></div>\n");
  }

  private void row(TrialView trial, double most) {
    page.append(isKept(trial) ? "<tr class='kept'>" : "<tr>");
    element("<td>", String.valueOf(trial.number()), "</td>");
    element("<td class='text'>", trial.candidate().name(), "</td>");
    element("<td>", format("%,.0f", trial.perSecond()), "</td>");
    element("<td>", format("%.2f", trial.speedup()), "</td>");
    page.append("<td class='meter'><span style='width:")
        .append(format("%.1f", 100 * trial.perSecond() / most))
        .append("%'></span></td>\n");
    element("<td>", format("%,d", trial.applied()), "</td>");
    element("<td>", format("%.1f", trial.took().toMillis() / MILLIS), "</td>");
    element("<td>", format("%,d", trial.retries()), "</td>");
    page.append("</tr>\n");
  }

  private boolean isKept(TrialView trial) {
    return tuning.kept().filter(trial.candidate()::equals).isPresent();
  }

  private void waits() {
    List<TrialView> seen =
        tuning.trials().stream().filter(trial -> !trial.waits().isEmpty()).toList();
    if (seen.isEmpty()) {
      return;
    }
    element("<h2>", "What workers did", "</h2>");
    page.append("<table><tr><th>try</th><th class='text'>how often it was seen</th></tr>\n");
    for (TrialView trial : seen) {
      page.append("<tr>");
      element("<td>", String.valueOf(trial.number()), "</td>");
      element("<td class='text dim'>", String.join("; ", trial.waits()), "</td>");
      page.append("</tr>\n");
    }
    page.append("</table>\n");
  }

  private static String format(String form, Object value) {
    return String.format(Locale.ROOT, form, value);
  }
}
