package io.tutti.cli.verb;

import io.tutti.api.OperationView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.OperationPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tutti operations show}. */
@Command(
    name = "show",
    header = "Shows one operation with its steps.",
    description =
        "It shows the result of each step, and the statements that it ran. -o wide has what was"
            + " there before each step, too.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti operations show 20261121-093012-7f3a01c2"})
public final class OperationsShowVerb extends OneOperationVerb {
  public OperationsShowVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(path(""));
  }

  @Override
  List<Line> show(Answer answer) {
    return OperationPage.of(answer.as(OperationView.class), tutti().output().isWide());
  }
}
