package io.tutti.cli.verb;

import io.tutti.api.ClusterView;
import io.tutti.cli.render.IfSourceDiedLines;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Listing;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code tutti clusters}. */
@Command(
    name = "clusters",
    header = "Lists the clusters that are known.",
    description =
        "For each: how many servers it has, how many of them were reached, and what was found.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti clusters", "  tutti clusters -o name"})
public final class ClustersVerb extends ListVerb<ClusterView> {
  public ClustersVerb(TuttiCommand tutti) {
    super(tutti, ClusterView.class);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/clusters");
  }

  @Override
  Listing<ClusterView> listing() {
    return Listing.<ClusterView>orElse(
            "No cluster is known yet. Find one with: tutti discover HOST:PORT")
        .column("CLUSTER", cluster -> Line.of(cluster.name(), Tone.STRONG))
        .text("ALIAS", cluster -> String.join(" ", cluster.aliases()))
        .text("INSTANCES", cluster -> String.valueOf(cluster.instances()))
        .column(
            "REACHED", cluster -> Line.of(String.valueOf(cluster.reached()), reachedTone(cluster)))
        .text("HEADS", cluster -> String.join(" ", cluster.heads()))
        .column("IF SOURCE DIED", ClustersVerb::ifSourceDied)
        .wide("FLAVORS", cluster -> String.join(" ", cluster.flavors()))
        .column("FINDINGS", ClustersVerb::findings);
  }

  private static Tone reachedTone(ClusterView cluster) {
    return cluster.reached() == cluster.instances() ? Tone.PLAIN : Tone.BAD;
  }

  private static Line ifSourceDied(ClusterView cluster) {
    return cluster.ifSourceDied().stream()
        .map(IfSourceDiedLines::word)
        .reduce((one, other) -> one.plus(" ").plus(other))
        .orElse(Line.EMPTY);
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
