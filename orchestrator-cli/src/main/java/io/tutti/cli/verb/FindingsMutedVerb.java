package io.tutti.cli.verb;

import io.tutti.api.SilenceView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.SilencePage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tutti findings muted}. */
@Command(
    name = "muted",
    header = "Lists which findings are muted or acknowledged.",
    description = "For each it shows by whom, why, and until when.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti findings muted")
public final class FindingsMutedVerb extends ClientVerb {
  public FindingsMutedVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/silences");
  }

  @Override
  List<Line> show(Answer answer) {
    return SilencePage.list(answer.items(SilenceView.class), tutti().output().columns());
  }
}
