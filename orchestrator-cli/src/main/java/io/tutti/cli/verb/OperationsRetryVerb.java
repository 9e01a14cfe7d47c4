package io.tutti.cli.verb;

import io.tutti.api.OperationView;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti operations retry}. */
@Command(
    name = "retry",
    header = "Tries again to undo a stuck operation.",
    description =
        "Do so once you have repaired what was in its way. It is refused for an operation that is"
            + " not stuck.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti operations retry 20261121-093012-7f3a01c2"})
public final class OperationsRetryVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "ID", description = "The operation.")
  private @Nullable String id;

  public OperationsRetryVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(
        ControllerClient.path("/operations/{}:retry", Objects.requireNonNull(id)));
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
