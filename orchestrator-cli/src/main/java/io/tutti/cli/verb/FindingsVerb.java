package io.tutti.cli.verb;

import io.tutti.api.FindingsView;
import io.tutti.cli.render.FindingList;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti findings}. */
@Command(
    name = "findings",
    header = "Lists what is wrong or worth knowing, and what to do.",
    description = "The worst comes first.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti findings",
      "  tutti findings db1:3306         those of one cluster",
      "  tutti findings --long           with what could not be judged",
      "  tutti findings --json | jq -r '.items[] | select(.severity == \"CRITICAL\") | .subject'"
    })
public final class FindingsVerb extends ClientVerb {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "CLUSTER",
      description = "Its name, or an instance of it; all clusters when left out.")
  private @Nullable String cluster;

  @Option(
      names = "--long",
      description = "With what could not be judged, because a fact is unknown.")
  private boolean isLong;

  public FindingsVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(
        Optional.ofNullable(cluster)
            .map(name -> ControllerClient.path("/clusters/{}/findings", name))
            .orElse("/findings"));
  }

  @Override
  List<Line> show(Answer answer) {
    FindingsView found = answer.as(FindingsView.class);
    List<Line> lines = new ArrayList<>(FindingList.lines(found.items()));
    lines.addAll(FindingList.notJudged(found.notJudged(), isLong));
    return lines;
  }
}
