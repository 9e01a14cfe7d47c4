package io.tutti.rest.rolloutreport;

import io.tutti.api.RolloutReportView;
import io.tutti.api.RolloutReportView.CourseView;
import io.tutti.api.RolloutReportView.MeasureView;
import io.tutti.api.RolloutReportView.ReportedReplicaView;
import io.tutti.api.RolloutReportView.ReportedWaveView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The report of a rollout as Markdown. Its charts are small ones, made of block characters. */
public final class RolloutMarkdown {
  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final int WIDTH = 12;
  private static final double MILLIS = 1e3;

  private final RolloutReportView report;
  private final StringBuilder page = new StringBuilder();

  private RolloutMarkdown(RolloutReportView report) {
    this.report = report;
  }

  public static String of(RolloutReportView report) {
    return new RolloutMarkdown(report).page();
  }

  private String page() {
    line("# Rollout %s: %s".formatted(safe(report.name()), ReportWords.state(report.state())));
    line("");
    report.summary().forEach(sentence -> line("- " + safe(sentence)));
    line("");
    line(
        "%s, asked for by %s at %s. Reported at %s."
            .formatted(
                report.id(),
                safe(report.by()),
                ReportWords.second(report.createdAt()),
                ReportWords.second(report.at())));
    report.waves().forEach(this::wave);
    if (!report.leftOut().isEmpty()) {
      line("");
      line("## Left out");
      line("");
      report.leftOut().forEach(each -> line("- " + safe(each.sentence())));
    }
    line("");
    line("## The file");
    line("");
    line("```yaml");
    line(report.file().replace("```", "'''").stripTrailing());
    line("```");
    return page.toString();
  }

  private void line(String text) {
    page.append(text).append('\n');
  }

  private void wave(ReportedWaveView wave) {
    line("");
    line("## Wave %d: %s".formatted(wave.number(), ReportWords.state(wave.state())));
    line("");
    wave.sentences().forEach(sentence -> line("- " + safe(sentence)));
    wave.replicas().forEach(this::replica);
  }

  private void replica(ReportedReplicaView replica) {
    line("");
    line(
        "### %s (%s): %s"
            .formatted(replica.instance(), replica.flavor(), ReportWords.state(replica.state())));
    line("");
    line(safe(ReportWords.done(replica)) + ".");
    if (replica.measures().isEmpty()) {
      return;
    }
    line("");
    line(
        replica.control().isPresent()
            ? "| | before | after | course | before, beside it | after | course |"
            : "| | before | after | course |");
    line("|---|" + "---|".repeat(replica.control().isPresent() ? 6 : 3));
    replica.measures().forEach(measure -> measure(replica, measure));
    if (!replica.notShown().isEmpty()) {
      line("");
      line(safe(String.join(" ", replica.notShown())));
    }
  }

  private void measure(ReportedReplicaView replica, MeasureView measure) {
    List<String> cells = new ArrayList<>();
    cells.add("%s, %s".formatted(measure.name(), measure.unit()));
    cells.addAll(cells(replica, measure, Optional.of(measure.own())));
    if (replica.control().isPresent()) {
      cells.addAll(cells(replica, measure, measure.control()));
    }
    line("| " + String.join(" | ", cells) + " |");
  }

  private static List<String> cells(
      ReportedReplicaView replica, MeasureView measure, Optional<CourseView> course) {
    return List.of(
        ReportWords.before(course),
        ReportWords.after(course),
        course.map(each -> blocks(replica, measure, each)).orElse(""));
  }

  /** Before the change and after it, as high as that of both servers needs. */
  private static String blocks(
      ReportedReplicaView replica, MeasureView measure, CourseView course) {
    double most =
        Math.max(highest(measure.own()), measure.control().map(each -> highest(each)).orElse(0.0));
    Optional<Instant> change = replica.changed().flatMap(each -> each.began());
    if (change.isEmpty() || course.from().isEmpty()) {
      return blocks(course.values(), most);
    }
    double split = Duration.between(course.from().get(), change.get()).toMillis() / MILLIS;
    int before = (int) course.seconds().stream().filter(second -> second <= split).count();
    return blocks(course.values().subList(0, before), most)
        + " → "
        + blocks(course.values().subList(before, course.values().size()), most);
  }

  private static double highest(CourseView course) {
    return course.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  private static String blocks(List<Double> values, double most) {
    int width = Math.min(WIDTH, values.size());
    StringBuilder blocks = new StringBuilder();
    for (int i = 0; i < width; i++) {
      double value =
          values.subList(values.size() * i / width, values.size() * (i + 1) / width).stream()
              .collect(Collectors.averagingDouble(each -> each));
      int height = most > 0 ? (int) Math.round(value / most * (BLOCKS.length() - 1)) : 0;
      blocks.append(BLOCKS.charAt(height));
    }
    return blocks.toString();
  }

  /** A text that is none of Markdown's own signs, whatever it is. */
  private static String safe(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("\n", " ")
        .replaceAll("([\\\\`*|\\[\\]#])", "\\\\$1");
  }
}
