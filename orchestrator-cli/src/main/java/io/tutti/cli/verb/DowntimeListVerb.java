package io.tutti.cli.verb;

import io.tutti.api.DowntimeView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.SilencePage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tutti downtime list}. */
@Command(
    name = "list",
    header = "Lists what is in downtime.",
    description = "For each it shows the owner, the reason, and when it ends.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti downtime list")
public final class DowntimeListVerb extends ClientVerb {
  public DowntimeListVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/downtimes");
  }

  @Override
  List<Line> show(Answer answer) {
    return SilencePage.downtimes(answer.items(DowntimeView.class), tutti().output().columns());
  }
}
