package io.tutti.rest.rolloutreport;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.RolloutPlanView;
import io.tutti.api.RolloutReportView;
import io.tutti.api.RolloutReportView.CourseView;
import io.tutti.api.RolloutReportView.MeasureView;
import io.tutti.api.RolloutReportView.ReportedChangeView;
import io.tutti.api.RolloutReportView.ReportedReplicaView;
import io.tutti.api.RolloutReportView.ReportedWaveView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The two forms of a report that people read. */
class RolloutReportPagesTest {
  private static final Instant BEGAN = Instant.parse("2026-11-25T18:00:00Z");
  private static final String NASTY = "</script><b>|*_`# & \"x\" 'y'";

  private static CourseView course(Optional<Double> after, Double... values) {
    return new CourseView(
        Optional.of(values[0]),
        after,
        Optional.of(BEGAN),
        List.of(0.0, 1.0, 2.0, 3.0),
        List.of(values));
  }

  private static RolloutReportView report() {
    ReportedReplicaView undone =
        new ReportedReplicaView(
            "db2:3306",
            "db1:3306",
            "mysql-8.0",
            "UNDONE",
            Optional.empty(),
            List.of("slave_parallel_workers=8"),
            List.of("measured on it at noon"),
            Optional.of("db3:3306"),
            Optional.of(
                new ReportedChangeView(
                    "op1", Optional.of(BEGAN.plusSeconds(1)), Optional.of(BEGAN.plusSeconds(2)))),
            Optional.of(
                new ReportedChangeView(
                    "op2", Optional.of(BEGAN.plusSeconds(3)), Optional.of(BEGAN.plusSeconds(4)))),
            List.of(
                new MeasureView(
                    "lag",
                    "s",
                    course(Optional.of(12.5), 0.0, 0.0, 5.0, 20.0),
                    Optional.of(course(Optional.of(0.0), 0.0, 0.0, 0.0, 0.0)))),
            List.of("The server does not show retried transactions: it is old."));
    ReportedReplicaView untouched =
        new ReportedReplicaView(
            "db4:3306",
            "db1:3306",
            "mariadb-10",
            "PENDING",
            Optional.empty(),
            List.of("slave_parallel_threads=8"),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of());
    return new RolloutReportView(
        "r1",
        NASTY,
        "PAUSED",
        List.of("2 servers in 2 waves: 1 undone, 1 not reached."),
        "ann",
        BEGAN,
        BEGAN.plusSeconds(60),
        List.of(
            new ReportedWaveView(
                1,
                "UNDONE",
                Optional.of(BEGAN),
                List.of("Wave 1 is undone: its lag grows. " + NASTY),
                List.of(undone)),
            new ReportedWaveView(
                2,
                "PENDING",
                Optional.empty(),
                List.of("Wave 2 was not begun: nothing was changed on db4:3306."),
                List.of(untouched))),
        List.of(new RolloutPlanView.LeftOutView("db5:3306", "FENCED", "db5:3306 is fenced.")),
        List.of(),
        "name: x\n" + NASTY + "\n```\n");
  }

  @Test
  void markdownHasFiguresSentencesAndCurves() {
    assertThat(RolloutMarkdown.of(report()))
        .contains(
            "## Wave 1: undone\n",
            "- Wave 1 is undone: its lag grows. ",
            "### db2:3306 (mysql-8.0): undone\n",
            "slave_parallel_workers=8, measured on it at noon; set at 2026-11-25T18:00:01Z by"
                + " operation op1; undone at"
                + " 2026-11-25T18:00:03Z by operation op2; beside db3:3306.\n",
            "| | before | after | course | before, beside it | after | course |\n",
            "| lag, s | 0 | 12.5 | ▁▁ → ▃█ | 0 | 0 | ▁▁ → ▁▁ |\n",
            "- Wave 2 was not begun: nothing was changed on db4:3306.",
            "slave_parallel_threads=8; nothing was changed.",
            "The server does not show retried transactions: it is old.\n",
            "- db5:3306 is fenced.",
            "```yaml\nname: x\n");
  }

  @Test
  void markdownShowsWhatWasWrittenAsText() {
    String markdown = RolloutMarkdown.of(report());

    assertThat(markdown)
        .startsWith("# Rollout &lt;/script>&lt;b>\\|\\*_\\`\\# &amp; \"x\" 'y': paused\n");
    assertThat(markdown.split("```")).as("the file ends where it ends").hasSize(3);
  }

  @Test
  void thePageHasFiguresSentencesAndChartsOfBoth() {
    String html = RolloutHtml.of(report());

    assertThat(html)
        .contains(
            "<h2>Wave 1: <span class=\"UNDONE\">undone</span></h2>",
            "<td>0 → 12.5</td>",
            "<td class=\"control\">0 → 0</td>",
            "<li>Wave 2 was not begun: nothing was changed on db4:3306.</li>",
            "<li>db5:3306 is fenced.</li>",
            "uPlot.js (v1.6.32)".replace(".js", ""));
    JsonNode charts = charts(html);
    assertThat(charts).hasSize(1);
    assertThat(charts.at("/0/own/name").asString()).isEqualTo("db2:3306");
    assertThat(charts.at("/0/own/y/3").asDouble()).isEqualTo(20);
    assertThat(charts.at("/0/control/name").asString()).isEqualTo("db3:3306");
    assertThat(charts.at("/0/marks/0/at").asDouble()).isEqualTo(BEGAN.getEpochSecond() + 1.0);
    assertThat(charts.at("/0/marks/1/name").asString()).isEqualTo("undo");
  }

  private static JsonNode charts(String html) {
    MatchResult found =
        Pattern.compile(
                "<script id=\"charts\" type=\"application/json\">(.*?)</script>", Pattern.DOTALL)
            .matcher(html)
            .results()
            .findFirst()
            .orElseThrow();
    return JsonMapper.shared().readTree(found.group(1));
  }

  @Test
  void thePageFetchesNothingAndShowsWhatWasWrittenAsText() {
    String html = RolloutHtml.of(report());
    String ours = html.replaceAll("(?s)<style>.*?</style>|<script>.*?</script>", "");

    assertThat(html).contains("default-src 'none'");
    assertThat(html).doesNotContainPattern("(?i)\\b(src|href)\\s*=\\s*[\"']?http");
    assertThat(ours).doesNotContain("<b>").contains("&lt;/script&gt;&lt;b&gt;|*_`# &amp; &quot;x");
  }
}
