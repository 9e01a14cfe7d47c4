package io.tutti.cli.verb;

import io.tutti.api.OperationView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.OperationPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tutti operations list}. */
@Command(
    name = "list",
    header = "Lists operations.",
    description =
        "The newest comes first: when it was asked for, how long it took, and who " + "asked.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti operations list --limit 10"})
public final class OperationsListVerb extends ClientVerb {
  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many; default ${DEFAULT-VALUE}.")
  private int limit;

  public OperationsListVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/operations?limit=" + limit);
  }

  @Override
  List<Line> show(Answer answer) {
    return OperationPage.list(answer.items(OperationView.class));
  }
}
