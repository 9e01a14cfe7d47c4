package io.tutti.cli.verb;

import io.tutti.cli.ControllerClient;
import io.tutti.cli.ControllerClient.Answer;
import io.tutti.cli.TuttiCommand;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Table;
import io.tutti.cli.render.Tone;
import io.tutti.cli.view.Json;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code tutti clusters}. */
@Command(
    name = "clusters",
    description = "Lists the clusters that are known, with what was found in each.",
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
  List<Line> show(Json answer) {
    List<Json> clusters = answer.at("items").items();
    if (clusters.isEmpty()) {
      return List.of(Line.of("No cluster is known yet. Find one with: tutti discover HOST:PORT"));
    }
    Table table = new Table().titles("CLUSTER", "INSTANCES", "REACHED", "HEADS", "FINDINGS");
    clusters.forEach(cluster ->
        table.row(
            Line.of(cluster.textOr("name", "?"), Tone.STRONG),
            Line.of(cluster.textOr("instances", "?")),
            Line.of(cluster.textOr("reached", "?"), reachedTone(cluster)),
            Line.of(String.join(" ", cluster.texts("heads"))),
            findings(cluster)));
    return table.lines();
  }

  private static Tone reachedTone(Json cluster) {
    return cluster.text("reached").equals(cluster.text("instances")) ? Tone.PLAIN : Tone.BAD;
  }

  /** Counts by severity, or one count and the worst severity. */
  private static Line findings(Json cluster) {
    Json counts = cluster.at("findings");
    long all = counts.number().orElse(0L);
    if (all > 0) {
      String worst = cluster.textOr("worstSeverity", "");
      return Line.of(String.valueOf(all))
          .plus(", worst: ")
          .plus(worst.toLowerCase(Locale.ROOT), Tone.ofSeverity(worst));
    }
    Line line = count(Line.EMPTY, counts, "CRITICAL", "critical", Tone.BAD);
    line = count(line, counts, "WARNING", "warning", Tone.WARN);
    line = count(line, counts, "NOTICE", "notice", Tone.DIM);
    return line.width() == 0 ? Line.of("none", Tone.GOOD) : line;
  }

  private static Line count(Line line, Json counts, String key, String word, Tone tone) {
    long count = counts.at(key).number().orElse(0L);
    return count == 0
        ? line
        : line.plus(line.width() == 0 ? "" : ", ").plus(count + " " + word, tone);
  }
}
