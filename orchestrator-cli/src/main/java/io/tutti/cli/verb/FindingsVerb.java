package io.tutti.cli.verb;

import io.tutti.api.FindingsView;
import io.tutti.cli.render.FindingPage;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti findings}. */
@Command(
    name = "findings",
    synopsisSubcommandLabel = "[ack|mute|unmute|muted]",
    header = "Lists what is wrong or worth knowing, and what to do.",
    description =
        "The worst comes first. Each code is one paragraph with its servers; a notice is one line.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti findings",
      "  tutti findings db1:3306         those of one cluster",
      "  tutti findings --severity critical,warning",
      "  tutti findings --code REPLICA_LAGGING --instance db2:3306 --instance db3:3306",
      "  tutti findings mute REPLICA_LAGGING db2:3306 --for 2h --reason \"index is built\"",
      "  tutti findings --long           all of each, and what could not be judged",
      "  tutti findings --json | jq -r '.items[] | select(.severity == \"CRITICAL\") | .subject'"
    })
public final class FindingsVerb extends WatchedVerb {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "CLUSTER",
      description = "Its name, or an instance of it; all clusters when left out.")
  private @Nullable String cluster;

  @Option(
      names = "--severity",
      split = ",",
      paramLabel = "SEVERITY",
      description = "Only those that are critical, warning or notice. May be repeated.")
  private List<String> severities = List.of();

  @Option(
      names = "--code",
      split = ",",
      paramLabel = "CODE",
      description = "Only those of this code, with all of each. May be repeated.")
  private List<String> codes = List.of();

  @Option(
      names = "--cluster",
      split = ",",
      paramLabel = "CLUSTER",
      description = "Only those of this cluster. May be repeated.")
  private List<String> clusters = List.of();

  @Option(
      names = "--instance",
      split = ",",
      paramLabel = "HOST:PORT",
      description = "Only those of this server and its channels. May be repeated.")
  private List<String> instances = List.of();

  @Option(
      names = "--long",
      description = "All of each finding, and what could not be judged, because a fact is unknown.")
  private boolean isLong;

  private FindingsVerb(TuttiCommand tutti) {
    super(tutti);
  }

  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new FindingsVerb(tutti))
        .addSubcommand(new FindingsAckVerb(tutti))
        .addSubcommand(new FindingsMuteVerb(tutti))
        .addSubcommand(new FindingsUnmuteVerb(tutti))
        .addSubcommand(new FindingsMutedVerb(tutti));
  }

  @Override
  Answer ask(ControllerClient controller) {
    List<String> filters = new ArrayList<>();
    if (cluster != null) {
      filters.add(ControllerClient.path("cluster={}", cluster));
    }
    severities.forEach(each -> filters.add(ControllerClient.path("severity={}", each)));
    codes.forEach(each -> filters.add(ControllerClient.path("code={}", each)));
    clusters.forEach(each -> filters.add(ControllerClient.path("cluster={}", each)));
    instances.forEach(each -> filters.add(ControllerClient.path("instance={}", each)));
    return controller.get("/findings" + (filters.isEmpty() ? "" : "?" + String.join("&", filters)));
  }

  @Override
  List<Line> show(Answer answer) {
    boolean isAll = isLong || tutti().output().isWide() || !codes.isEmpty();
    return new FindingPage(isAll, !severities.isEmpty() || !codes.isEmpty())
        .lines(answer.as(FindingsView.class));
  }
}
