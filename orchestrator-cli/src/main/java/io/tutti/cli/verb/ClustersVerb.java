package io.tutti.cli.verb;

import io.tutti.api.ClusterView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Table;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code tutti clusters}. */
@Command(
    name = "clusters",
    header = "Lists the clusters that are known.",
    description =
        "Of each: how many servers it has, how many of them were reached, and what was " + "found.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti clusters", "  tutti clusters --json | jq -r '.items[].name'"})
public final class ClustersVerb extends ClientVerb {
  public ClustersVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/clusters");
  }

  @Override
  List<Line> show(Answer answer) {
    List<ClusterView> clusters = answer.items(ClusterView.class);
    if (clusters.isEmpty()) {
      return List.of(Line.of("No cluster is known yet. Find one with: tutti discover HOST:PORT"));
    }
    Table table = new Table().titles("CLUSTER", "INSTANCES", "REACHED", "HEADS", "FINDINGS");
    clusters.forEach(cluster ->
        table.row(
            Line.of(cluster.name(), Tone.STRONG),
            Line.of(String.valueOf(cluster.instances())),
            Line.of(String.valueOf(cluster.reached()), reachedTone(cluster)),
            Line.of(String.join(" ", cluster.heads())),
            findings(cluster)));
    return table.lines();
  }

  private static Tone reachedTone(ClusterView cluster) {
    return cluster.reached() == cluster.instances() ? Tone.PLAIN : Tone.BAD;
  }

  private static Line findings(ClusterView cluster) {
    String worst = cluster.worstSeverity().orElse("");
    return cluster.findings() == 0
        ? Line.of("none", Tone.GOOD)
        : Line.of(String.valueOf(cluster.findings()))
            .plus(", worst: ")
            .plus(worst.toLowerCase(Locale.ROOT), Tone.ofSeverity(worst));
  }
}
