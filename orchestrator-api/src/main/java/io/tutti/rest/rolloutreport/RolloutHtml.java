package io.tutti.rest.rolloutreport;

import io.tutti.api.RolloutReportView;
import io.tutti.api.RolloutReportView.CourseView;
import io.tutti.api.RolloutReportView.MeasureView;
import io.tutti.api.RolloutReportView.ReportedReplicaView;
import io.tutti.api.RolloutReportView.ReportedWaveView;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * The report of a rollout as one page for a browser, which fetches nothing: its policy forbids it.
 * The charts are made by uPlot, which is in the page.
 */
public final class RolloutHtml {
  private static final double MILLIS = 1e3;

  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <meta name="color-scheme" content="light dark">
      """;

  private final RolloutReportView report;
  private final StringBuilder page = new StringBuilder();
  private final List<Map<String, Object>> charts = new ArrayList<>();

  private RolloutHtml(RolloutReportView report) {
    this.report = report;
  }

  public static String of(RolloutReportView report) {
    return new RolloutHtml(report).page();
  }

  private String page() {
    page.append(HEAD)
        .append("<title>Rollout ")
        .append(safe(report.name()))
        .append("</title>\n<style>")
        .append(resource("uplot/uPlot.min.css"))
        .append(resource("report.css"))
        .append("</style></head><body>\n");
    top();
    overview();
    report.waves().forEach(this::wave);
    if (!report.leftOut().isEmpty()) {
      page.append("<h2>Left out</h2>\n");
      sentences(report.leftOut().stream().map(each -> each.sentence()).toList());
    }
    element("<details><summary>The file</summary><pre>", report.file(), "</pre></details>");
    scripts();
    return page.append("</body></html>\n").toString();
  }

  private void element(String begin, String text, String end) {
    page.append(begin).append(safe(text)).append(end).append('\n');
  }

  private void sentences(List<String> sentences) {
    page.append("<ul>\n");
    sentences.forEach(sentence -> element("<li>", sentence, "</li>"));
    page.append("</ul>\n");
  }

  private void top() {
    page.append("<h1>Rollout %s: %s</h1>\n".formatted(safe(report.name()), state(report.state())));
    report.summary().forEach(sentence -> element("<p>", sentence, "</p>"));
    element(
        "<p class=\"dim\">",
        "%s, asked for by %s at %s. Reported at %s."
            .formatted(
                report.id(),
                report.by(),
                ReportWords.second(report.createdAt()),
                ReportWords.second(report.at())),
        "</p>");
  }

  private static String state(String state) {
    return "<span class=\"%s\">%s</span>".formatted(safe(state), safe(ReportWords.state(state)));
  }

  /** All servers with their figures, a line for each. */
  private void overview() {
    List<MeasureView> measured =
        report.waves().stream()
            .flatMap(wave -> wave.replicas().stream())
            .map(ReportedReplicaView::measures)
            .max((one, other) -> Integer.compare(one.size(), other.size()))
            .orElse(List.of());
    if (measured.isEmpty()) {
      return;
    }
    List<String> names = measured.stream().map(MeasureView::name).toList();
    page.append("<h2>Before and after</h2>\n<div class=\"scroll\"><table class=\"figures\"><tr>")
        .append("<th class=\"name\">server</th><th>wave</th><th class=\"name\"></th>");
    measured.forEach(each ->
        element("<th>", "%s, %s".formatted(each.name(), each.unit()), "</th><th>beside it</th>"));
    page.append("</tr>\n");
    for (ReportedWaveView wave : report.waves()) {
      wave.replicas().forEach(replica -> line(wave, replica, names));
    }
    page.append("</table></div>\n<p class=\"key\">Averages before the change → after it.</p>\n");
  }

  private void line(ReportedWaveView wave, ReportedReplicaView replica, List<String> names) {
    page.append(
        "<tr><td class=\"name\">%s</td><td>%d</td><td class=\"name\">%s</td>"
            .formatted(safe(replica.instance()), wave.number(), state(replica.state())));
    for (String name : names) {
      Optional<MeasureView> measure =
          replica.measures().stream().filter(each -> each.name().equals(name)).findFirst();
      element("<td>", arrow(measure.map(MeasureView::own)), "</td>");
      element("<td class=\"control\">", arrow(measure.flatMap(MeasureView::control)), "</td>");
    }
    page.append("</tr>\n");
  }

  private static String arrow(Optional<CourseView> course) {
    return course.isEmpty()
        ? ""
        : "%s → %s".formatted(ReportWords.before(course), ReportWords.after(course));
  }

  private void wave(ReportedWaveView wave) {
    page.append("<h2>Wave %d: %s</h2>\n".formatted(wave.number(), state(wave.state())));
    sentences(wave.sentences());
    wave.replicas().forEach(this::replica);
  }

  private void replica(ReportedReplicaView replica) {
    page.append(
        "<h3>%s <span class=\"dim\">%s</span> %s</h3>\n"
            .formatted(safe(replica.instance()), safe(replica.flavor()), state(replica.state())));
    element("<p class=\"dim\">", ReportWords.done(replica) + ".", "</p>");
    if (replica.measures().isEmpty()) {
      return;
    }
    page.append("<p class=\"key\"><i></i>").append(safe(replica.instance()));
    replica
        .control()
        .ifPresent(control -> page.append(" <i class=\"other\"></i>").append(safe(control)));
    page.append(" <i class=\"mark\"></i>change, undo</p>\n<div class=\"charts\">\n");
    replica.measures().forEach(measure -> chart(replica, measure));
    page.append("</div>\n");
    if (!replica.notShown().isEmpty()) {
      element("<p class=\"dim\">", String.join(" ", replica.notShown()), "</p>");
    }
  }

  private void chart(ReportedReplicaView replica, MeasureView measure) {
    page.append(
        "<div class=\"chart\"><h4>%s</h4><div class=\"plot\" data-chart=\"%d\"></div></div>\n"
            .formatted(safe("%s, %s".formatted(measure.name(), measure.unit())), charts.size()));
    List<Map<String, Object>> marks = new ArrayList<>();
    replica.changed().flatMap(each -> each.began()).ifPresent(at -> marks.add(mark("change", at)));
    replica.undone().flatMap(each -> each.began()).ifPresent(at -> marks.add(mark("undo", at)));
    Map<String, Object> chart = new LinkedHashMap<>();
    chart.put("server", replica.instance());
    chart.put("marks", marks);
    chart.put("own", curve(replica.instance(), measure.own()));
    measure
        .control()
        .filter(course -> !course.values().isEmpty())
        .ifPresent(
            course -> chart.put("control", curve(replica.control().orElse("beside it"), course)));
    charts.add(chart);
  }

  private static Map<String, Object> mark(String name, java.time.Instant at) {
    return Map.of("name", name, "at", at.toEpochMilli() / MILLIS);
  }

  private static Map<String, Object> curve(String name, CourseView course) {
    double from = course.from().map(at -> at.toEpochMilli() / MILLIS).orElse(0.0);
    return Map.of(
        "name",
        name,
        "x",
        course.seconds().stream()
            .map(second -> Math.round((from + second) * MILLIS) / MILLIS)
            .toList(),
        "y",
        course.values());
  }

  private void scripts() {
    page.append("<script id=\"charts\" type=\"application/json\">")
        .append(JsonMapper.shared().writeValueAsString(charts).replace("<", "\\u003c"))
        .append("</script>\n<script>")
        .append(resource("uplot/uPlot.iife.min.js"))
        .append("</script>\n<script>")
        .append(resource("report.js"))
        .append("</script>\n");
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(RolloutHtml.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As text of a page, whatever it is. */
  private static String safe(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("'", "&#39;")
        .replace("\"", "&quot;");
  }
}
