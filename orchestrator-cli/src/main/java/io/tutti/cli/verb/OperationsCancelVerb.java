package io.tutti.cli.verb;

import io.tutti.api.OperationView;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tutti operations cancel}. */
@Command(
    name = "cancel",
    header = "Stops an operation and undoes what it did.",
    description = "It is asked to stop, and does so at the next safe point.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti operations cancel 20261121-093012-7f3a01c2"})
public final class OperationsCancelVerb extends OneOperationVerb {
  public OperationsCancelVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(path(":cancel"));
  }

  @Override
  List<Line> show(Answer answer) {
    String cancelled = answer.as(OperationView.class).id();
    return List.of(
        Line.of(
            "Operation %s was asked to stop; follow it with: tutti operations follow %s"
                .formatted(cancelled, cancelled)));
  }
}
