package io.tutti.cli.verb;

import io.tutti.api.OperationView;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tutti operations retry}. */
@Command(
    name = "retry",
    header = "Tries again to undo a stuck operation.",
    description =
        "Do so once you have repaired what was in its way. It is refused for an operation that is"
            + " not stuck.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti operations retry 20261121-093012-7f3a01c2"})
public final class OperationsRetryVerb extends OneOperationVerb {
  public OperationsRetryVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(path(":retry"));
  }

  @Override
  List<Line> show(Answer answer) {
    String retried = answer.as(OperationView.class).id();
    return List.of(
        Line.of(
            "Operation %s is being undone again; follow it with: tutti operations follow %s"
                .formatted(retried, retried)));
  }
}
