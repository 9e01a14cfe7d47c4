package io.tutti.cli.verb;

import io.tutti.api.RolloutExampleView;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tutti rollout init}. */
@Command(
    name = "init",
    header = "Prints a rollout file to begin with.",
    description = "It has comments, and the names of the clusters and flavors that are known.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti rollout init > eight.yaml")
public final class RolloutInitVerb extends ClientVerb {
  public RolloutInitVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/rollout-example");
  }

  @Override
  List<Line> show(Answer answer) {
    return answer.as(RolloutExampleView.class).file().lines().map(Line::of).toList();
  }
}
