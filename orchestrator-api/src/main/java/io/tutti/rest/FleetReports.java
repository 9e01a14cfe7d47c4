package io.tutti.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tutti.api.ChannelView;
import io.tutti.api.FindingView;
import io.tutti.api.FindingsView;
import io.tutti.api.FleetReportView;
import io.tutti.api.FleetReportView.ServerView;
import io.tutti.api.InstanceView;
import io.tutti.api.RolloutLineView;
import io.tutti.rollout.Rollouts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Makes reports on the fleet: as a value, as Markdown, and as what a webhook is sent. */
public final class FleetReports {
  private static final double MILLIS = 1e3;
  private static final String TYPE = "fleet.report";

  /** Ended rollouts are shown for so long. */
  private static final Duration ROLLOUTS_SINCE = Duration.ofDays(7);

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(inclusion ->
              inclusion
                  .withValueInclusion(JsonInclude.Include.NON_ABSENT)
                  .withContentInclusion(JsonInclude.Include.NON_ABSENT))
          .build();

  private record Body(String id, String type, String timestamp, FleetReportView report) {}

  private FleetReports() {}

  public static FleetReportView now(String name, Fleet fleet, Rollouts rollouts) {
    Views views = fleet.views();
    FindingsView found = views.findings(FindingFilter.ALL);
    Instant now = fleet.clock().instant();
    return new FleetReportView(
        name,
        now,
        found.counts(),
        found.notJudged().size(),
        found.items(),
        views.instances().stream().map(FleetReports::server).toList(),
        rollouts.list().stream()
            .filter(
                run -> !run.state().isEnd() || run.createdAt().isAfter(now.minus(ROLLOUTS_SINCE)))
            .map(RolloutViews::line)
            .toList());
  }

  private static ServerView server(InstanceView instance) {
    return new ServerView(
        instance.address(),
        instance.cluster(),
        instance.role().name(),
        instance.version(),
        instance.channels().stream()
            .flatMap(channel -> channel.lag().value().stream())
            .map(ChannelView.LagView::millis)
            .reduce(Math::max),
        instance.parallel().flatMap(parallel -> parallel.workers().value()),
        instance.parallel().flatMap(parallel -> parallel.mode().value()));
  }

  /** What a webhook is sent. */
  public static String message(String id, FleetReportView report) {
    return JSON.writeValueAsString(new Body(id, TYPE, report.at().toString(), report));
  }

  public static String markdown(FleetReportView report) {
    StringBuilder page = new StringBuilder();
    page.append("# Fleet report %s, %s\n\n".formatted(report.name(), second(report.at())));
    page.append(
        "%d servers; %d critical, %d warnings, %d notices; %d not judged.\n"
            .formatted(
                report.servers().size(),
                report.counts().critical(),
                report.counts().warning(),
                report.counts().notice(),
                report.notJudged()));
    findings(page, report.findings());
    servers(page, report.servers());
    rollouts(page, report.rollouts());
    return page.toString();
  }

  private static void findings(StringBuilder page, List<FindingView> findings) {
    page.append("\n## Findings\n\n");
    if (findings.isEmpty()) {
      page.append("None.\n");
      return;
    }
    page.append("| severity | code | about | since | what |\n|---|---|---|---|---|\n");
    for (FindingView each : findings) {
      row(
          page,
          each.severity(),
          each.code(),
          each.subject(),
          second(each.since()),
          each.evidence());
    }
  }

  private static void servers(StringBuilder page, List<ServerView> servers) {
    page.append("\n## Servers\n\n");
    page.append("| server | cluster | role | version | lag, s | workers | mode |\n");
    page.append("|---|---|---|---|---|---|---|\n");
    for (ServerView each : servers) {
      row(
          page,
          each.address(),
          each.cluster().orElse(""),
          each.role().toLowerCase(Locale.ROOT).replace('_', ' '),
          each.version().orElse("unknown"),
          each.lagMillis().map(lag -> String.valueOf(lag / MILLIS)).orElse(""),
          text(each.workers()),
          text(each.mode()));
    }
  }

  private static void rollouts(StringBuilder page, List<RolloutLineView> rollouts) {
    page.append("\n## Rollouts\n\n");
    if (rollouts.isEmpty()) {
      page.append("None is under way, and none was created within the last 7 days.\n");
      return;
    }
    page.append("| id | name | state | waves | changed | why |\n|---|---|---|---|---|---|\n");
    for (RolloutLineView each : rollouts) {
      row(
          page,
          each.id(),
          each.name(),
          each.state().toLowerCase(Locale.ROOT),
          each.wavesOver() + "/" + each.waves(),
          each.replicasChanged() + "/" + each.replicas(),
          each.why());
    }
  }

  private static void row(StringBuilder page, String... cells) {
    page.append('|');
    for (String cell : cells) {
      page.append(' ')
          .append(
              cell.replace("&", "&amp;")
                  .replace("<", "&lt;")
                  .replaceAll("[\\r\\n]+", " ")
                  .replaceAll("([\\\\`*|\\[\\]])", "\\\\$1"))
          .append(" |");
    }
    page.append('\n');
  }

  private static String text(Optional<?> value) {
    return value.map(Object::toString).orElse("");
  }

  private static String second(Instant moment) {
    return moment.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
